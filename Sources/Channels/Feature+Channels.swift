package import Web

extension Feature {
    /// `/ws`, and what devices report of themselves.
    package static func channels(_ desk: ChannelDesk, quotas: RateLimits.Quotas) -> Feature {
        Feature { router in
            ChannelRoutes(desk: desk).add(to: router)
            DeviceRoutes(desk: desk.devices, origins: desk.origins, limits: RateLimits(quotas)).add(to: router)
        }
    }
}

import Glibc
package import NIOCore

/// The delay of a connection: the round-trip time of its packets, which the kernel keeps (tcp(7), `TCP_INFO`).
package enum ConnectionDelay {
    /// The smoothed round-trip time in milliseconds; nil if the kernel does not tell. Succeeds at once on the channel's event loop.
    package static func measure(_ channel: any Channel) -> EventLoopFuture<Int?> {
        guard let provider = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeSucceededFuture(nil)
        }
        return provider.getTCPInfo().map { Int($0.tcpi_rtt) / 1000 }.recover { _ in nil }
    }

    /// The same, measured at once; nil also elsewhere than on the channel's event loop.
    package static func now(_ channel: any Channel) -> Int? {
        guard channel.eventLoop.inEventLoop else { return nil }
        var delay: Int?
        measure(channel).assumeIsolated().whenSuccess { delay = $0 }
        return delay
    }
}

/// How long a device waits for a page, by the figures of its link that its budget comes from.
package struct LoadTime: Sendable, Hashable {
    package let kilobitsPerSecond: Double
    /// Seconds.
    package let roundTrip: Double

    /// The round trips that pass before the bytes come: to find the server, to connect and to ask.
    package static let roundTrips = 3.0

    /// The figures that the policy takes a device's link for.
    package init(_ context: DeviceContext) {
        let link = Link(context)
        (kilobitsPerSecond, roundTrip) = (link.kilobitsPerSecond, link.roundTrip)
    }

    /// The seconds that a page takes.
    /// - Parameter bytes: those of the document as sent and of its pictures.
    package func seconds(_ bytes: Int) -> Double {
        Self.roundTrips * roundTrip + Double(bytes) * 8 / (kilobitsPerSecond * 1000)
    }
}

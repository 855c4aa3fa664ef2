/// How long a device waits for a page, by the figures of its link that its budget comes from.
package struct LoadTime: Sendable, Hashable {
    package let kilobitsPerSecond: Double
    /// Seconds.
    package let roundTrip: Double
    /// Whether there is no connection now: the figures are those of the one that is assumed to come.
    package let isOffline: Bool

    /// The round trips that pass before the bytes come: to find the server, to connect and to ask.
    package static let roundTrips = 3.0

    /// The seconds that a page may take (`docs/policy.md`).
    package static let patience = 3.0

    /// The least seconds that the policy allows for the bytes, however long the round trips take.
    package static let leastDownload = 0.5

    /// The figures that the policy takes a device's link for.
    package init(_ context: DeviceContext) { self.init(Link(context), isOffline: context.network == Network.none) }

    init(_ link: Link, isOffline: Bool = false) {
        (kilobitsPerSecond, roundTrip, self.isOffline) = (link.kilobitsPerSecond, link.roundTrip, isOffline)
    }

    /// The seconds in which bytes come: what the round trips leave.
    package var download: Double { max(Self.leastDownload, Self.patience - Self.roundTrips * roundTrip) }

    /// The bytes that come in that time.
    package var downloaded: Double { kilobitsPerSecond * 1000 / 8 * download }

    /// The budget in bytes before anything is saved: those rounded down to a step of budgets, or the lowest for a connection.
    package var allowance: Int { Ladder.step(atMost: downloaded) }

    /// The seconds that a page takes.
    /// - Parameter bytes: those of the document as sent and of its pictures.
    package func seconds(_ bytes: Int) -> Double {
        Self.roundTrips * roundTrip + Double(bytes) * 8 / (kilobitsPerSecond * 1000)
    }
}

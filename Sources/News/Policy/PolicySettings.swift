/// The operator's changes to the policy.
package struct PolicySettings: Sendable, Hashable {
    /// Rises with every change; 0 as delivered.
    package var version = 0
    /// The lines of `Surroundings.table` that are switched off.
    package var off: Set<Rule> = []
    /// The hours in which the network is busy, 0 to 23, in `timeZone`.
    package var congestionHours: Set<Int> = []
    /// The operator's time zone, an IANA name.
    package var timeZone = "UTC"

    /// The policy as delivered.
    package init() {}

    /// The lines that can be switched off, by name.
    package static let switchable = Surroundings.table.map(\.rule)
}

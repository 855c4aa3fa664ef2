/// What an operator changes in the policy.
package struct PolicySettings: Sendable, Hashable {
    /// Rises with every change; 0 as it is delivered.
    package var version = 0
    /// The lines of `Surroundings.table` that are switched off.
    package var off: Set<Rule> = []
    /// The hours in which the network is busy, 0 to 23, by the clock of `timeZone`.
    package var congestionHours: Set<Int> = []
    /// An IANA name: where the operator is.
    package var timeZone = "UTC"

    /// The policy as it is delivered.
    package init() {}

    /// The lines that can be switched off, by their names.
    package static let switchable = Surroundings.table.map(\.rule)
}

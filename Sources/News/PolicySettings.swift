/// What an operator changes in the policy.
public struct PolicySettings: Sendable, Hashable {
    /// Rises with every change; 0 as it is delivered.
    public var version = 0
    /// The lines of `Surroundings.table` that are switched off.
    public var off: Set<Rule> = []
    /// The hours in which the network is busy, 0 to 23, by the clock of `timeZone`.
    public var congestionHours: Set<Int> = []
    /// An IANA name: where the operator is.
    public var timeZone = "UTC"

    /// The policy as it is delivered.
    public init() {}

    /// The lines that can be switched off, by their names.
    public static let switchable = Surroundings.table.map(\.rule)
}

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

    /// These settings with the changes that others have made meanwhile, where these have none themselves.
    /// - Parameter base: what both began with.
    package func merged(with theirs: Self, since base: Self) -> Self {
        func merged<T>(_ mine: Set<T>, _ base: Set<T>, _ theirs: Set<T>) -> Set<T> {
            theirs.union(mine.subtracting(base)).subtracting(base.subtracting(mine))
        }
        var settings = theirs
        settings.off = merged(off, base.off, theirs.off)
        settings.congestionHours = merged(congestionHours, base.congestionHours, theirs.congestionHours)
        if timeZone != base.timeZone { settings.timeZone = timeZone }
        return settings
    }

    /// The lines that can be switched off, by name.
    package static let switchable = Surroundings.table.map(\.rule)
}

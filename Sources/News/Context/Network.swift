/// The link that a device reports.
package enum Network: String, Sendable, Hashable, CaseIterable {
    case none, gprs, edge, hspa, lte, wifi, ethernet
    case slow2G = "slow-2g"
    case second = "2g"
    case third = "3g"
    case fourth = "4g"
    case fifth = "5g"
}

/// A line of the policy. The raw value stands in channels, in the API, and, as `reason_` and itself, in the catalogues of texts.
package enum Rule: String, Sendable, Hashable, CaseIterable {
    case gprs, edge, third = "3g", hspa, fourth = "4g", best
    case unknown
    case assumed
    case measured
    case estimated
    case timed
    /// The screen's size sets the width of pictures, unless a link or a saving sets a smaller one.
    case screen
    case threeQuarters = "battery75", half = "battery50", quarter = "battery25"
    case saveData = "savedata"
    case intranet
    case congestion, recent, weekend, evening, working, dim, bright, silent, moving, memory
    case leastMemory = "memory0"
    case items, images, text
    case textSize = "size"
    case palette
}

extension LinkClass {
    var rule: Rule {
        switch self {
        case .gprs: .gprs
        case .edge: .edge
        case .third: .third
        case .hspa: .hspa
        case .fourth: .fourth
        case .best: .best
        }
    }
}

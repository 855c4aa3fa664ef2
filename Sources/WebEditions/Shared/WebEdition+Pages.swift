package import News
import Syndication

extension WebEdition {
    /// What stands before the addresses of its lists and articles; the plain ones are the mobile edition's, which stand for those that
    /// have none of their own.
    var root: String { [.mobile, .news, .reader].contains(self) ? "" : "/\(rawValue)" }
    /// Its front page.
    package var home: String { self == .mobile ? "/m/" : "/\(rawValue)/" }
    /// The names of its templates begin so.
    var prefix: String { self == .lite ? "lite-" : "" }
    /// Stories of a list, at most.
    package var length: Int { self == .lite ? 60 : self == .reader ? SyndicatedFeed.length : 24 }

    /// Bytes of a lite list as sent: ten segments of 1,460 bytes, which TCP sends in its first round trip (RFC 6928), their headers set
    /// aside.
    static let liteBudget = 14_000

    /// What of a plan it uses.
    package func plan(_ plan: DeliveryPlan) -> DeliveryPlan {
        switch self {
        case .lite: plan.textOnly(within: Self.liteBudget)
        case .reader: plan.withoutPictures
        case .news: plan.wholeEdition()
        case .mobile, .edition: plan
        }
    }
}

package import News
import Syndication

extension WebEdition {
    /// The prefix of the addresses of its lists and articles. The mobile edition has none, and its
    /// addresses also serve the editions that have none of their own.
    var root: String { [.mobile, .news, .reader].contains(self) ? "" : "/\(rawValue)" }
    /// Its front page.
    package var home: String { self == .mobile ? "/m/" : "/\(rawValue)/" }
    /// Whether it has pictures where the plan allows them.
    var isIllustrated: Bool { self != .lite && self != .reader }
    /// The path of a page in an edition that has pictures: itself, or the mobile edition.
    func pathWithPictures(_ path: String) -> String {
        guard !isIllustrated else { return path }
        return path == home ? WebEdition.mobile.home : String(path.dropFirst(root.count))
    }
    /// The prefix of the names of its templates.
    var prefix: String { self == .lite ? "lite-" : "" }
    /// The most stories in a list.
    package var length: Int { self == .lite ? 60 : self == .reader ? SyndicatedFeed.length : 24 }

    /// A plan as its lists carry it out: they have no more stories than that, and summaries; the texts are on the stories' own pages. The
    /// app has the texts in its list.
    func listed(_ plan: DeliveryPlan) -> DeliveryPlan {
        guard self != .news else { return plan }
        var listed = plan
        listed.items = min(plan.items ?? length, length)
        listed.text = min(plan.text, .summary)
        return listed
    }

    /// A plan as its pages carry it out.
    func carriedOut(_ plan: DeliveryPlan, for context: DeviceContext) -> DeliveryPlan {
        var plan = listed(self.plan(plan, for: context))
        // Without pictures, nothing comes before them.
        if plan.pictures == .off { plan.textsFirst = false }
        // Only the app asks again by itself, and no page has sound.
        if self != .news { plan.pause = 15 }
        plan.offersAudio = true
        return plan
    }

    /// The bytes of a lite list as sent: ten segments of 1,460 bytes, which TCP sends in its first round
    /// trip (RFC 6928), minus the headers.
    static let liteBudget = 14_000

    /// The part of a device's plan that it uses.
    package func plan(_ plan: DeliveryPlan, for context: DeviceContext) -> DeliveryPlan {
        switch self {
        case .lite: plan.textOnly(within: Self.liteBudget)
        case .reader: plan.withoutPictures
        case .news: plan.wholeEdition(for: context)
        case .mobile, .edition: plan
        }
    }
}

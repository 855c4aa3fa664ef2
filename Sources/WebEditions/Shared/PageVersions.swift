import Channels
import Documents
import Hummingbird
import News
import Web

/// A page, and the other versions of it that its reader may have instead, as they would be sent now.
struct PageVersions {
    /// One of them: who asks, in which edition, and whether for the whole of an article.
    struct Version {
        var wanted: PageDesk.Request
        var edition: WebEdition
        var isWhole = false
    }
    typealias Make = (Version) async throws -> DocumentCache.Copy

    let wanted: PageDesk.Request
    let edition: WebEdition
    let isArticle: Bool
    let here: Document
    /// Nil if it is no more than the page.
    private(set) var onWiFi: Document?
    /// Their plans.
    private(set) var plans: (onWiFi: DeliveryPlan, fullest: DeliveryPlan)
    /// Nil if the battery does not limit it, or it would be no more.
    private(set) var charging: Document?
    /// Nil if it is no more than the page is, here or on Wi-Fi.
    private(set) var fullest: Document?
    /// Nil if the page has pictures, or there are none.
    private(set) var withPictures: Document?
    /// The whole of an article; nil unless the page has only a part of it.
    private(set) var whole: Document?
    /// Whether a phone would show more pictures: on a large screen, stories beside larger ones have none.
    private(set) var hasBarePlaces = false
    /// The number of stories that there are; nil for an article, and if they are more than a page lists.
    private(set) var total: Int?
    /// The parts of a plan that make no difference to the page: with all of it, the page would be the same.
    private(set) var withoutEffect: Effects

    init(_ wanted: PageDesk.Request, _ edition: WebEdition, isArticle: Bool, make: Make) async throws {
        here = try await make(Version(wanted: wanted, edition: edition)).document
        (self.wanted, self.edition, self.isArticle) = (wanted, edition, isArticle)
        let plan = wanted.plan(of: edition)
        let fast = wanted.changed(Self.setWiFi)
        let wifi = try await make(Version(wanted: fast, edition: edition)).document
        plans = (fast.plan(of: edition), fast.plan(of: edition))
        onWiFi = wifi.isMore(than: here) ? wifi : nil
        var most = wifi
        if !isArticle {
            let all = fast.changed(Self.setAll)
            most = try await make(Version(wanted: all, edition: edition)).document
            plans.fullest = all.plan(of: edition)
            fullest = most.isMore(than: here) && most.isMore(than: wifi) ? most : nil
        } else if here.isCut {
            whole = try await make(Version(wanted: wanted, edition: edition, isWhole: true)).document
        }
        // A list that is as long as lists are may have older stories.
        let isAll = most.stories <= here.stories && (!here.isCut || here.stories < edition.length)
        withoutEffect = isArticle ? [.items, .text] : isAll ? .items : []
        if !isArticle, !most.isCut { total = most.stories }
        let charged = wanted.changed { $0.isCharging = true }
        if charged.plan(of: edition) != plan {
            let there = try await make(Version(wanted: charged, edition: edition)).document
            charging = there.isMore(than: here) ? there : nil
        }
        // An edition without pictures has none whatever was decided.
        if most.files <= here.files, plan.pictures != .off { withoutEffect.insert(.pictures) }
        if here.files == 0 {
            withoutEffect.formUnion(plan.pictures == .off ? [.sizes, .quality] : [.sizes, .quality, .pictures])
        }
        if !here.lacksRoom { withoutEffect.insert(.order) }
        if !here.lacksRoom, here.isStyled, !lacksOthers { withoutEffect.insert(.budget) }
        let context = wanted.wanted.context
        if edition.carriedOut(wanted.plan, for: context).text == edition.carriedOut(fast.plan, for: context).text {
            withoutEffect.insert(.text)
        }
        // An index is the same for everybody.
        if !isArticle, most.stories == 0 { withoutEffect.formUnion([.text, .pictures]) }
        if !isArticle, plan.columns > 1, here.pictures > 0, here.pictures < here.stories {
            let narrow = wanted.changed { ($0.client, $0.orientation, $0.screenWidth) = (.android, .portrait, 390) }
            hasBarePlaces = try await make(Version(wanted: narrow, edition: edition)).document.pictures > here.pictures
        }
        guard plan.pictures == .off || lacksRoom else { return }
        let illustrated = (picturesNeedWiFi ? fast : wanted).changed { $0.images = .full }
        let found = try await make(
            Version(wanted: illustrated, edition: edition.isIllustrated ? edition : .mobile)
        ).document
        guard found.files > here.files else { return }
        withPictures = found
        if let all = fullest, all.stories == found.stories, all.files == found.files { fullest = nil }
        // Where nothing but the link keeps them away, both are the same.
        if let other = onWiFi, picturesNeedWiFi, other.files == found.files { onWiFi = nil }
    }

    /// Whether no picture fits, although pictures are wanted.
    var lacksRoom: Bool {
        wanted.plan(of: edition).pictures != .off && here.stories > 0 && here.pictures == 0
    }

    /// Whether the stories to which an article leads have no pictures here, but have some on Wi-Fi.
    private var lacksOthers: Bool {
        let plan = wanted.plan(of: edition)
        return isArticle && plan.pictures == .full && !plan.illustratesOthers
            && (onWiFi?.pictures ?? 0) > here.pictures
    }

    /// Whether the page has room for more.
    var room: Measures.Room {
        let isAll = !here.isCut && onWiFi == nil && fullest == nil && (withPictures == nil || !edition.isIllustrated)
        return here.lacksRoom ? .full : lacksOthers || !here.isStyled || isAll ? .tight : .spare
    }

    /// The reasons for the page, in words.
    var reasons: [String] {
        let (strings, plan) = (wanted.strings, wanted.plan(of: edition))
        return wanted.reasons(for: edition, without: withoutEffect, of: total)
            + (lacksOthers ? [strings["why_otherPictures"]] : [])
            + (hasBarePlaces ? [strings["why_layout"]] : [])
            + (here.isStyled ? [] : [strings("why_noStyle", Measures(strings).bytes(plan.budget))])
    }

    /// The reason why there are no pictures, in words; nil if there are some.
    var lackOfPictures: String? {
        let strings = wanted.strings
        if lacksRoom { return strings["why_noRoom"] }
        guard wanted.plan(of: edition).pictures == .off, withPictures != nil else { return nil }
        let silent = edition.isIllustrated ? wanted.wanted.reasons.first { $0.plan.pictures == .off } : nil
        return silent.map { strings("why_noPicturesRule", strings.name(of: $0.rule)) } ?? strings["why_textOnly"]
    }

    /// How much of the list or the article the page has, in words; nil if the other versions say so.
    var extent: String? {
        let strings = wanted.strings
        guard !here.isCut else { return isArticle ? nil : strings["why_older"] }
        if isArticle { return strings[onWiFi == nil && withPictures == nil ? "why_isWhole" : "why_isWholeText"] }
        return fullest == nil && onWiFi == nil ? strings[withPictures == nil ? "why_isAll" : "why_isAllStories"] : nil
    }

    /// Whether pictures come only as on Wi-Fi, since the link has no room for them.
    var picturesNeedWiFi: Bool { wanted.plan.pictures == .off && !isOffByWish || lacksRoom }

    /// Whether nothing but the reader's settings keeps pictures away.
    var isOffByWish: Bool {
        edition.isIllustrated && wanted.wanted.context.images == .off
            && wanted.changed { $0.images = nil }.plan(of: edition).pictures != .off
    }

    private static func setWiFi(_ context: inout DeviceContext) {
        (context.network, context.networkIsEstimate) = (.wifi, false)
        (context.downlink, context.roundTrip, context.saveData) = (nil, nil, nil)
    }

    private static func setAll(_ context: inout DeviceContext) {
        (context.items, context.wantsWholeEdition) = (nil, true)
        (context.text, context.images, context.isCharging) = (.html, .full, true)
    }
}

extension PageDesk.Request {
    /// The same request by a device in other circumstances.
    fileprivate func changed(_ change: (inout DeviceContext) -> Void) -> Self {
        var (other, context) = (self, wanted.context)
        change(&context)
        other.wanted = wanted.by(context)
        return other
    }
}

extension Document {
    /// Bytes of the page alone, as it is sent to somebody who asks for it first.
    var page: Int { bodyAtMost + scripts }
    /// Bytes of all that it takes to show it, as its budget counts them.
    var used: Int { page + files }

    /// Whether it has more stories, or more or better pictures.
    fileprivate func isMore(than other: Document) -> Bool {
        stories > other.stories || pictures > other.pictures || files > other.files
    }
}

extension PageDesk {
    /// The page about a page.
    func why(_ versions: PageVersions, _ request: Hummingbird.Request) throws -> Response {
        let (wanted, edition) = (versions.wanted, versions.edition)
        let frame = PageFrame(
            revisions.lastKnown, wanted.strings, templates, title: wanted.strings["why"], canonical: nil,
            plan: wanted.plan(of: edition), edition: edition, section: nil, coding: wanted.coding,
            isPiece: wanted.isPiece, hasStyle: edition != .lite && wanted.coding != .identity,
            story: versions.isArticle
                ? request.uri.path.firstMatch(of: /\/articles\/[^\/]+$/).map { String($0.0) } : nil)
        return try templates.page(
            edition.prefix + "why", Page(frame: frame, part: WhyPage(versions, back: request.addressAskedAbout)),
            revision: nil, request)
    }
}

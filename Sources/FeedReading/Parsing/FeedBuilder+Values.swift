import Foundation
import Syndication
import XML

// Reads the text of an element.
extension FeedBuilder {
    /// Takes a non-empty text of the innermost open element.
    func take(_ value: String, of field: FeedField, kind: TextKind) {
        if case .base64 = kind {
            guard let bytes = Data(base64Encoded: value, options: .ignoreUnknownCharacters),
                let text = String(validating: bytes, as: UTF8.self)
            else { return lose("without a text that claims to be Base64 and is not") }
            return take(text, of: field, kind: .html)
        }
        let context = path.dropLast().last ?? .unknown
        switch context {
        case .item: takeOfItem(value, field, kind)
        case .channel, .atomFeed: takeOfFeed(value, field, kind)
        case .person where field == .name: takeAuthor(value, rank: 3, isItem: path.contains(.item))
        case .image where field == .url: feed.icon = feed.icon.nonEmpty ?? value
        case .skipHours:
            if field == .hour, let hour = Int(value), (0...24).contains(hour) {
                feed.rhythm.skipHours.insert(hour % 24)
            }
        case .skipDays:
            if field == .day, let day = FeedDate.weekday(value) { feed.rhythm.skipDays.insert(day) }
        case .mediaGroup, .mediaContent: takeMedia(value, field, isOwn: context == .mediaContent)
        case .point: takePlace(value, field)
        default: break
        }
    }

    private func takeOfFeed(_ value: String, _ field: FeedField, _ kind: TextKind) {
        switch field {
        case .title, .otherTitle: feed.title = feed.title.nonEmpty ?? line(value, kind)
        case .summary, .otherSummary: feed.description = feed.description.nonEmpty ?? line(value, kind)
        case .link: feed.link = feed.link.nonEmpty ?? value
        case .language: feed.language = value
        case .updated, .date: feed.updated = feed.updated ?? FeedDate.read(value)
        case .published: feed.updated = feed.updated ?? FeedDate.read(value)
        case .ttl: feed.rhythm.interval = Int(value).flatMap { (1...525_600).contains($0) ? $0 * 60 : nil }
        case .period: period = Self.periods[value.lowercased()]
        case .frequency: frequency = Int(value).map { min(max($0, 1), 100_000) } ?? 1
        case .icon: feed.icon = value
        default: break
        }
    }

    /// The values of `sy:updatePeriod`, in seconds.
    private static let periods = [
        "hourly": 3600, "daily": 86_400, "weekly": 604_800, "monthly": 2_592_000, "yearly": 31_536_000,
    ]

    private func takeOfItem(_ value: String, _ field: FeedField, _ kind: TextKind) {
        switch field {
        case .title, .otherTitle, .summary, .otherSummary, .content: takeText(value, field, kind)
        case .link: if draft?.item.link.isEmpty == true { draft?.item.link = resolved(value) }
        case .feedBurnerLink: draft?.item.canonical = resolved(value)
        case .guid: draft?.item.guid = value
        case .author: takeAuthor(FeedText.person(value), rank: 2, isItem: true)
        case .creator: takeAuthor(FeedText.person(value), rank: 3, isItem: true)
        case .otherAuthor: takeAuthor(FeedText.person(value), rank: 1, isItem: true)
        case .category: takeCategory(FeedText.line(value))
        case .language: draft?.item.language = value
        case .published, .date, .updated: takeDate(value, field)
        case .mediaTitle, .mediaText, .mediaCredit: takeMedia(value, field, isOwn: false)
        default: takePlace(value, field)
        }
    }

    /// Keeps the first text of each kind, but the last from other namespaces.
    private func takeText(_ value: String, _ field: FeedField, _ kind: TextKind) {
        // Recorded before writing to the draft: an assignment through `draft?` holds exclusive access while it
        // evaluates its value.
        if case .foreign(let type) = kind { return lose("without a text of the type “\(type.prefix(60))”") }
        let html = html(value, kind)
        switch field {
        case .title: if draft?.item.title.isEmpty == true { draft?.item.title = headline(value, kind) }
        case .otherTitle: draft?.otherTitle = html
        case .summary: if draft?.item.summary.isEmpty == true { draft?.item.summary = html }
        case .otherSummary: draft?.otherSummary = html
        default:
            if let base = statedBase { draft?.item.base = base }
            if draft?.item.content.isEmpty == true { draft?.item.content = html }
        }
    }

    func takeCategory(_ name: String) {
        guard !name.isEmpty, let known = draft?.item.categories, known.count < limits.values, !known.contains(name)
        else { return }
        draft?.item.categories.append(name)
    }

    private func takeAuthor(_ name: String, rank: Int, isItem: Bool) {
        let name = FeedText.words(name)
        guard !name.isEmpty else { return }
        guard isItem else {
            if feedAuthors.count < limits.values { feedAuthors.append(name) }
            return
        }
        guard let known = draft?.authorRank, rank >= known else { return }
        if rank > known { draft?.item.authors = [] }
        draft?.authorRank = rank
        guard let authors = draft?.item.authors, authors.count < limits.values, !authors.contains(name) else { return }
        draft?.item.authors.append(name)
    }

    private func takeDate(_ value: String, _ field: FeedField) {
        guard let date = FeedDate.read(value) else {
            draft?.item.unreadableDate = String(value.prefix(60))
            lose("its date “\(value.prefix(60))” is unreadable or implausible")
            return
        }
        switch field {
        case .published: if draft?.item.published == nil { draft?.item.published = date }
        case .updated: if draft?.item.updated == nil { draft?.item.updated = date }
        default: if draft?.date == nil { draft?.date = date }
        }
    }

    private func takePlace(_ value: String, _ field: FeedField) {
        switch field {
        case .position:
            let point = value.split { $0 == " " || $0 == "," || $0 == "\n" }.compactMap { Double($0) }
            if point.count == 2 { draft?.item.point = .init(latitude: point[0], longitude: point[1]) }
        case .latitude: draft?.latitude = Double(value)
        case .longitude: draft?.longitude = Double(value)
        default: break
        }
    }

    /// The headline as HTML. RSS headlines already are, unless their angle brackets are literal.
    private func headline(_ value: String, _ kind: TextKind) -> String {
        if case .loose = kind, value.utf8.contains(UInt8(ascii: "<")), !FeedText.isMarkup(value) {
            return value.plainAsHTML
        }
        return html(value, kind)
    }

    /// The text as HTML.
    private func html(_ value: String, _ kind: TextKind) -> String {
        if case .plain = kind { value.plainAsHTML } else { value }
    }

    private func line(_ value: String, _ kind: TextKind) -> String {
        switch kind {
        case .plain: return FeedText.words(value)
        case .loose where !FeedText.isMarkup(value): return FeedText.words(value)
        default: return FeedText.line(value)
        }
    }
}

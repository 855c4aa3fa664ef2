import Foundation
import XML

/// Makes a feed of what the parser says, an item at a time: of each element no more is kept than what the feed takes from it.
final class FeedBuilder {
    /// An item on its way, with what decides only at its end.
    struct Draft {
        var item: FeedItem
        /// Whose word on the authors counted last.
        var authorRank = 0
        /// `dc:date`, which counts where there is no better.
        var date: Date?
        var isPermanentLink = true
        /// Of Atom's links: the first alternate, whether that is HTML, and the first other.
        var alternate = ""
        var alternateIsHTML = false
        var otherLink = ""
        var latitude: Double?
        var longitude: Double?
        var otherTitle = ""
        var otherSummary = ""
        /// Media RSS: what holds for all pictures of the item, and pictures that are only thumbnails.
        var media = FeedItem.Picture(url: "")
        var thumbnails: [FeedItem.Picture] = []
    }

    /// How the text of an element is written.
    enum TextKind {
        /// As in RSS: perhaps HTML.
        case loose
        case plain
        case html
        /// As elements.
        case xhtml
        /// Something else, which is not read.
        case foreign(String)
    }

    /// The text that is being gathered.
    private struct Capture {
        let field: FeedField
        let kind: TextKind
        let limit: Int
        var depth = 0
        var isCut = false
    }

    struct Base {
        let depth: Int
        let address: String
    }

    let limits: FeedLimits
    let url: String
    var feed = Feed()
    var draft: Draft?
    private(set) var failure: FeedError?
    /// The elements that are open, by what they are for.
    private(set) var path: [FeedField] = []
    private var capture: Capture?
    private var text: [UInt8] = []
    /// What each name is for, by its number.
    private var fields: [FeedField] = []
    /// What `xml:base` said, innermost last.
    private var bases: [Base] = []
    private var seenItems = 0
    /// Of the feed as a whole.
    var feedAuthors: [String] = []
    var alternate = ""
    var period: Int?
    var frequency = 1

    init(url: String, limits: FeedLimits) {
        self.url = url
        self.limits = limits
    }

    /// Takes what the parser says next; nothing behind a failure.
    func take(_ event: XMLEvent) {
        guard failure == nil else { return }
        switch event {
        case .start(let name, let attributes, let line): start(name, attributes, line)
        case .text(let bytes): append(bytes)
        case .end(let name): end(name)
        }
    }

    /// Takes the innermost open element for another.
    func reread(as field: FeedField) {
        if !path.isEmpty { path[path.count - 1] = field }
    }

    /// Tells what of an item could not be taken.
    func lose(_ words: String) {
        guard let count = draft?.item.losses.count, count < 20 else { return }
        draft?.item.losses.append(words)
    }

    /// Forgets an item whose end did not come.
    func dropUnfinishedItem() { draft = nil }

    func fail(_ error: FeedError) { if failure == nil { failure = error } }
}

// MARK: - Events

extension FeedBuilder {
    private func start(_ name: XMLName, _ attributes: XMLAttributes, _ line: Int) {
        if capture != nil { return startWithin(name, attributes) }
        let field = field(of: name)
        guard let context = path.last else { return begin(field, name, attributes) }
        guard context.holdsFields else { return path.append(.foreign) }
        if attributes.count > 0 { readXMLAttributes(attributes, field) }
        if field == .item {
            return beginItem(attributes, line)
        }
        path.append(field)
        read(field, attributes, context)
        if field.holdsText {
            capture = Capture(field: field, kind: kind(field, attributes), limit: limit(of: field))
            text.removeAll(keepingCapacity: true)
        }
    }

    private func field(of name: XMLName) -> FeedField {
        while fields.count <= name.index { fields.append(.rss) }
        // No child is the root, so that this stands for a name that was not looked at.
        if fields[name.index] == .rss { fields[name.index] = FeedField(name) }
        return fields[name.index]
    }

    private func begin(_ field: FeedField, _ name: XMLName, _ attributes: XMLAttributes) {
        switch field {
        case .rss: feed.format = "RSS \(attributes["version"] ?? "2.0")"
        case .rdf: feed.format = "RSS 1.0"
        case .atomFeed: feed.format = name.namespace.hasSuffix("2005/Atom") ? "Atom 1.0" : "Atom 0.3"
        default: return fail(.notAFeed(root: name.local))
        }
        readXMLAttributes(attributes, field)
        path.append(field)
    }

    private func beginItem(_ attributes: XMLAttributes, _ line: Int) {
        finishItem()
        seenItems += 1
        if seenItems > limits.refusedItems {
            return fail(.tooLarge("it has more than \(limits.refusedItems) items"))
        }
        guard feed.items.count < limits.items else {
            feed.omitted += 1
            return path.append(.foreign)
        }
        path.append(.item)
        var draft = Draft(item: FeedItem(line: line))
        draft.item.guid = attributes["rdf:about"] ?? ""
        draft.item.language = attributes["xml:lang"]
        self.draft = draft
    }

    private func end(_ name: XMLName) {
        if capture != nil, !endsWithin(name) { return }
        guard let field = path.popLast() else { return }
        if field == .item { finishItem() }
        while let last = bases.last, last.depth > path.count { bases.removeLast() }
    }

    /// `xml:base` holds for all within; `xml:lang` of a text is that of its item.
    private func readXMLAttributes(_ attributes: XMLAttributes, _ field: FeedField) {
        if let base = attributes["xml:base"] {
            let outer = bases.last?.address ?? url
            bases.append(
                Base(depth: path.count + 1, address: WebAddress(outer)?.resolve(base) ?? base))
        }
        guard let language = attributes["xml:lang"], !language.isEmpty else { return }
        if field == .atomFeed || field == .rss || field == .channel { feed.language = feed.language ?? language }
        if field == .content || field == .title { if draft?.item.language == nil { draft?.item.language = language } }
    }

    /// What relative links are relative to here, where that is said.
    var statedBase: String? { bases.last?.address }
}

// MARK: - Texts

extension FeedBuilder {
    /// An element within a text is a part of it where the text may hold markup.
    private func startWithin(_ name: XMLName, _ attributes: XMLAttributes) {
        capture?.depth += 1
        guard let capture, capture.field.holdsMarkup, text.count <= capture.limit else { return }
        // The one element of XHTML in Atom is not a part of the text (RFC 4287, section 3.1.1.3).
        if case .xhtml = capture.kind, capture.depth == 1, name.local == "div" { return }
        text.appendStartTag(name, attributes)
    }

    private func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let capture, text.count <= capture.limit else { return }
        let isWithin = capture.depth > 0 && capture.field.holdsMarkup
        // One byte more, by which it is known to be too long.
        let piece = UnsafeBufferPointer(rebasing: bytes.prefix(capture.limit - text.count + 1))
        if isWithin { text.appendText(piece) } else { text.append(contentsOf: piece) }
    }

    /// Whether the element that ends is the text itself.
    private func endsWithin(_ name: XMLName) -> Bool {
        guard var capture else { return true }
        if capture.depth > 0 {
            capture.depth -= 1
            self.capture = capture
            let isFrame = if case .xhtml = capture.kind, capture.depth == 0, name.local == "div" { true } else { false }
            if capture.field.holdsMarkup, text.count <= capture.limit, !isFrame { text.appendEndTag(name) }
            return false
        }
        let isCut = text.count > capture.limit
        if isCut { text = Array(FeedText.cut(String(decoding: text, as: UTF8.self), to: capture.limit).utf8) }
        self.capture = nil
        let value = FeedText.trimmed(text)
        if isCut {
            lose(
                "its \(capture.field.words) is longer than \(capture.limit) bytes, and was cut")
        }
        if !value.isEmpty { take(value, of: capture.field, kind: capture.kind) }
        return true
    }

    private func limit(of field: FeedField) -> Int {
        switch field {
        case .title, .otherTitle, .mediaTitle: limits.titleBytes
        case .summary, .otherSummary, .content, .mediaText: limits.textBytes
        default: limits.valueBytes
        }
    }

    /// RFC 4287, section 3.1.1 and 4.1.3; Atom 0.3 says in `mode` how elements or escaped text are meant.
    private func kind(_ field: FeedField, _ attributes: XMLAttributes) -> TextKind {
        guard field.holdsMarkup else { return .plain }
        guard path.first == .atomFeed else { return .loose }
        let type = attributes["type"]?.trimmed.lowercased().nonEmpty ?? "text"
        if let mode = attributes["mode"]?.lowercased(), mode != "escaped" {
            return mode == "xml" ? .xhtml : .foreign(mode)
        }
        switch type {
        case "xhtml", "application/xhtml+xml": return .xhtml
        case "html", "text/html": return .html
        case "text", "text/plain": return .plain
        case _ where type.hasPrefix("text/"): return .plain
        default: return .foreign(type)
        }
    }
}

extension FeedField {
    /// Whether elements within are looked at.
    fileprivate var holdsFields: Bool {
        switch self {
        case .rss, .rdf, .atomFeed, .channel, .item, .person, .image, .mediaGroup, .mediaContent, .skipHours, .skipDays,
            .point:
            true
        default: false
        }
    }

    fileprivate var words: String {
        switch self {
        case .title, .otherTitle: "headline"
        case .content: "text"
        case .summary, .otherSummary: "summary"
        default: "\(self)"
        }
    }
}

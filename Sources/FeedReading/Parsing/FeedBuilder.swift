import Foundation
import Syndication
import XML

/// Builds a feed from parser events, one item at a time. Of each element it keeps only what the feed
/// needs.
final class FeedBuilder {
    /// An unfinished item, with values that are resolved only at its end.
    struct Draft {
        var item: FeedItem
        /// The rank of the element that last set the authors.
        var authorRank = 0
        /// `dc:date`, used if there is nothing better.
        var date: Date?
        var isPermanentLink = true
        /// The Atom links: the first alternate, whether it is HTML, and the first of any other relation.
        var alternate = ""
        var alternateIsHTML = false
        var otherLink = ""
        var latitude: Double?
        var longitude: Double?
        var otherTitle = ""
        var otherSummary = ""
        /// Media RSS: values that apply to all pictures of the item, and pictures that are only thumbnails.
        var media = FeedItem.Picture(url: "")
        var thumbnails: [FeedItem.Picture] = []
    }

    /// The notation of an element's text.
    enum TextKind {
        /// As in RSS: possibly HTML.
        case loose
        case plain
        case html
        /// Markup as child elements.
        case xhtml
        /// HTML in Base64 (RFC 4648), as Atom 0.3 allows.
        case base64
        /// Another type, which is not read.
        case foreign(String)
    }

    /// The text being collected.
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
    /// The roles of the open elements, outermost first.
    private(set) var path: [FeedField] = []
    private var capture: Capture?
    private var text: [UInt8] = []
    /// The role of each name, by its index.
    private var fields: [FeedField] = []
    /// The values of `xml:base`, innermost last.
    private var bases: [Base] = []
    private var seenItems = 0
    /// The authors of the feed as a whole.
    var feedAuthors: [String] = []
    var alternate = ""
    var period: Int?
    var frequency = 1

    init(url: String, limits: FeedLimits) {
        self.url = url
        self.limits = limits
    }

    /// Takes the next parser event; ignores it after a failure.
    func take(_ event: XMLEvent) {
        guard failure == nil else { return }
        switch event {
        case .start(let name, let attributes, let line): start(name, attributes, line)
        case .text(let bytes): append(bytes)
        case .end(let name): end(name)
        }
    }

    /// Changes the role of the innermost open element.
    func reread(as field: FeedField) {
        if !path.isEmpty { path[path.count - 1] = field }
    }

    /// Records that a part of an item could not be used.
    func lose(_ words: String) {
        guard let count = draft?.item.losses.count, count < 20 else { return }
        draft?.item.losses.append(words)
    }

    /// Discards an item whose end is missing.
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
        // No child is the root element, so `.rss` marks a name not yet looked up.
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

    /// `xml:base` applies to everything within; the `xml:lang` of a text applies to its item.
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

    /// The base for relative links at this point, if stated.
    var statedBase: String? { bases.last?.address }
}

// MARK: - Texts

extension FeedBuilder {
    /// Takes an element within a text as part of that text, if the text may contain markup.
    private func startWithin(_ name: XMLName, _ attributes: XMLAttributes) {
        capture?.depth += 1
        guard let capture, capture.field.holdsMarkup, text.count <= capture.limit else { return }
        // The `div` that wraps XHTML in Atom is not part of the text (RFC 4287, section 3.1.1.3).
        if case .xhtml = capture.kind, capture.depth == 1, name.local == "div" { return }
        text.appendStartTag(name, attributes)
    }

    private func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let capture, text.count <= capture.limit else { return }
        let isWithin = capture.depth > 0 && capture.field.holdsMarkup
        // One extra byte shows that the text is too long.
        let piece = UnsafeBufferPointer(rebasing: bytes.prefix(capture.limit - text.count + 1))
        if isWithin { text.appendText(piece) } else { text.append(contentsOf: piece) }
    }

    /// Whether the ending element is the text itself; if so, takes the text.
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

    /// RFC 4287, sections 3.1.1 and 4.1.3. Atom 0.3 declares XML or escaped text in `mode`.
    private func kind(_ field: FeedField, _ attributes: XMLAttributes) -> TextKind {
        guard field.holdsMarkup else { return .plain }
        let type = attributes["type"]?.trimmed.lowercased().nonEmpty ?? "text"
        let isText = type.hasPrefix("text") || type == "html"
        if isText, attributes["mode"]?.lowercased() == "base64" { return .base64 }
        guard path.first == .atomFeed else { return .loose }
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
    /// Whether child elements are read.
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

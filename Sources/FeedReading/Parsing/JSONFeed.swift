import Foundation
import Syndication
import XML

/// Reads JSON Feed 1.0 and 1.1 (jsonfeed.org), forgiving values of the wrong type.
enum JSONFeedReader {
    static func read(_ bytes: [UInt8], url: String, limits: FeedLimits) throws(FeedError) -> Feed {
        let value: Any
        do {
            value = try JSONSerialization.jsonObject(with: Data(bytes.drop { [0xEF, 0xBB, 0xBF].contains($0) }))
        } catch {
            throw .notJSONFeed("it is not JSON, or is incomplete")
        }
        guard let root = value as? [String: Any] else { throw .notJSONFeed("it is not an object") }
        let document = JSONObject(root)
        let version = document.string("version") ?? ""
        guard let items = root["items"] as? [Any], version.contains("jsonfeed.org") || root["feed_url"] != nil else {
            throw .notJSONFeed("it has no JSON Feed version, or no items")
        }
        guard items.count <= limits.refusedItems else {
            throw .tooLarge("it has more than \(limits.refusedItems) items")
        }
        var feed = Feed()
        feed.format = "JSON Feed \(version.split(separator: "/").last ?? "1")"
        feed.title = document.string("title").map(FeedText.words) ?? ""
        feed.description = document.string("description").map(FeedText.words) ?? ""
        feed.link = document.string("home_page_url") ?? ""
        feed.selfLink = document.string("feed_url") ?? ""
        feed.icon = document.string("favicon") ?? document.string("icon") ?? ""
        feed.language = document.string("language")
        feed.hubs = document.objects("hubs").prefix(10).compactMap { $0.string("url") }
        feed.rhythm.isOver = document.bool("expired")
        let authors = document.authors
        for (number, item) in items.prefix(limits.items).enumerated() {
            guard let object = item as? [String: Any] else { continue }
            feed.items.append(FeedItem(JSONObject(object), number: number + 1, authors: authors, limits: limits))
        }
        feed.omitted = max(0, items.count - limits.items)
        if feed.omitted > 0 {
            feed.remarks.append("Only the first \(limits.items) items were read; \(feed.omitted) were not.")
        }
        feed.makeAbsolute(url: url)
        return feed
    }
}

/// A JSON object whose values may be of the wrong type.
struct JSONObject {
    private let values: [String: Any]

    init(_ values: [String: Any]) { self.values = values }

    /// A non-empty text; a number is converted to its digits.
    func string(_ key: String) -> String? {
        if let text = values[key] as? String { return text.trimmed.nonEmpty }
        return (values[key] as? NSNumber).map { "\($0)" }
    }

    func bool(_ key: String) -> Bool { values[key] as? Bool ?? false }
    func int(_ key: String) -> Int? { values[key] as? Int }
    func strings(_ key: String) -> [String] {
        (values[key] as? [Any] ?? []).compactMap { ($0 as? String)?.trimmed.nonEmpty }
    }

    func objects(_ key: String) -> [JSONObject] {
        (values[key] as? [Any] ?? []).compactMap { $0 as? [String: Any] }.map(JSONObject.init)
    }

    func object(_ key: String) -> JSONObject? { (values[key] as? [String: Any]).map(JSONObject.init) }

    /// `authors` of 1.1, `author` of 1.0.
    fileprivate var authors: [String] {
        let one = (values["author"] as? [String: Any]).map { [JSONObject($0)] } ?? []
        return (objects("authors") + one).compactMap { $0.string("name") }.reduce(into: []) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }
}

extension FeedItem {
    fileprivate init(_ item: JSONObject, number: Int, authors inherited: [String], limits: FeedLimits) {
        self.init(line: number)
        func text(_ key: String, _ limit: Int, _ words: String) -> String {
            guard let text = item.string(key), text.utf8.count > limit else { return item.string(key) ?? "" }
            losses.append("its \(words) is longer than \(limit) bytes, and was cut")
            return FeedText.cut(text, to: limit)
        }
        title = text("title", limits.titleBytes, "headline").plainAsHTML
        summary = text("summary", limits.textBytes, "summary").plainAsHTML
        content = text("content_html", limits.textBytes, "text")
        if content.isEmpty { content = Self.paragraphs(text("content_text", limits.textBytes, "text")) }
        guid = item.string("id").map { FeedText.cut($0, to: limits.valueBytes) } ?? ""
        link = item.string("url") ?? item.string("external_url") ?? ""
        authors = Array((item.authors.nonEmpty ?? inherited).prefix(limits.values))
        categories = Array(item.strings("tags").prefix(limits.values))
        language = item.string("language")
        published = date(item, "date_published")
        updated = date(item, "date_modified")
        published = published ?? updated
        pictures = ["image", "banner_image"].compactMap { item.string($0) }.map { Picture(url: $0) }
        enclosures = item.objects("attachments").prefix(limits.values).compactMap { attachment in
            attachment.string("url").map {
                Enclosure(url: $0, type: attachment.string("mime_type") ?? "", length: attachment.int("size_in_bytes"))
            }
        }
        pictures += enclosures.filter { $0.type.hasPrefix("image/") }.map { Picture(url: $0.url) }
        picture = pictures.first
    }

    private mutating func date(_ item: JSONObject, _ key: String) -> Date? {
        guard let text = item.string(key) else { return nil }
        let date = FeedDate.read(text)
        if date == nil {
            unreadableDate = String(text.prefix(60))
            losses.append("its date “\(text.prefix(60))” is unreadable or implausible")
        }
        return date
    }

    /// Plain text as HTML, with paragraphs at blank lines.
    private static func paragraphs(_ text: String) -> String {
        text.split(separator: "\n\n").map { "<p>\(String($0).escapedForMarkup.replacing("\n", with: "<br>"))</p>" }
            .joined()
    }
}

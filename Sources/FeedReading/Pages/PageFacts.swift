import Foundation
import Syndication
import XML

/// The metadata of the article on a page, from `meta` elements (Open Graph), JSON-LD (schema.org) and
/// HTML elements.
struct PageFacts {
    private(set) var title = ""
    private(set) var authors: [String] = []
    private(set) var published: Date?
    private(set) var canonical = ""
    private(set) var picture = ""
    private(set) var summary = ""

    init(_ root: HTMLNode) {
        let elements = root.descendants { !["style", "svg", "noscript"].contains($0.name) }
        let meta = Self.meta(in: elements)
        let article = elements.lazy.filter(Self.isLinkedData).compactMap(Self.article).first
        func first(_ names: String...) -> String { names.lazy.compactMap { meta[$0] }.first ?? "" }
        func element(_ name: String, _ condition: (HTMLNode) -> Bool = { _ in true }) -> HTMLNode? {
            elements.first { $0.name == name && condition($0) }
        }
        title = FeedText.words(
            article?.string("headline") ?? first("og:title", "twitter:title").nonEmpty ?? element("h1")?.text.nonEmpty
                ?? element("title")?.text ?? "")
        authors =
            article?.names("author").nonEmpty
            ?? Self.people(first("author", "article:author", "dc.creator", "parsely-author"))
        if authors.isEmpty, let byline = elements.first(where: Self.isByline) { authors = Self.people(byline.text) }
        let dates = [
            article?.string("datePublished"),
            first("article:published_time", "datepublished", "date", "dc.date", "pubdate"),
            element("time") { $0.attribute("datetime") != nil }?.attribute("datetime"),
        ]
        published = dates.lazy.compactMap { $0.flatMap(FeedDate.read) }.first
        canonical =
            element("link") { $0.attribute("rel")?.lowercased() == "canonical" }?.attribute("href")?.trimmed
            ?? first("og:url")
        picture =
            first("og:image:secure_url", "og:image", "og:image:url", "twitter:image").nonEmpty ?? article?.address(
                "image") ?? ""
        summary = FeedText.words(
            first("og:description", "description", "twitter:description").nonEmpty ?? article?.string("description")
                ?? "")
    }

    /// The first value of each `meta` element's name, in lower case.
    private static func meta(in elements: [HTMLNode]) -> [String: String] {
        var meta: [String: String] = [:]
        for element in elements where element.name == "meta" {
            let name = element.attribute("property") ?? element.attribute("name") ?? element.attribute("itemprop")
            guard let name = name?.lowercased(), meta[name] == nil,
                let value = element.attribute("content")?.trimmed.nonEmpty, value.utf8.count <= 4096
            else { continue }
            meta[name] = value
        }
        return meta
    }

    private static func isLinkedData(_ node: HTMLNode) -> Bool {
        node.name == "script" && node.attribute("type")?.lowercased() == "application/ld+json"
    }

    private static func isByline(_ node: HTMLNode) -> Bool {
        if node.attribute("rel")?.lowercased() == "author" || node.attribute("itemprop")?.lowercased() == "author" {
            return true
        }
        return node.attribute("class")?.lowercased().split(whereSeparator: \.isWhitespace).contains("byline") == true
    }

    /// Splits a byline into names: "By Ana Reis and Rui Sá" has two.
    private static func people(_ byline: String) -> [String] {
        guard !byline.isEmpty, byline.count <= 200, !byline.hasPrefix("http") else { return [] }
        var names = FeedText.words(byline)
        for beginning in ["By ", "by ", "Von ", "Por ", "Par "] where names.hasPrefix(beginning) {
            names.removeFirst(beginning.count)
        }
        return names.replacing(" and ", with: ",").split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
            .prefix(10).map { $0 }
    }

    /// The first article in JSON-LD, which may be in a list or a graph.
    private static func article(in script: HTMLNode) -> JSONObject? {
        let text = script.text
        guard text.utf8.count <= 512 << 10, let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)) else {
            return nil
        }
        var waiting: [Any] = [value]
        for _ in 0..<200 {
            guard let next = waiting.popLast() else { return nil }
            if let list = next as? [Any] { waiting += list.reversed() }
            guard let object = next as? [String: Any] else { continue }
            let types = (object["@type"] as? [Any])?.compactMap { $0 as? String } ?? [object["@type"] as? String ?? ""]
            if types.contains(where: { $0.hasSuffix("Article") || $0 == "BlogPosting" || $0 == "Report" }) {
                return JSONObject(object)
            }
            waiting += (object["@graph"] as? [Any] ?? []).reversed()
        }
        return nil
    }
}

extension JSONObject {
    /// The names of one person or a list of people, given as strings or objects.
    fileprivate func names(_ key: String) -> [String] {
        let all = objects(key).isEmpty ? [object(key)].compactMap(\.self) : objects(key)
        return
            (all.compactMap { $0.string("name") }.nonEmpty ?? strings(key).nonEmpty ?? string(key).map { [$0] } ?? [])
            .map(FeedText.words)
    }

    /// The address of a picture, given as a string, an object, or a list of either, of which the first
    /// counts.
    fileprivate func address(_ key: String) -> String? {
        string(key) ?? object(key)?.string("url") ?? strings(key).first ?? objects(key).first?.string("url")
    }
}

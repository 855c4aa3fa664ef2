import Foundation
import Syndication
import XML

/// A rule for reading a page like a feed: XPath expressions for the items, and for their parts relative
/// to each item.
package struct PageRule: Sendable, Equatable, Codable {
    /// The item elements: `//article`.
    package var items: String
    /// The headline: `.//h2`.
    package var title: String
    /// The address: `.//a/@href`.
    package var link: String
    /// The date: `.//time/@datetime`. This and all following expressions may be empty.
    package var date: String
    /// The short text.
    package var summary: String
    /// The address of its picture: `.//img/@src`.
    package var picture: String
    /// The author.
    package var author: String

    /// Creates a rule, by default with the usual expressions for headline and link.
    package init(
        items: String, title: String = ".//h1|.//h2|.//h3", link: String = ".//a/@href", date: String = "",
        summary: String = "",
        picture: String = "", author: String = ""
    ) {
        (self.items, self.title, self.link, self.date) = (items, title, link, date)
        (self.summary, self.picture, self.author) = (summary, picture, author)
    }

    /// A fault in one of the expressions.
    package struct Fault: Sendable, Equatable {
        /// The name of the part: `items`, `title`, …
        package var field: String
        /// The fault in words that follow the name: "is not an XPath expression: …".
        package var detail: String
    }

    /// All faults in the expressions; empty if they can be used.
    package var faults: [Fault] {
        var faults: [Fault] = []
        for (field, source) in parts {
            if source.isEmpty {
                if field == "items" || field == "link" { faults.append(Fault(field: field, detail: "is missing")) }
                continue
            }
            do throws(XPathExpression.Fault) { _ = try XPathExpression(source) } catch {
                faults.append(Fault(field: field, detail: error.description))
            }
        }
        return faults
    }

    private var parts: [(String, String)] {
        [
            ("items", items), ("title", title), ("link", link), ("date", date), ("summary", summary),
            ("picture", picture),
            ("author", author),
        ]
    }

    /// Reads a page as a feed. Throws ``FeedError/rule(_:)`` if an expression is faulty or no item has a
    /// link.
    /// - Parameters:
    ///   - url: the page's address, after all redirects.
    ///   - contentType: the `Content-Type` of the HTTP response.
    package func feed(
        in page: [UInt8], url: String, contentType: String? = nil, limits: FeedLimits = FeedLimits()
    ) throws(FeedError) -> Feed {
        guard page.count <= limits.bytes else { throw .tooLarge("it is larger than \(limits.bytes) bytes") }
        guard let root = HTMLDocument(page, charset: contentType.flatMap(FeedText.charset))?.root else {
            throw .rule("the response is not an HTML page")
        }
        let reader = try PageReader(self, limits)
        var feed = Feed()
        feed.format = "page"
        feed.link = url
        feed.language = root.attribute("lang")
        feed.title = root.descendants { $0.name != "body" }.first { $0.name == "title" }?.text ?? ""
        feed.items = try reader.items(in: root)
        feed.makeAbsolute(url: url)
        feed.items = feed.items.filter { !$0.link.isEmpty }
        guard !feed.items.isEmpty else {
            throw .rule("the page has no element with a link where the rule looks for items")
        }
        return feed
    }
}

/// Applies a rule to a page.
private struct PageReader {
    private let limits: FeedLimits
    private let expressions: [String: XPathExpression]

    init(_ rule: PageRule, _ limits: FeedLimits) throws(FeedError) {
        if let fault = rule.faults.first { throw .rule("\(fault.field) \(fault.detail)") }
        var expressions: [String: XPathExpression] = [:]
        for (field, source) in [
            ("items", rule.items), ("title", rule.title), ("link", rule.link), ("date", rule.date),
            ("summary", rule.summary),
            ("picture", rule.picture), ("author", rule.author),
        ] where !source.isEmpty {
            do throws(XPathExpression.Fault) { expressions[field] = try XPathExpression(source) } catch {
                throw .rule("\(field) \(error)")
            }
        }
        self.limits = limits
        self.expressions = expressions
    }

    func items(in root: HTMLNode) throws(FeedError) -> [FeedItem] {
        guard case .nodes(let nodes) = try value("items", at: root, limit: min(limits.items, 500)) else {
            throw .rule("items matches no elements, only text")
        }
        var items: [FeedItem] = []
        for (number, node) in nodes.compactMap(\.element).enumerated() { items.append(try item(node, number + 1)) }
        return items
    }

    private func item(_ node: HTMLNode, _ number: Int) throws(FeedError) -> FeedItem {
        var item = FeedItem(line: number)
        item.link = try text("link", at: node, limits.valueBytes)
        item.title = (try text("title", at: node, limits.titleBytes)).plainAsHTML
        item.summary = try markup("summary", at: node)
        item.authors = [try text("author", at: node, limits.valueBytes)].filter { !$0.isEmpty }
        let date = try text("date", at: node, 100)
        item.published = FeedDate.read(date)
        if item.published == nil, !date.isEmpty {
            item.unreadableDate = String(date.prefix(60))
            item.losses.append("its date “\(date.prefix(60))” cannot be read")
        }
        let picture = try text("picture", at: node, limits.valueBytes)
        if !picture.isEmpty, !TrackingPixel.isOne(picture) { item.pictures = [.init(url: picture)] }
        return item
    }

    private func value(_ field: String, at node: HTMLNode, limit: Int) throws(FeedError) -> XPathExpression.Value {
        guard let expression = expressions[field] else { return .text("") }
        do throws(XPathExpression.Fault) { return try expression.value(at: node, limit: limit) } catch {
            throw .rule("\(field) \(error)")
        }
    }

    /// The text of the first match with any text.
    private func text(_ field: String, at node: HTMLNode, _ limit: Int) throws(FeedError) -> String {
        switch try value(field, at: node, limit: 10) {
        case .text(let text): return FeedText.cut(FeedText.words(text.trimmed), to: limit)
        case .nodes(let nodes): return FeedText.cut(nodes.lazy.map(\.text).first { !$0.isEmpty } ?? "", to: limit)
        }
    }

    /// The content of the matching elements, as HTML.
    private func markup(_ field: String, at node: HTMLNode) throws(FeedError) -> String {
        switch try value(field, at: node, limit: 50) {
        case .text(let text): return FeedText.cut(text, to: limits.textBytes).plainAsHTML
        case .nodes(let nodes):
            let html = nodes.map { node in node.element.map { "<p>\($0.html())</p>" } ?? node.text.plainAsHTML }
                .joined()
            return FeedText.cut(html, to: limits.textBytes)
        }
    }
}

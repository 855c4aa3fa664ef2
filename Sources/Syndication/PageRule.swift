import Foundation
import XML

/// How a page without a feed is read like one: XPath expressions, those of the parts relative to the element of an item.
package struct PageRule: Sendable, Equatable, Codable {
    /// The elements that are items each: `//article`.
    package var items: String
    /// The headline: `.//h2`.
    package var title: String
    /// The address: `.//a/@href`.
    package var link: String
    /// May be empty, as all that follow: `.//time/@datetime`.
    package var date: String
    /// The short text.
    package var summary: String
    /// The address of its picture: `.//img/@src`.
    package var picture: String
    /// Who wrote it.
    package var author: String

    /// A rule; the headline and link that are usual where nothing else is said.
    package init(
        items: String, title: String = ".//h1|.//h2|.//h3", link: String = ".//a/@href", date: String = "",
        summary: String = "",
        picture: String = "", author: String = ""
    ) {
        (self.items, self.title, self.link, self.date) = (items, title, link, date)
        (self.summary, self.picture, self.author) = (summary, picture, author)
    }

    /// What is wrong with one of the expressions.
    package struct Fault: Sendable, Equatable {
        /// The name of the part: `items`, `title`, …
        package var field: String
        /// In words, to be put behind the name: "is no XPath expression: …".
        package var detail: String
    }

    /// All that is wrong with the expressions; empty where they can be used.
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

    /// Reads a page as a feed. Throws ``FeedError/rule(_:)`` where an expression is at fault, or finds no item with a link.
    /// - Parameters:
    ///   - url: of the page, after all redirects.
    ///   - contentType: of the HTTP answer.
    package func feed(
        in page: [UInt8], url: String, contentType: String? = nil, limits: FeedLimits = FeedLimits()
    ) throws(FeedError) -> Feed {
        guard page.count <= limits.bytes else { throw .tooLarge("it is larger than \(limits.bytes) bytes") }
        guard let root = HTMLDocument(page, charset: contentType.flatMap(FeedText.charset))?.root else {
            throw .rule("what came is no HTML page")
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

/// A rule at work.
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
            throw .rule("items finds no elements, but a text")
        }
        var items: [FeedItem] = []
        for (number, node) in nodes.compactMap(\.element).enumerated() { items.append(try item(node, number + 1)) }
        return items
    }

    private func item(_ node: HTMLNode, _ number: Int) throws(FeedError) -> FeedItem {
        var item = FeedItem(line: number)
        item.link = try text("link", at: node, limits.valueBytes)
        item.title = FeedText.html(try text("title", at: node, limits.titleBytes))
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

    /// The text of the first that has one.
    private func text(_ field: String, at node: HTMLNode, _ limit: Int) throws(FeedError) -> String {
        switch try value(field, at: node, limit: 10) {
        case .text(let text): return FeedText.cut(FeedText.words(text.trimmed), to: limit)
        case .nodes(let nodes): return FeedText.cut(nodes.lazy.map(\.text).first { !$0.isEmpty } ?? "", to: limit)
        }
    }

    /// What is in the elements, as HTML.
    private func markup(_ field: String, at node: HTMLNode) throws(FeedError) -> String {
        switch try value(field, at: node, limit: 50) {
        case .text(let text): return FeedText.html(FeedText.cut(text, to: limits.textBytes))
        case .nodes(let nodes):
            let html = nodes.map { node in node.element.map { "<p>\($0.html())</p>" } ?? FeedText.html(node.text) }
                .joined()
            return FeedText.cut(html, to: limits.textBytes)
        }
    }
}

package import Foundation
import XML

/// The article that stands on a page among everything else: its text, found by where the long paragraphs are, and what the page says
/// of it to machines.
package struct PageText: Sendable {
    /// The headline: plain text.
    package var title = ""
    /// The text: sanitised HTML; empty where none is found that is long enough to be one.
    package var html = ""
    /// The same without markup.
    package var plainText = ""
    /// Names, in their order.
    package var authors: [String] = []
    /// When it was published, where the page says it.
    package var published: Date?
    /// The address under which the page wants to be known, absolute.
    package var canonical = ""
    /// The address of the picture that stands for it, absolute.
    package var picture = ""
    /// A sentence or two: plain text.
    package var summary = ""
    /// BCP 47, where the page says it.
    package var language: String?

    /// Looks for the article on a page.
    /// - Parameters:
    ///   - url: of the page, after all redirects.
    ///   - contentType: of the HTTP answer.
    ///
    /// Nil for what is no HTML page.
    package init?(_ page: [UInt8], url: String, contentType: String? = nil) {
        guard let root = HTMLDocument(page, charset: contentType.flatMap(FeedText.charset))?.root else { return nil }
        let facts = PageFacts(root)
        let base = WebAddress(url)
        func absolute(_ address: String) -> String { base?.resolve(address) ?? "" }
        title = facts.title
        authors = facts.authors
        published = facts.published
        canonical = TrackingParameters.removed(from: absolute(facts.canonical))
        picture = TrackingPixel.isOne(facts.picture) ? "" : absolute(facts.picture)
        summary = facts.summary
        language = root.attribute("lang")?.nonEmpty
        let clean = HTMLSanitizer.sanitize(ArticleSearch(root).html, baseURL: url)
        // Shorter is a teaser, a notice, a page that asks to log in.
        guard clean.plainText.count >= Self.shortest else { return }
        html = clean.html
        plainText = clean.plainText
    }

    /// Characters of a text.
    private static let shortest = 250
}

/// Finds the element that holds the text of an article.
private struct ArticleSearch {
    private let root: HTMLNode

    init(_ root: HTMLNode) { self.root = root }

    /// What the article's element holds; empty where there is none.
    var html: String {
        var scores: [Int: (node: HTMLNode, score: Double)] = [:]
        for node in root.descendants(where: Self.isWanted) where Self.paragraphs.contains(node.name) {
            let text = node.text
            guard text.count >= 25, Self.linkDensity(node, text) < 0.5 else { continue }
            let score = 1 + Double(text.utf8.count { $0 == UInt8(ascii: ",") }) + min(Double(text.count) / 100, 3)
            var ancestor = node.parent
            // What is directly around a paragraph counts wholly, what is further out by less.
            for weight in [1, 0.5, 0.25] {
                guard let element = ancestor, element.name != "html" else { break }
                scores[element.id, default: (element, Self.bonus(element))].score += score * weight
                ancestor = element.parent
            }
        }
        let best = scores.values.max {
            $0.score * (1 - Self.linkDensity($0.node)) < $1.score * (1 - Self.linkDensity($1.node))
        }
        return best?.node.html(where: Self.isWanted) ?? ""
    }

    private static let paragraphs: Set<String> = ["p", "pre", "blockquote", "td"]

    private static func linkDensity(_ node: HTMLNode, _ text: String? = nil) -> Double {
        let all = Double((text ?? node.text).count)
        guard all > 0 else { return 1 }
        let links = node.descendants().filter { $0.name == "a" }.reduce(0) { $0 + $1.text.count }
        return min(Double(links) / all, 1)
    }

    private static func bonus(_ node: HTMLNode) -> Double {
        let isMarked = node.attribute("itemprop")?.contains("articleBody") == true
        return (node.name == "article" || node.name == "main" || isMarked ? 25 : 0)
            + (words(node, articleWords) ? 15 : 0)
    }

    /// Whether an element may be a part of an article, by its name and by what its makers call it.
    private static func isWanted(_ node: HTMLNode) -> Bool {
        if unwanted.contains(node.name) || node.attribute("hidden") != nil || node.attribute("aria-hidden") == "true" {
            return false
        }
        guard !["html", "body", "article", "main", "p"].contains(node.name) else { return true }
        return !words(node, furnitureWords) || words(node, articleWords)
    }

    private static func words(_ node: HTMLNode, _ words: [String]) -> Bool {
        let names = ((node.attribute("class") ?? "") + " " + (node.attribute("id") ?? "")).lowercased()
        return names.count > 1 && words.contains { names.contains($0) }
    }

    private static let unwanted: Set<String> = [
        "script", "style", "noscript", "nav", "aside", "footer", "form", "iframe", "button", "svg", "template",
        "select", "head",
    ]
    private static let furnitureWords = [
        "comment", "sidebar", "share", "social", "promo", "related", "newsletter", "cookie", "banner", "advert",
        "breadcrumb", "footer",
        "masthead", "menu", "navigation", "pagination", "popup", "recommend", "sponsor", "subscribe", "toolbar",
        "widget", "disqus",
        "consent", "paywall", "teaser", "outbrain", "taboola",
    ]
    private static let articleWords = [
        "article-body", "articlebody", "article__body", "article-content", "entry-content", "post-content",
        "story-body",
    ]
}

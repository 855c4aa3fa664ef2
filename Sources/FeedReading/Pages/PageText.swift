package import Foundation
import Syndication
import XML

/// The article on a web page: its text, found by looking for the longest paragraphs, and its metadata.
package struct PageText: Sendable {
    /// The headline, as plain text.
    package var title = ""
    /// The text as sanitised HTML; empty if none was found that is long enough.
    package var html = ""
    /// The text without markup.
    package var plainText = ""
    /// The authors' names, in order.
    package var authors: [String] = []
    /// The time of publication, if stated.
    package var published: Date?
    /// The page's canonical address, absolute.
    package var canonical = ""
    /// The address of its main picture, absolute.
    package var picture = ""
    /// A summary in a sentence or two, as plain text.
    package var summary = ""
    /// The language as a BCP 47 tag, if stated.
    package var language: String?

    /// Looks for the article on a page; nil if the page is not HTML.
    /// - Parameters:
    ///   - url: the page's address, after all redirects.
    ///   - contentType: the `Content-Type` of the HTTP response.
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
        // Anything shorter is a teaser, a notice or a sign-in page.
        guard clean.plainText.count >= Self.shortest else { return }
        html = clean.html
        plainText = clean.plainText
    }

    /// The minimum length of a text, in characters.
    private static let shortest = 250
}

/// Finds the element that contains the text of an article.
private struct ArticleSearch {
    private let root: HTMLNode

    init(_ root: HTMLNode) { self.root = root }

    /// The content of the article's element; empty if there is none.
    var html: String {
        var scores: [Int: (node: HTMLNode, score: Double)] = [:]
        for node in root.descendants(where: Self.isWanted) where Self.paragraphs.contains(node.name) {
            let text = node.text
            guard text.count >= 25, Self.linkDensity(node, text) < 0.5 else { continue }
            let score = 1 + Double(text.utf8.count { $0 == UInt8(ascii: ",") }) + min(Double(text.count) / 100, 3)
            var ancestor = node.parent
            // The parent of a paragraph gets the full score, outer ancestors less.
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

    /// Whether an element may be part of an article, judging by its name, class and ID.
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

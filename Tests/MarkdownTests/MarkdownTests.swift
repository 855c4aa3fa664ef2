import Foundation
import Markdown
import TestSupport
import Testing
import XML

@Suite("Markdown")
struct MarkdownTests {
    @Test(
        "What is typed becomes what is shown",
        arguments: [
            ("One.\n\nTwo.", "<p>One.</p><p>Two.</p>"), ("One.\nTwo.", "<p>One.<br/>Two.</p>"),
            ("## Heading\nText", "<h2>Heading</h2><p>Text</p>"),
            ("*so* and **so**", "<p><em>so</em> and <strong>so</strong></p>"),
            ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"), ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
            ("> said", "<blockquote><p>said</p></blockquote>"),
            ("[a](https://example.org/x)", #"<p><a href="https://example.org/x">a</a></p>"#),
            ("[a](javascript:alert(1))", "<p>a</p>"), ("<script>alert(1)</script>", ""),
            ("<b onclick=alert(1)>x</b>", "<p><b>x</b></p>"), ("", ""), ("\u{0}", "<p>\u{FFFD}</p>"),
            ("2 < 3 & 4", "<p>2 &lt; 3 &amp; 4</p>"),
        ])
    func typed(_ text: String, _ html: String) { #expect(Markdown.html(of: text).html == html) }

    @Test(
        "What is shown can be edited in plain words",
        arguments: [
            ("<p>One.</p><p>Two.</p>", "One.\n\nTwo."), ("<p>A<br/>B</p>", "A\nB"),
            (
                "<p>R&amp;D costs 3 * 4_000 in snake_case [sic] &lt;here&gt;</p>",
                #"R\&D costs 3 \* 4_000 in snake_case \[sic\] \<here>"#
            ),
            (
                "<p># no heading</p><p>1. no list</p><p>- no list</p><p>&gt; no quote</p>",
                "\\# no heading\n\n1\\. no list\n\n\\- no list\n\n\\> no quote"
            ),
            ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "- a\n  - b\n- c"),
            ("<p>H<sub>2</sub>O</p>", "H<sub>2</sub>O"), ("<h2>A <em>b</em></h2>", "## A *b*"),
            ("<table><tbody><tr><td>1</td></tr></tbody></table>", "<table><tbody><tr><td>1</td></tr></tbody></table>"),
        ])
    func shown(_ html: String, _ text: String) {
        #expect(Markdown.text(of: html) == text)
        #expect(Markdown.html(of: text).html == html)
    }

    @Test(
        "A text comes in blocks, each as shown and as typed",
        arguments: [
            ("", [] as [(String, String)]), (" \n\n<script>alert(1)</script>", []),
            (
                "One *so*.\n\n* a\n* b",
                [("<p>One <em>so</em>.</p>", "One *so*."), ("<ul><li>a</li><li>b</li></ul>", "- a\n- b")]
            ),
            ("<p onclick=x>A</p>\n\n[b](javascript:x)", [("<p>A</p>", "A"), ("<p>b</p>", "b")]),
            (
                "<figure><img src=\"picture:\(picture)\" alt=\"A &quot;b&quot;\"><figcaption>C</figcaption></figure>",
                [
                    (
                        "<figure><img src=\"picture:\(picture)\" alt=\"A &quot;b&quot;\"/><figcaption>C</figcaption></figure>",
                        "<figure><img src=\"picture:\(picture)\" alt=\"A &quot;b&quot;\"/><figcaption>C</figcaption></figure>"
                    )
                ]
            ),
        ])
    func blocks(_ text: String, _ wanted: [(html: String, text: String)]) {
        let blocks = Markdown.blocks(of: text)
        #expect(blocks.map(\.html) == wanted.map(\.html) && blocks.map(\.text) == wanted.map(\.text))
        #expect(blocks.map(\.html).joined() == Markdown.html(of: text).html)
    }

    private static let picture = String(repeating: "ab", count: 32)

    /// Opening and saving an article must not change it, however often that happens.
    @Test("Nothing of an article is lost between the two", .enabled(if: SharedData.newspaper != nil))
    func archive() throws {
        let bytes = try #require(SharedData.bytes("newspaper/feed.xml"))
        let items = try #require(try XMLReader.parse(bytes).first("channel")).all("item")
        try #require(items.count > 100)
        for item in items {
            let body = item.first("encoded", "http://purl.org/rss/1.0/modules/content/")?.text ?? ""
            let clean = HTMLSanitizer.sanitize(body)
            let text = Markdown.text(of: clean.html)
            let again = Markdown.html(of: text)
            #expect(again.plainText.words == clean.plainText.words, "\(item.first("title")?.text ?? "")")
            #expect(Markdown.html(of: Markdown.text(of: again.html)) == again)
        }
    }
}

extension String {
    fileprivate var words: [Substring] { split(whereSeparator: \.isWhitespace) }
}

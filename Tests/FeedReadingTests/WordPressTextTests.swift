import Syndication
import Testing
import XML

@testable import FeedReading

/// The text of a post as stored by WordPress, and as seen by readers.
struct WordPressTextTests {
    /// The text after sanitising, with all pictures known.
    private func clean(_ text: WordPressText) -> String {
        HTMLSanitizer.sanitize(text.html) { _ in String(repeating: "a", count: 64) }.html
            .replacing("picture:" + String(repeating: "a", count: 64), with: "P")
    }

    @Test(arguments: [
        ("One\ntwo\n\nthree", "<p>One<br/>two</p><p>three</p>"),
        ("One\r\n\r\n\r\n  two  ", "<p>One</p><p>two</p>"),
        ("One\rtwo\r\rthree\r", "<p>One<br/>two</p><p>three</p>"),
        ("<b>One</b>\n\n<i>two</i>", "<p><b>One</b></p><p><i>two</i></p>"),
        ("Before\n<h2>Head</h2>\nafter", "<p>Before</p><h2>Head</h2><p>after</p>"),
        ("<ul>\n<li>a</li>\n\n<li>b</li>\n</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<blockquote>a\n\nb</blockquote>", "<blockquote>a<p>b</p></blockquote>"),
        ("<pre>a\n\n[gallery]\nb</pre>", "<pre>a\n\n[gallery]\nb</pre>"),
        ("A <!--more--> b", "<p>A b</p>"),
        ("1 < 2\n\nand <3", "<p>1 &lt; 2</p><p>and &lt;3</p>"),
        (
            "<!-- wp:paragraph {\"a\":\"[x y=1]\"} -->\n<p>One\ntwo</p>\n<!-- /wp:paragraph -->\n\nplain\n\nlines",
            "<p>One two</p><p>plain</p><p>lines</p>"
        ),
    ])
    func blankLinesArePartingParagraphs(_ source: String, _ expected: String) {
        let text = WordPressText(source)
        #expect(clean(text) == expected)
        #expect(text.losses.isEmpty)
    }

    @Test(arguments: [
        (
            "[caption id=\"a\" width=\"300\"]<a href=\"https://x.example/a.jpg\"><img src=\"a.jpg\" alt=\"A\"/></a> The <b>words</b>[/caption]\n\nNext",
            "<figure><a href=\"https://x.example/a.jpg\"><img src=\"P\" alt=\"A\"/></a><figcaption>The <b>words</b></figcaption></figure><p>Next</p>",
            [String]()
        ),
        (
            "[caption caption=\"Old words\"]<img src=\"a.jpg\" alt=\"\"/>[/caption]",
            "<figure><img src=\"P\" alt=\"\"/><figcaption>Old words</figcaption></figure>", []
        ),
        ("[caption]never ends", "<p>never ends</p>", []),
        ("A [gallery ids=\"1,2\"] b", "<p>A b</p>", ["without the shortcode [gallery]"]),
        ("A [fancy]inner[/fancy] b", "<p>A inner b</p>", ["without the shortcode [fancy]"]),
        ("He said [sic] that [1] and [[gallery]] stay", "<p>He said [sic] that [1] and [gallery] stay</p>", []),
        ("[embed]https://v.example/1[/embed]", "<p>https://v.example/1</p>", []),
        ("x <!-- wp:latest-posts {\"n\":5} /--> y", "<p>x y</p>", ["without the block latest-posts"]),
    ])
    func shortcodesAreUnderstoodOrLeftOut(_ source: String, _ expected: String, _ losses: [String]) {
        let text = WordPressText(source)
        #expect(clean(text) == expected)
        #expect(text.losses == losses)
    }

    /// Text crafted to take long.
    @Test(
        .timeLimit(.minutes(1)), arguments: ["<!--", "[caption]", "<a \"", "<a '", "[", "[[", "[/x", "\n\n<", "<pre>"])
    func repetitionsTakeNoTime(_ text: String) {
        _ = WordPressText(String(repeating: text, count: 200_000 / text.utf8.count))
    }
}

import Testing
@testable import WebEditions

/// Plain text in pages.
struct PlainBlocksTests {
    @Test(arguments: [
        ("One.\n\nTwo.", "<p>One.</p><p>Two.</p>"),
        (
            "When.\n\n• At one\n• At <two>\n\nEnd.",
            "<p>When.</p><ul><li>At one</li><li>At &lt;two&gt;</li></ul><p>End.</p>"
        ),
        ("One.\n\nWhat it costs\n\nMuch.", "<p>One.</p><h3>What it costs</h3><p>Much.</p>"),
        ("Title\n\nOne.\n\nSigned", "<p>Title</p><p>One.</p><p>Signed</p>"),
        (
            "One.\n\n\(String(repeating: "x", count: 80))\n\nTwo.",
            "<p>One.</p><p>\(String(repeating: "x", count: 80))</p><p>Two.</p>"
        ),
        ("", ""),
    ])
    func itHasBlocks(_ text: String, _ html: String) {
        #expect(PlainBlocks.html(text) == html)
    }
}

import TestSupport
import Testing
import XML

struct TrackingTests {
    @Test(arguments: [
        ("https://x.org/a?utm_source=rss&id=3&UTM_medium=x", "https://x.org/a?id=3"),
        ("https://x.org/a?fbclid=1", "https://x.org/a"),
        ("https://x.org/a?id=3#utm_source=x", "https://x.org/a?id=3"),
        ("https://x.org/a#xtor=RSS-1", "https://x.org/a"),
        ("https://x.org/a?b=1&amp;gclid=2", "https://x.org/a?b=1"),
        ("https://x.org/a?mc_cid=1#part", "https://x.org/a#part"),
        ("https://x.org/a?utm=1", "https://x.org/a?utm=1"), ("https://x.org/a", "https://x.org/a"),
        ("https://x.org/a?", "https://x.org/a?"),
        ("https://x.org/a?b&c=#d=e", "https://x.org/a?b&c=#d=e"), ("", ""),
    ])
    func parametersGo(_ address: String, _ expected: String) {
        #expect(TrackingParameters.removed(from: address) == expected)
        #expect(TrackingParameters.removed(from: expected) == expected)
    }

    @Test func sanitisingRemovesThem() {
        let html = HTMLSanitizer.sanitize("<a href='/b?utm_source=x&amp;y=1'>t</a>", baseURL: "https://x.org/").html
        #expect(html == "<p><a href=\"https://x.org/b?y=1\">t</a></p>")
    }

    @Test(arguments: [
        ("src=https://x.org/a.jpg width=1 height=1", true), ("src=https://x.org/a.jpg width=1px", true),
        ("src=https://x.org/a.jpg style='display: none'", true), ("src=https://x.org/a.jpg style='width:100px'", false),
        ("src=https://ad.doubleclick.net/a.jpg", true), ("src=https://notdoubleclick.net/a.jpg", false),
        ("src=https://feeds.feedburner.com/~r/x/~4/y", true), ("src=https://x.org/pixel.gif?x=1", true),
        ("src=https://x.org/a.jpg width=640 height=480", false), ("src=https://x.org/a.jpg width=100%", false),
    ])
    func pixelsAreNotAskedFor(_ attributes: String, _ isPixel: Bool) {
        var asked: [String] = []
        _ = HTMLSanitizer.sanitize("<p>t<img \(attributes)></p>") {
            asked.append($0)
            return nil
        }
        #expect(asked.isEmpty == isPixel)
    }

    /// Sanitising the result again changes nothing.
    @Test(arguments: 0..<60 as Range<UInt64>)
    func whatIsReadOnceReadsTheSame(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "<p>", "</p>", "<b>", "</b>", "<i>", "</i>", "<a href='/x?a=1&b=2'>", "</a>", "<ul>", "</ul>", "<li>",
            "</li>", "<blockquote>",
            "</blockquote>", "<h2>", "</h2>", "<div>", "</div>", "<br>", "<hr>", " ", "\n", "x", "y &amp; z", "&nbsp;",
            "<span>", "</span>", "<ol>",
            "</ol>", "<em>", "</em>", "<small>", "</small>", "<code>", "</code>", "<u>", "</u>", "<s>", "</s>", "<sub>",
            "</sub>", "é", "<",
            "<table><tr><td>", "</table>", "<dl><dt>", "</dl>", "<pre>", "</pre>", "<figure>", "</figure>",
            "<figcaption>", "</figcaption>", "<th>", "<td>", "</td>", "<tr>", "<tbody>", "<abbr>", "</abbr>", "<q>",
            "</q>", "<time>", "</time>", "<h4>",
            "</h4>", "<cite>", "</cite>",
        ]
        for _ in 0..<200 {
            let source = (0..<Int.random(in: 1...40, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            let once = HTMLSanitizer.sanitize(source, baseURL: "https://x.org/")
            #expect(HTMLSanitizer.sanitize(once.html) == once, "\(source)")
        }
    }
}

import TestSupport
import Testing
import XML

@Suite struct HTMLSanitizerTests {
    @Test(arguments: [
        ("", ""), ("  \n ", ""), ("hello", "<p>hello</p>"), ("a < b & c > \"d\"", "<p>a &lt; b &amp; c &gt; \"d\"</p>"),
        ("<p>a</p><svg onload=x()><p>b</p>c<p>d</p>", "<p>a</p><p>b</p><p>c</p><p>d</p>"),
        ("<svg><g><text>x</text></g></svg><p>a</p>", "<p>a</p>"),
        ("<svg><foreignObject><div>x</div></foreignObject><text>1</text></svg><p>a</p>", "<p>a</p>"),
        ("<math><mi>x</mi><style>y</style><div>a</div>b", "<p>a</p><p>b</p>"),
        ("x <b>y</b> z<p>q</p>", "<p>x <b>y</b> z</p><p>q</p>"), ("<p> a  b\n c </p>", "<p>a b c</p>"),
        ("<p></p><p> <b> </b><br></p><p>&nbsp;</p>", "<p>\u{A0}</p>"),
        ("<p>a<br><br><br>b<br></p>", "<p>a<br/><br/>b</p>"),
        ("<h1>A</h1><h5>B</h5><h6>C</h6>", "<h2>A</h2><h4>B</h4><h4>C</h4>"),
        ("<div>a<div>b</div>c</div><section>d</section>", "<p>a</p><p>b</p><p>c</p><p>d</p>"),
        ("<span class=x style=y id=z onclick=w()>a</span>", "<p>a</p>"), ("a<hr>b", "<p>a</p><hr/><p>b</p>"),
        ("<ul><li>a<li>b<ul><li>c</ul></ul>", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>"),
        ("<ol><li><p>a</p><p>b</p></li></ol>", "<ol><li><p>a</p><p>b</p></li></ol>"),
        ("<li>a<li>b", "<p>a</p><p>b</p>"),
        ("<dl><dt>a<dd>b</dl>", "<dl><dt>a</dt><dd>b</dd></dl>"),
        ("<blockquote>a <cite>b</cite></blockquote>", "<blockquote>a <cite>b</cite></blockquote>"),
        ("<pre>\n\n  a\n    <code>b</code>\n</pre>", "<pre>  a\n    <code>b</code>\n</pre>"),
        ("<b><i>x</b>y</i>", "<p><b><i>x</i></b>y</p>"), ("<b><b>x</b></b>", "<p><b>x</b></p>"),
        (
            "<a href=http://x.org/><h3>T</h3><p>u</p></a>",
            "<h3><a href=\"http://x.org/\">T</a></h3><p><a href=\"http://x.org/\">u</a></p>"
        ),
        ("<figure><img src=a.jpg><figcaption>c</figcaption></figure>", "<figure><figcaption>c</figcaption></figure>"),
        ("<figure><img src=a.jpg></figure>", ""),
        (
            "<table><caption>t</caption><tr><th scope=COL colspan=2>a<td rowspan=x>b</table>",
            "<p>t</p><table><tr><th colspan=\"2\" scope=\"col\">a</th><td>b</td></tr></table>"
        ),
        (
            "<table><tbody><tr><td></td><td>x</td></tr></table>",
            "<table><tbody><tr><td></td><td>x</td></tr></tbody></table>"
        ),
        (
            "<time datetime=2009-11-06T10:00Z>t</time> <time datetime='\"x'>u</time>",
            "<p><time datetime=\"2009-11-06T10:00Z\">t</time> <time>u</time></p>"
        ),
        ("<a href=http://x/ title=' a\n\"b\" '>l</a>", "<p><a href=\"http://x/\" title=\"a &quot;b&quot;\">l</a></p>"),
        ("caf&eacute; &euro; &#x1F680; &unknown;", "<p>café € 🚀 &amp;unknown;</p>"),
        ("a<wbr>b<font>c</font>", "<p>abc</p>"),
        ("<head><title>x</title></head><body>y</body>", "<p>y</p>"), ("<form>a<input value=b></form>c", "<p>c</p>"),
        ("a\u{0}b\u{1}c\u{FFFF}d", "<p>a b cd</p>"), ("<meta charset=latin1>é", "<p>é</p>"),
    ])
    func rewrites(source: String, expected: String) {
        let result = HTMLSanitizer.sanitize(source)
        #expect(result.html == expected)
        expectClean(result.html, from: source)
    }

    @Test(arguments: [
        ("http://x.org/a?b=1&c=2#d", "http://x.org/a?b=1&c=2#d"), ("HTTPS://X.org", "https://X.org"),
        ("mailto:a@b.c", "mailto:a@b.c"), ("tel:+41", "tel:+41"), (" http://x.org/a b ", "http://x.org/a%20b"),
        ("ht\ntp://x.org/", "http://x.org/"), ("c", "https://e.org/a/c"), ("./c/../d/.", "https://e.org/a/d/"),
        ("../../c", "https://e.org/c"),
        ("/c?d", "https://e.org/c?d"), ("?c", "https://e.org/a/b?c"), ("#c", "#c"), ("//f.org/x", "https://f.org/x"),
        ("", nil),
        ("javascript:alert(1)", nil), ("JaVaScRiPt:alert(1)", nil), ("java\tscript:alert(1)", nil),
        ("data:text/html,x", nil),
        ("vbscript:x", nil), ("file:///etc/passwd", nil), ("ftp://x/", nil), ("http:x", nil), ("http:///x", nil),
        ("mailto:", nil),
        ("javascript&colon;alert(1)", nil), ("blob:http://x/", nil), ("view-source:http://x/", nil), (":x", nil),
        ("1:x", nil),
        ("\\\\evil.org\\x", "https://e.org/a/%5C%5Cevil.org%5Cx"), ("x/y:z", "https://e.org/a/x/y:z"),
        ("http://x/\"><script>", "http://x/%22%3E%3Cscript%3E"), ("http://x/ü", "http://x/ü"),
    ])
    func links(href: String, expected: String?) throws {
        let attribute = href.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
        let result = HTMLSanitizer.sanitize("<p>t<a href=\"\(attribute)\">l</a></p>", baseURL: "https://e.org/a/b?q#f")
        let root = try XMLReader.parse(Array("<r>\(result.html)</r>".utf8))
        #expect(root.first("p")?.first("a")?.attribute("href") == expected)
        if expected == nil { #expect(result.html == "<p>tl</p>") }
    }

    @Test func relativeLinksWithoutBase() {
        for base in [nil, "", "urn:x", "javascript:x", "http://"] {
            let html = HTMLSanitizer.sanitize("<a href='../x?y'>l</a>", baseURL: base).html
            #expect(html == "<p><a href=\"../x?y\">l</a></p>")
        }
    }

    @Test(arguments: [
        ("<h1>T</h1><p>a  b<br>c </p><p>d</p>", "T\n\na b\nc\n\nd"), ("a<hr>b", "a\n\nb"),
        ("<p>x</p><ul><li>a<li><p>b</p><ul><li>c</ul></ul>y", "x\n\n• a\n• b\n• c\n\ny"),
        ("<pre>a  \n  b\n</pre>c", "a\n  b\n\nc"), ("<table><tr><td>a<td><p>b</p><tr><td><td>c</table>", "a | b\nc"),
        ("<dl><dt>a<dd>b</dl>", "a\nb"), ("<a href=x>l &amp; <b>m</b></a> &lt;n&gt;", "l & m <n>"), ("", ""),
        ("<script>x</script>", ""), ("<blockquote><p>a</p><p>b</p></blockquote>", "a\n\nb"),
    ])
    func plainText(source: String, expected: String) {
        #expect(HTMLSanitizer.sanitize(source).plainText == expected)
    }

    @Test func hostileSizes() {
        func numbered(_ count: Int, _ piece: (Int) -> String) -> String { (0..<count).map(piece).joined() }
        func repeated(_ piece: String, _ count: Int) -> String { String(repeating: piece, count: count) }
        let sources: [String] = [
            repeated("<b>", 300_000), repeated("<div>a", 100_000), repeated("<p>", 60_000), repeated("& ", 300_000),
            repeated("<ul><li>", 100_000), repeated("<a href=x>y", 9_000), repeated("<table><tr><td>", 60_000),
            "<table><tr>\(repeated("<td>", 150_000))",
            repeated("<!--", 250_000), repeated("é", 600_000), repeated("<a b=\"", 170_000),
            "<a href='\(repeated("y", 4000))'>\(repeated("<p>x", 20_000))",
            "<a \(numbered(150_000) { "a\($0) " })>x</a>", "<a ,=\" \(numbered(99_000) { "a\($0) " })\">x",
            numbered(60_000) { "<html a\($0)>" }, numbered(60_000) { "<body a\($0)>" },
        ]
        for source in sources {
            let result = HTMLSanitizer.sanitize(source)
            #expect(HTMLSanitizer.sanitize(result.html).html == result.html, "\(source.prefix(40))")
            #expect(result.html.utf8.count <= HTMLSanitizer.maximumBytes)
            #expect((try? XMLReader.parse(Array("<r>\(result.html)</r>".utf8), limits: XMLLimits(depth: 600))) != nil)
        }
    }

    @Test func longTextIsCutBetweenCharacters() {
        let result = HTMLSanitizer.sanitize("<p>start<p>" + String(repeating: "é", count: 600_000))
        #expect(result.html.hasPrefix("<p>start</p><p>éé") && result.html.hasSuffix("é</p>"))
        #expect(result.html.utf8.count <= HTMLSanitizer.maximumBytes)
        #expect(!result.html.contains("\u{FFFD}"))
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func randomMarkupStaysClean(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "<p>", "</p>", "<b>", "</b>", "<i>", "</i>", "<ul>", "</ul>", "<li>", "</li>", "<table>", "</table>",
            "<tr>", "<td>",
            "</td>", "<th scope=row>", "<div>", "</div>", "<pre>", "</pre>", "<a href=x>", "<a href='javascript:x'>",
            "</a>", "<br>",
            "<h1>", "</h1>", "<blockquote>", "</blockquote>", "<dl>", "<dt>", "<dd>", "</dl>", "<script>", "</script>",
            "<!--", "-->",
            "<svg>", "</svg>", "<math>", "<style>", "</style>", "<figure>", "<figcaption>", "text", " ", "\n", "&amp;",
            "&lt;", "&",
            "<", ">", "\"", "'", "é🚀", "<![CDATA[", "]]>", "<?x", "?>", "<hr>", "<textarea>", "</textarea>",
            "<img src=x onerror=y>",
        ]
        for _ in 0..<25 {
            let count = Int.random(in: 1...40, using: &random)
            let source = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            expectClean(HTMLSanitizer.sanitize(source).html, from: source)
        }
    }

    @Test(.enabled(if: SharedData.folder != nil))
    func realArticlesAreCleanAndKeepTheirWords() throws {
        let bytes = try #require(SharedData.bytes("newspaper/feed.xml"))
        let items = try #require(try XMLReader.parse(bytes).first("channel")).all("item")
        #expect(items.count == 160)
        for item in items {
            let source = try #require(item.first("encoded", "http://purl.org/rss/1.0/modules/content/")).text
            let result = HTMLSanitizer.sanitize(source, baseURL: item.first("link")?.text)
            expectClean(result.html, from: item.first("title")?.text ?? "")
            #expect(result.plainText.utf8.count > 100)
            #expect(!result.plainText.split(separator: "\n").contains { $0.last == " " })
        }
    }
}

/// The newspaper's own pictures.
struct OwnPicturesTests {
    private static let hash = String(repeating: "0a", count: 32)

    @Test(arguments: [
        (
            "<p>a <img src='picture:HASH' alt='x \"y\"' onerror=z> b</p>",
            "<p>a <img src=\"picture:HASH\" alt=\"x &quot;y&quot;\"/> b</p>"
        ),
        ("<img src=picture:HASH>", "<p><img src=\"picture:HASH\" alt=\"\"/></p>"),
        (
            "<figure><img src=picture:HASH alt=a><figcaption>c</figcaption></figure>",
            "<figure><img src=\"picture:HASH\" alt=\"a\"/><figcaption>c</figcaption></figure>"
        ),
        ("<img src=http://x.example/a.jpg alt=a>", ""), ("<img src=picture:0A alt=a>", ""),
        ("<img src='picture:HASH\" onload=\"x' alt=a>", ""),
        ("<img src=known.jpg alt=a>", "<p><img src=\"picture:HASH\" alt=\"a\"/></p>"),
    ])
    func areKept(_ html: String, _ expected: String) {
        func named(_ text: String) -> String { text.replacing("HASH", with: Self.hash) }
        let clean = HTMLSanitizer.sanitize(named(html)) { $0 == "known.jpg" ? Self.hash : nil }
        #expect(clean.html == named(expected))
        #expect(HTMLSanitizer.sanitize(clean.html) == clean, "again changes nothing")
    }
}

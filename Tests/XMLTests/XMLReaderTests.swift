import Foundation
import TestSupport
import Testing
import XML

@Suite struct XMLReaderTests {
    private func parse(_ text: String, limits: XMLLimits = .standard) throws(XMLError) -> XMLElement {
        try XMLReader.parse(Array(text.utf8), limits: limits)
    }

    private func failure(_ bytes: [UInt8], limits: XMLLimits = .standard) -> XMLError? {
        do throws(XMLError) {
            _ = try XMLReader.parse(bytes, limits: limits)
            return nil
        } catch { return error }
    }

    private func failure(_ text: String, limits: XMLLimits = .standard) -> XMLError? {
        failure(Array(text.utf8), limits: limits)
    }

    @Test func tree() throws {
        let root = try parse(
            """
            <?xml version="1.0"?>
            <rss xmlns:media="http://search.yahoo.com/mrss/" version="2.0">
              <title>A &amp; B</title><media:title media:kind="k" kind="plain">M</media:title>
              <title>two <b>bold</b><![CDATA[ <i>&]]>&#x20AC;</title><!-- no --><?pi no?>
            </rss>
            """)
        let media = "http://search.yahoo.com/mrss/"
        #expect(root.name == "rss")
        #expect(root.namespace == nil)
        #expect(root.attribute("version") == "2.0")
        #expect(root.all("title").map(\.text) == ["A & B", "two bold <i>&€"])
        #expect(root.first("title")?.line == 3)
        #expect(root.first("title", media)?.text == "M")
        #expect(root.first("title", media)?.attribute("kind") == "plain")
        #expect(root.first("title", media)?.attribute("kind", media) == "k")
        #expect(root.elements.map(\.line) == [3, 3, 4])
    }

    @Test func defaultNamespaceAndUnboundPrefix() throws {
        let root = try parse(#"<feed xmlns="urn:a"><x:entry x:id="1"/><entry xmlns=""/></feed>"#)
        #expect(root.namespace == "urn:a")
        #expect(root.elements.map(\.name) == ["x:entry", "entry"])
        #expect(root.elements.map(\.namespace) == [nil, nil])
        #expect(root.first("x:entry")?.attribute("x:id") == "1")
    }

    @Test(arguments: [
        ("&amp;", "&"), ("&amp;#38;", "&#38;"), ("&#38;amp;", "&amp;"), ("&#38;#38;", "&#38;"),
        ("&lt;&gt;&quot;&apos;", "<>\"'"),
        ("a?b=1&amp;c=2", "a?b=1&c=2"), ("a\tb\nc", "a b c"), ("&#9;&#10;", "\t\n"),
    ])
    func attributeValues(written: String, value: String) throws {
        #expect(try parse("<a b=\"\(written)\">\(written)</a>").attribute("b") == value)
    }

    @Test func encodings() throws {
        let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a b='".utf8) + [0xE9] + Array("'>".utf8) + [0xE7]
        #expect(try XMLReader.parse(latin + Array("</a>".utf8)).text == "ç")
        #expect(try XMLReader.parse(latin + Array("</a>".utf8)).attribute("b") == "é")
        let windows = Array(#"<?xml version="1.0" encoding="windows-1252"?><a>"#.utf8) + [0x80, 0x93]
        #expect(try XMLReader.parse(windows + Array("</a>".utf8)).text == "€“")
        let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>ünïcode 🚀</a>"
        #expect(try XMLReader.parse([0xEF, 0xBB, 0xBF] + Array(text.utf8)).text == "ünïcode 🚀")
        #expect(try parse(text).text == "ünïcode 🚀")
        let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
            #expect(try XMLReader.parse(bytes).text == "ünïcode 🚀")
        }
        #expect(try parse("\n " + text).text == "ünïcode 🚀")
        #expect(failure(little + [0x20])?.kind == .malformed)
        #expect(failure([0xFE, 0xFF, 0xD8, 0x00, 0x00, 0x41])?.kind == .malformed)
        #expect(failure("<?xml version='1.0' encoding='UTF-7'?><a/>")?.kind == .encoding)
        #expect(failure("<?xml version='1.0' encoding='IBM037'?><a/>")?.kind == .encoding)
        #expect(failure(Array("<a>".utf8) + [0xFF, 0xC0] + Array("</a>".utf8))?.kind == .malformed)
    }

    @Test(arguments: [
        "<!DOCTYPE a [<!ENTITY b \"\(String(repeating: "x", count: 99))\"><!ENTITY c \"&b;&b;&b;&b;\">]><a>&c;&c;&c;</a>",
        "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n<a>&x;</a>",
        "<!DOCTYPE a SYSTEM \"http://127.0.0.1:1/a.dtd\"><a/>",
        "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY % p SYSTEM 'http://127.0.0.1:1/'> %p;]><a/>",
        "<!DOCTYPE html><html/>", "<!doctype a><a/>",
    ])
    func documentTypesAreRefused(document: String) {
        #expect(failure(document)?.kind == .documentType)
        let wide: [UInt8] = document.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(failure([0xFF, 0xFE] + wide)?.kind == .documentType)
    }

    @Test func giantTagsAreRefusedQuickly() {
        let many = "<a" + (0..<80_000).map { " a\($0)='1'" }.joined() + "/>"
        let namespaces = "<a" + (0..<300).map { " xmlns:a\($0)='u'" }.joined() + "/>"
        let scope = (0..<60).map { level in
            "<a" + (0..<9).map { " xmlns:n\(level)x\($0)='urn:\(level)'" }.joined() + ">"
        }.joined()
        let elapsed = ContinuousClock().measure {
            #expect(failure(many)?.kind == .limit)
            #expect(failure("<r>\n<!x\n" + many)?.kind == .documentType)
            #expect(failure("<r>\n\(many)</r>")?.line == 2)
            #expect(failure("<a b='\(String(repeating: "x", count: 20_000))'/>")?.kind == .limit)
            #expect(failure("<a " + String(repeating: "x", count: 20_000))?.kind == .limit)
            #expect(failure(namespaces)?.kind == .limit)
            #expect(failure(scope)?.kind == .limit)
            // The parser must stop at the first error.
            #expect(failure("<r><?\u{1}" + many)?.kind == .malformed)
            #expect(failure("<r><!--\u{1}" + many + "--></r>")?.kind == .malformed)
        }
        #expect(elapsed < .seconds(30))
    }

    @Test func depthSizeAndNumberAreBounded() throws {
        let deep = String(repeating: "<a>\n", count: 257)
        #expect(failure(deep)?.kind == .limit)
        #expect(failure(deep)?.line == 257)
        #expect(failure(String(repeating: "<a>", count: 5_000_000))?.kind == .limit)
        let allowed = String(repeating: "<a>", count: 255) + String(repeating: "</a>", count: 255)
        #expect(try parse(allowed).name == "a")
        #expect(failure("<a>xxxxxx</a>", limits: XMLLimits(bytes: 10))?.kind == .limit)
        #expect(failure("<a><b/><b/><b/></a>", limits: XMLLimits(elements: 3))?.kind == .limit)
        #expect(try parse("<a><b/><b/></a>", limits: XMLLimits(elements: 3)).all("b").count == 2)
    }

    @Test(arguments: [
        ("<rss>\n<channel>\n<title>x</title>\n", 4), ("<a>\n<b>\n</a>", 3), ("<a>\n&nbsp;</a>", 2),
        ("<a>\n\n<b c=d/></a>", 3),
        ("", 1), ("   ", 1), ("hello", 1), ("<a/>\n<b/>", 2), ("<a>\u{1}</a>", 1), ("<a b='1' b='2'/>", 1),
        ("<a>\n<!-- x", 2),
        ("<a b='<'/>", 1), ("<a><b</a>", 1), ("\n\n<?xml version='1.0'?>\n<a>", 4),
    ])
    func faultsHaveTheirLine(document: String, line: Int) throws {
        let error = try #require(failure(document))
        #expect(error.kind == .malformed)
        #expect(error.line == line, "\(error)")
        #expect(error.description.hasPrefix("line \(line)"))
        #expect(!error.reason.isEmpty)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func randomBytesNeverTrap(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let seedText = Array(
            "<?xml version='1.0' encoding='UTF-8'?><a xmlns:b='u' c=\"d&amp;\"><b:e/>t<![CDATA[x]]><!--y--><?p q?></a>"
                .utf8)
        for _ in 0..<300 {
            var bytes = seedText
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(contentsOf: Array(bytes[index...].prefix(20)), at: index)
                }
            }
            if let error = failure(bytes) { #expect(error.line >= 1) }
            let noise = (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(failure(noise) != nil)
        }
    }

    @Test func manyThreadsAtOnce() async {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<16 {
                group.addTask {
                    (0..<50).allSatisfy { _ in
                        let element = try? XMLReader.parse(Array("<a><b>\(number)</b></a>".utf8))
                        let isRefused = (try? XMLReader.parse(Array("<a><b>\(number)</a>".utf8))) == nil
                        let html = HTMLSanitizer.sanitize("<p>\(number)<script>x</script>").html
                        return element?.text == "\(number)" && isRefused && html == "<p>\(number)</p>"
                    }
                }
            }
            for await succeeded in group { #expect(succeeded) }
        }
    }

    @Test(arguments: SharedData.feeds)
    func realFeedsParseOrSayWhere(feed: URL) throws {
        let bytes = Array(try Data(contentsOf: feed))
        do throws(XMLError) {
            let root = try XMLReader.parse(bytes)
            #expect(["rss", "feed", "RDF"].contains(root.name) || feed.lastPathComponent.hasPrefix("unrecognized"))
        } catch {
            #expect(error.line >= 1)
            print("\(feed.lastPathComponent): \(error)")
        }
    }
}

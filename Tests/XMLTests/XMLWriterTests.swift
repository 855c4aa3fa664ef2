import TestSupport
import Testing
import XML

@Suite struct XMLWriterTests {
    @Test func document() {
        var writer = XMLWriter(reservingCapacity: 256)
        writer.declaration()
        writer.open("channel", ["xmlns:n4md": "urn:n4md:1"])
        writer.element("title", "Ça & là", ["lang": "fr"])
        writer.element("text", utf8: Array("a<b".utf8))
        writer.element("text", utf8: "lazy".utf8.lazy.map { $0 })
        writer.element("text", utf8: Array("span>".utf8).span)
        writer.empty("image", ["src": "a\"b"])
        writer.text("end")
        writer.close("channel")
        #expect(
            String(decoding: writer.bytes, as: UTF8.self) == """
                <?xml version="1.0" encoding="UTF-8"?><channel xmlns:n4md="urn:n4md:1"><title lang="fr">Ça &amp; là</title>\
                <text>a&lt;b</text><text>lazy</text><text>span&gt;</text><image src="a&quot;b"/>end</channel>
                """)
    }

    @Test(arguments: [
        ("", ""), ("a", "a"), ("&", "&amp;"), ("<&>", "&lt;&amp;&gt;"), ("]]>", "]]&gt;"), ("\"'", "\"'"),
        ("tab\tline\n", "tab\tline\n"), ("\r\n", "&#13;\n"), ("nul\u{0}bell\u{7}esc\u{1B}", "nulbellesc"),
        ("\u{FFFE}a\u{FFFF}b\u{FFFD}c\u{FEFF}", "ab\u{FFFD}c\u{FEFF}"), ("，\u{7F}\u{85}🚀", "，\u{7F}\u{85}🚀"),
        ("0123456789abcde&0123456789abcdef<", "0123456789abcde&amp;0123456789abcdef&lt;"),
        ("0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdef"),
    ])
    func textEscapes(text: String, expected: String) {
        var writer = XMLWriter()
        writer.text(text)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    }

    @Test(arguments: [
        ("\"<&>\"", "&quot;&lt;&amp;&gt;&quot;"), ("a\tb\nc\rd", "a&#9;b&#10;c&#13;d"), ("'", "'"),
        ("\u{1}\u{FFFF}", ""),
        ("a long enough value, \"quoted\" here", "a long enough value, &quot;quoted&quot; here"),
    ])
    func attributeEscapes(value: String, expected: String) {
        var writer = XMLWriter()
        writer.empty("e", ["a": value])
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "<e a=\"\(expected)\"/>")
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func whatIsWrittenIsReadAgain(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let string = randomText(using: &random)
            let kept = String(String.UnicodeScalarView(string.unicodeScalars.filter(isXMLCharacter)))
            var writer = XMLWriter()
            writer.declaration()
            writer.open("r")
            writer.element("e", string, ["a": string])
            writer.element("e", utf8: Array(string.utf8))
            writer.close("r")
            let elements = try XMLReader.parse(writer.bytes).all("e")
            #expect(elements.map(\.text) == [kept, kept])
            #expect(elements.first?.attribute("a") == kept)
        }
    }

    private func randomText(using random: inout SeededGenerator) -> String {
        let ranges: [ClosedRange<UInt32>] = [0...0x7F, 0x20...0x3F, 0x80...0x7FF, 0xFF00...0xFFFF, 0x800...0x10FFFF]
        let count = Int.random(in: 0...60, using: &random)
        let scalars = (0..<count).compactMap { _ in
            ranges.randomElement(using: &random).flatMap { Unicode.Scalar(UInt32.random(in: $0, using: &random)) }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private func isXMLCharacter(_ scalar: Unicode.Scalar) -> Bool {
        (scalar.value >= 0x20 || [9, 10, 13].contains(scalar.value)) && scalar.value != 0xFFFE && scalar.value != 0xFFFF
    }
}

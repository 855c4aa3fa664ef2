import Testing
import XML

/// Strangers' documents, parsed as their bytes arrive.
struct XMLPushParserTests {
    /// The events, written as XML.
    private func read(
        _ bytes: [UInt8], charset: String? = nil, limits: XMLLimits = .standard, piece: Int = .max
    ) throws -> (text: String, remarks: [String]) {
        let output = Output()
        let parser = try XMLPushParser(charset: charset, limits: limits) { output.take($0) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let next = Array(rest.prefix(piece))
            try next.withUnsafeBytes { try parser.take($0) }
            rest = rest.dropFirst(next.count)
        }
        try parser.finish()
        return (String(decoding: output.bytes, as: UTF8.self), parser.remarks)
    }

    private final class Output {
        var bytes: [UInt8] = []

        func take(_ event: XMLEvent) {
            switch event {
            case .start(let name, let attributes, _): bytes.appendStartTag(name, attributes)
            case .text(let text): bytes.appendText(text)
            case .end(let name): bytes += Array("</\(name.local)>".utf8)
            }
        }
    }

    @Test(arguments: [
        ("<a>x</a>", "<a>x</a>"), ("<a b='1' c=\"2\"/>", "<a b=\"1\" c=\"2\"></a>"),
        ("\n junk <?xml version='1.0'?><!-- c --><?p?><a/> behind", "<a></a>"),
        (
            "<a>Q & A &amp; &eacute;&nbsp;&unknown; &#8217;&#150;&#0;</a>",
            "<a>Q &amp; A &amp; é\u{A0}&amp;unknown; ’– </a>"
        ),
        ("<a>x]]>y</a>", "<a>x]]&gt;y</a>"), ("<a>1 < 2 <3 </a>", "<a>1 &lt; 2 &lt;3 </a>"),
        ("<a b=c d='x&y&eacute;' b='2' e/>", "<a b=\"c\" d=\"x&amp;yé\" e=\"\"></a>"),
        ("<a><b>x<br>y</a>", "<a><b>x<br>y</br></b></a>"), ("<a></b>x</a>", "<a>x</a>"),
        ("<a><b></a>", "<a><b></b></a>"),
        ("<a><![CDATA[<b>&amp;]]]>]]></a>", "<a>&lt;b&gt;&amp;amp;]]]&gt;</a>"),
        ("<a>x\u{1}y</a>", "<a>x y</a>"), ("<u:a u:b='1'/>", "<a u:b=\"1\"></a>"), ("<a b='<'/>", "<a b=\"&lt;\"></a>"),
        ("<a><!-- > -- --->x</a>", "<a>x</a>"),
        (
            "<!DOCTYPE rss PUBLIC \"-//Netscape Communications//DTD RSS 0.91//EN\" \"http://my.netscape.com/publish/formats/rss-0.91.dtd\"><a/>",
            "<a></a>"
        ),
        ("\n<!DOCTYPE a SYSTEM 'http://127.0.0.1/'><a/>", "<a></a>"), ("<!doctype rss><a>&nbsp;</a>", "<a>\u{A0}</a>"),
    ])
    func putsRight(_ source: String, _ expected: String) throws {
        for piece in [1, 3, Int.max] { #expect(try read(Array(source.utf8), piece: piece).text == expected) }
    }

    @Test(arguments: [
        ("", XMLError.Kind.malformed, 1), ("no markup", .malformed, 1), ("<a>\n<b>", .truncated, 2),
        ("<a>\n<b", .truncated, 2),
        ("<a><![CDATA[x", .truncated, 1), ("<a><!-- x", .truncated, 1), ("<a>\n</a", .truncated, 2),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", .documentType, 1),
        ("\n<!DOCTYPE html SYSTEM 'http://127.0.0.1/'><a/>", .documentType, 2),
        (
            "<!DOCTYPE rss PUBLIC \"-//Netscape Communications//DTD RSS 0.91//EN\" [<!ENTITY b 'c'>]><a/>",
            .documentType, 1
        ),
        ("<?xml version='1.0' encoding='UTF-7'?><a/>", .encoding, 1), ("<a>\u{0}</a>", .malformed, 1),
        ("<a>\n<b c='\(String(repeating: "x", count: 20_000))'/></a>", .limit, 2),
        ("<a " + String(repeating: "x", count: 20_000), .limit, 1),
        ("<a" + (0..<300).map { " b\($0)='1'" }.joined() + "/>", .limit, 1),
        (String(repeating: "<a>", count: 300), .limit, 1),
        (String(repeating: "<a/>", count: 2), .malformed, 0),
        ("<r>" + (0..<30_000).map { "<a\($0)/>" }.joined() + "</r>", .limit, 1),
        ("<r>" + (0..<30_000).map { "<a b\($0)='1'/>" }.joined() + "</r>", .limit, 1),
    ])
    func refuses(_ source: String, _ kind: XMLError.Kind, _ line: Int) throws {
        // A second root element is junk after the first, but no error.
        guard line > 0 else {
            #expect(try read(Array(source.utf8)).remarks.count == 1)
            return
        }
        for piece in [100, Int.max] {
            let error = #expect(throws: XMLError.self) { try read(Array(source.utf8), piece: piece) }
            #expect(error?.kind == kind && error?.line == line, "\(error?.description ?? "")")
        }
    }

    @Test func bytesAreBounded() throws {
        let error = #expect(throws: XMLError.self) {
            try read(Array("<a>xxxxxxxx</a>".utf8), limits: XMLLimits(bytes: 10))
        }
        #expect(error?.kind == .limit)
    }

    /// The byte order mark, header and declaration take precedence in this order (RFC 7303, section 3.2), unless the bytes contradict them.
    @Test func encodings() throws {
        func document(_ name: String, _ text: [UInt8]) -> [UInt8] {
            Array("<?xml version='1.0' encoding='\(name)'?><a>".utf8) + text + Array("</a>".utf8)
        }
        let cases: [(bytes: [UInt8], charset: String?, text: String, remarks: Int)] = [
            (document("ISO-8859-1", [0xE9, 0x93]), nil, "é“", 0), (document("windows-1252", [0x80]), nil, "€", 0),
            (document("UTF-8", [0xE9, 0x20, 0xC3, 0xA9]), nil, "é é", 1),
            (document("ISO-8859-1", [0xC3, 0xA9, 0x20]), nil, "é ", 1),
            (document("UTF-8", [0xE9]), "iso-8859-1", "é", 0), (document("iso-8859-2", [0xE6]), nil, "ć", 0),
            (document("UTF-8", [0xE6]), "ISO-8859-2", "ć", 0),
            ([0xEF, 0xBB, 0xBF] + document("ISO-8859-2", [0xC3, 0xA9]), "koi8-r", "é", 0),
            (document("Shift_JIS", [0x93, 0xFA, 0x96, 0x7B]), nil, "日本", 0),
            (document("GBK", [0xC4, 0xE3]), nil, "你", 0),
            (document("windows-1251", [0xCF, 0xF0]), nil, "Пр", 0),
            (document("UTF-8", [0xE2, 0x82, 0xAC]), "no-such-thing", "€", 0),
        ]
        for (number, test) in cases.enumerated() {
            for piece in [1, Int.max] {
                let result = try read(test.bytes, charset: test.charset, piece: piece)
                #expect(result.text == "<a>\(test.text)</a>", "case \(number)")
                #expect(result.remarks.count == test.remarks, "case \(number): \(result.remarks)")
            }
        }
        let wide = "<a>ünïcode 🚀</a>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let little = "<a>ünïcode 🚀</a>".unicodeScalars.flatMap { scalar in
            (0..<4).map { UInt8(scalar.value >> (8 * $0) & 255) }
        }
        let big = stride(from: 0, to: little.count, by: 4).flatMap { little[$0..<$0 + 4].reversed() }
        for bytes in [wide, [0xFF, 0xFE] + wide, little, [0xFF, 0xFE, 0, 0] + little, big, [0, 0, 0xFE, 0xFF] + big] {
            for piece in [1, 5, Int.max] { #expect(try read(bytes, piece: piece).text == "<a>ünïcode 🚀</a>") }
        }
    }

    /// However a document is cut or corrupted, it is read or refused without a crash.
    @Test func nothingTraps() {
        let source = Array(
            "<?xml version='1.0' encoding='UTF-8'?><a xmlns:b='u' c=\"d&amp;\"><b:e/>té&eacute;<![CDATA[x]]><!--y--><?p q?>< & ]]></a>"
                .utf8)
        for length in source.indices { _ = try? read(Array(source[..<length]), piece: 7) }
        for index in source.indices {
            for bit in 0..<8 {
                var bytes = source
                bytes[index] ^= 1 << UInt8(bit)
                _ = try? read(bytes)
            }
        }
    }
}

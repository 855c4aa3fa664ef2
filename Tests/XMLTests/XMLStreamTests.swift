import Testing
import XML

/// Reading documents piece by piece.
struct XMLStreamTests {
    /// A stream that reads a text in pieces of a number of bytes.
    private func stream(_ text: String, piece: Int = 7, limits: XMLLimits = .standard) throws -> XMLStream {
        var rest = Array(text.utf8)[...]
        return try XMLStream(level: 2, limits: limits) {
            defer { rest = rest.dropFirst(piece) }
            return Array(rest.prefix(piece))
        }
    }

    private func all(_ stream: XMLStream) throws -> [XMLElement] {
        var elements: [XMLElement] = []
        while let element = try stream.next() { elements.append(element) }
        return elements
    }

    @Test(arguments: [1, 2, 3, 5, 16, 10_000])
    func givesOutWhatTheWholeReaderReads(_ piece: Int) throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- <!DOCTYPE x> in a comment -- > is none --->
            <rss xmlns:x="urn:x"><channel>between<title>A &amp; B</title>
            <item x:a="1 > 2"><![CDATA[<!DOCTYPE ]]> > ]]&gt;<b/></item><?php <!DOCTYPE ?><item>é</item></channel></rss>
            """.replacing(" -- >", with: " - >").replacing("--->", with: "-->")
        let whole = try XMLReader.parse(Array(text.utf8))
        #expect(try all(stream(text, piece: piece)) == Array(try #require(whole.first("channel")).elements))
    }

    @Test(arguments: [
        ("<!DOCTYPE rss [<!ENTITY x \"y\">]><rss><channel/></rss>", XMLError.Kind.documentType, 1),
        ("<rss><channel><item>&nbsp;</item></channel></rss>", .malformed, 1),
        ("<rss>\n<channel>\n<item></channel></rss>", .malformed, 3),
        ("<rss>\n<channel><item/>", .malformed, 2),
        ("<rss><channel>\n\n<item a='\(String(repeating: "x", count: 20_000))'/>", .limit, 3),
        ("<r><c><i>" + String(repeating: "<a>", count: 300), .limit, 1),
        ("<r><c>\n<i>" + String(repeating: "<a/>", count: 60) + "</i></c></r>", .limit, 2),
        ("<r><c><i>" + String(repeating: "x", count: 70_000) + "</i></c></r>", .limit, 1),
        ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><rss/>", .encoding, 1),
    ])
    func refusesWhatTheWholeReaderDoes(_ text: String, _ kind: XMLError.Kind, _ line: Int) throws {
        let limits = XMLLimits(bytes: 60_000, elements: 50)
        let error = try #require(throws: XMLError.self) { _ = try all(stream(text, piece: 64, limits: limits)) }
        #expect(error.kind == kind && error.line == line, "\(error)")
    }

    @Test func limitsHoldForEachElement() throws {
        let item = "<item>" + String(repeating: "<a/>", count: 40) + String(repeating: "x", count: 500) + "</item>"
        let text = "<r><c>" + String(repeating: item, count: 100) + "</c></r>"
        let limits = XMLLimits(bytes: 1000, elements: 50)
        #expect(try all(stream(text, piece: 100, limits: limits)).count == 100)
    }

    @Test func controlCharactersBecomeSpaces() throws {
        #expect(try all(stream("<r><c><i>a\u{0B}b\u{8}c</i></c></r>")).map(\.text) == ["a b c"])
    }
}

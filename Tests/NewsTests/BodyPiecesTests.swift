import News
import TestSupport
import Testing

@Suite("An article's body in pieces")
struct BodyPiecesTests {
    private func words(_ html: String) -> [String] {
        var (text, isInTag) = ("", false)
        for character in html {
            if character == "<" {
                isInTag = true
            } else if character == ">" {
                isInTag = false
            } else if !isInTag {
                text.append(character)
            }
        }
        return text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    private func isWellFormed(_ html: String) -> Bool {
        var open: [Substring] = []
        for tag in html.matches(of: /<(\/?)([a-z0-9]+)[^>]*?(\/?)>/) {
            if !tag.output.1.isEmpty {
                guard open.popLast() == tag.output.2 else { return false }
            } else if tag.output.3.isEmpty, !["br", "hr", "img"].contains(tag.output.2) {
                open.append(tag.output.2)
            }
        }
        return open.isEmpty
    }

    static let sentence =
        "The night ferry came back to the old quay after eleven years, and half of the town stood there to see it. "

    @Test(
        "Nothing is lost, and each piece stands alone",
        arguments: [
            "<p>One.</p><p>Two &amp; <em>three</em>.</p>", "<p>One</p>\n\n<h2>Head</h2><ul><li>a</li><li>b</li></ul>",
            "plain", "",
            "<p>" + String(repeating: sentence, count: 200) + "</p>",
            "<blockquote><p>" + String(repeating: sentence, count: 60) + "</p><p>End.</p></blockquote><p>After.</p>",
            "<p>" + String(repeating: "<em>one</em> <b>two</b> ", count: 200) + "</p>",
            "<ol>" + (1...300).map { "<li>\($0). \(sentence)</li>" }.joined() + "</ol>",
            (1...400).map { "<p>Paragraph \($0). \(sentence)</p>" }.joined(),
            "<p>" + String(repeating: "é", count: 5000) + "</p>",
            "<p>a<br/>b</p><figure><img src=\"picture:00\" alt=\"x\"/><figcaption>c</figcaption></figure>",
        ])
    func whole(_ html: String) {
        let pieces = BodyPieces.split(html)
        #expect(words(pieces.joined()) == words(html))
        #expect(pieces.allSatisfy(isWellFormed))
        #expect(pieces.count <= 200)
    }

    @Test(
        "A plain text's pieces are all of it",
        arguments: [
            "", "One", "One\n\nTwo < three", "One\n\n\n\nTwo\n\n", String(repeating: sentence, count: 200),
            (1...400).map { "Paragraph \($0). \(sentence)" }.joined(separator: "\n\n"),
            String(repeating: "é", count: 5000),
        ])
    func plain(_ text: String) {
        let pieces = BodyPieces.split(plain: text)
        #expect(pieces.joined() == text && pieces.count <= 200 && !pieces.contains(""))
    }

    @Test("A paragraph is a piece, and a long one ends with a sentence")
    func paragraphs() {
        #expect(BodyPieces.split("<p>One.</p><p>Two.</p>") == ["<p>One.</p>", "<p>Two.</p>"])
        let long = BodyPieces.split("<p>" + String(repeating: Self.sentence, count: 60) + "</p>")
        #expect(
            long.count > 2 && long.allSatisfy { $0.utf8.count <= 2100 && $0.hasPrefix("<p>") && $0.contains("see it.") }
        )
    }
}

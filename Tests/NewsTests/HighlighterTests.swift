import News
import Testing

@Suite("Highlights")
struct HighlighterTests {
    /// Segments as text, with the marked ones in brackets.
    private func plain(_ segments: [TextSegment]?) -> String? {
        segments?.map { $0.isMatch ? "[\($0.text)]" : $0.text }.joined()
    }

    @Test(
        "Whole words are marked, and the text stays as it is",
        arguments: [
            ("The ferry, the ferryman and the Ferry.", "The [ferry], the ferryman and the [Ferry]."),
            ("<b>ferry</b> & \"ferry\"", "<b>[ferry]</b> & \"[ferry]\""), ("ferry", "[ferry]"), ("", ""),
            ("night-ferry", "night-[ferry]"), ("ferry\u{301}", "ferry\u{301}"), ("a\nferry\tb", "a [ferry] b"),
            ("🙂ferry🙂", "🙂[ferry]🙂"),
        ])
    func marks(_ text: String, _ marked: String) {
        #expect(plain(Highlighter(words: ["ferry", "Ferry"]).mark(text)) == marked)
    }

    @Test("An excerpt shows the place with the most matches")
    func excerpt() throws {
        let highlighter = Highlighter(words: ["ferry", "quay"])
        let filler = Array(repeating: "word", count: 100).joined(separator: " ")
        let text = "The ferry. \(filler) Here the ferry left the quay. \(filler)"
        let excerpt = try #require(plain(highlighter.excerpt(text)))
        #expect(excerpt.hasPrefix("… word word word"))
        #expect(excerpt.contains("Here the [ferry] left the [quay]. word"))
        #expect(excerpt.hasSuffix("word …"))
        #expect(excerpt.split(separator: " ").count <= 34)
        #expect(highlighter.excerpt(filler) == nil)
        #expect(plain(highlighter.excerpt("A short quay.")) == "A short [quay].")
    }

    @Test("A text of nothing but matches costs no more than any other")
    func dense() {
        let text = String(repeating: "ferry ", count: 2000)
        #expect(Highlighter(words: ["ferry", "quay"]).excerpt(text)?.count { $0.isMatch } == 32)
    }
}

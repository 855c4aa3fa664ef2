@testable import Newsroom
import Testing

/// Two edits of one text are merged by paragraphs.
struct ParagraphMergeTests {
    @Test(
        "What only one changed is taken from that one",
        arguments: [
            ("a\n\nb\n\nc", "A\n\nb\n\nc", "a\n\nb\n\nC", "A\n\nb\n\nC"),
            ("a\n\nb\n\nc", "a\n\nb\n\nc\n\nnew", "a\n\nB\n\nc", "a\n\nB\n\nc\n\nnew"),
            ("a\n\nb\n\nc", "a\n\nc", "a\n\nb\n\nc\n\nd", "a\n\nc\n\nd"),
            ("a\n\nb\n\nc", "first\n\na\n\nb\n\nc", "a\n\nb", "first\n\na\n\nb"),
            ("a\n\nb", "a\n\nb", "", ""),
            ("", "mine", "", "mine"),
            ("a\n\na\n\na", "a\n\na\n\na\n\nb", "c\n\na\n\na\n\na", "c\n\na\n\na\n\na\n\nb"),
            ("a\nb\n\n\n \nc", "a\nB\n\nc", "a\nb\n\nc\n\nd", "a\nB\n\nc\n\nd"),
            ("a\n\nb", "same\n\nb", "same\n\nb", "same\n\nb"),
        ])
    func merges(base: String, mine: String, theirs: String, merged: String) {
        let merge = ParagraphMerge(base: base, mine: mine, theirs: theirs)
        #expect(merge.mine == merged && merge.theirs == merged && !merge.isCollision)
    }

    @Test("What both changed stays as each of them has it, with the rest merged")
    func collides() {
        let merge = ParagraphMerge(
            base: "a\n\nb\n\nc\n\nd", mine: "mine\n\nb\n\nc\n\nD", theirs: "theirs\n\nb\n\nnew\n\nc\n\nd")
        #expect(merge.isCollision)
        #expect(merge.mine == "mine\n\nb\n\nnew\n\nc\n\nD")
        #expect(merge.theirs == "theirs\n\nb\n\nnew\n\nc\n\nD")
        let gone = ParagraphMerge(base: "a\n\nb", mine: "a", theirs: "a\n\nB")
        #expect(gone.isCollision && gone.mine == "a" && gone.theirs == "a\n\nB")
    }

    @Test("What one added beside a paragraph that both changed is in both versions")
    func beside() {
        let alone = ParagraphMerge(base: "a", mine: "a\n\nnew", theirs: "A")
        #expect(!alone.isCollision && alone.mine == "A\n\nnew")
        let both = ParagraphMerge(base: "a", mine: "a\n\nmine", theirs: "A\n\ntheirs")
        #expect(!both.isCollision && both.mine == "A\n\nmine\n\ntheirs", "what each added")
        let anew = ParagraphMerge(base: "a b c", mine: "x y z\n\nnew", theirs: "u v w")
        #expect(anew.mine == "x y z\n\nnew" && anew.theirs == "u v w\n\nnew", "no word is the same")
        let merge = ParagraphMerge(
            base: "one\n\nthe old harbour opens\n\nlast", mine: "one\n\nthe new harbour opens\n\nmy own\n\nlast",
            theirs: "one\n\nfirst\n\nthe old harbour closes\n\nlast")
        #expect(merge.isCollision)
        #expect(merge.mine == "one\n\nfirst\n\nthe new harbour opens\n\nmy own\n\nlast")
        #expect(merge.theirs == "one\n\nfirst\n\nthe old harbour closes\n\nmy own\n\nlast")
    }

    @Test("A break between paragraphs stays where only the last word before it is another") func breaks() {
        let parts = TextDifference.parts(from: "One two.\n\nThree.", to: "One too.\n\nThree.")
        #expect(
            parts == [
                .init(text: "One "), .init(text: "two.", isGone: true), .init(text: "too.", isNew: true),
                .init(text: "\n\nThree."),
            ])
    }

    @Test("An excerpt has the differences, and a little of what is around them")
    func excerpt() {
        let long = String(repeating: "word ", count: 200)
        let parts = TextDifference.excerpt(TextDifference.parts(from: long + "old " + long, to: long + "new " + long))
        #expect(parts.map(\.isGone) == [false, true, false, false] && parts[2].text == "new ")
        #expect(parts.allSatisfy { $0.text.count < 200 } && parts[0].text.hasPrefix(" … "))
        #expect(parts[0].text.hasSuffix("word ") && parts[3].text.hasPrefix("word "))
        let texts = ["old", "new"].map { long + "\n\nIn the " + $0 + " harbour.\n\n" + long }
        let within = TextDifference.excerpt(TextDifference.parts(from: texts[0], to: texts[1]))
        #expect(within.map(\.text) == [" … In the ", "old ", "new ", "harbour. … "], "no other paragraph")
    }
}

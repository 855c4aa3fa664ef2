import News
import TestSupport
import Testing

@Suite("Slugs")
struct SlugTests {
    @Test(
        "Names become slugs",
        arguments: [
            ("Culture", "culture"),
            ("Último Notícias", "ultimo-noticias"),
            ("Coração & Pão", "coracao-pao"),
            ("Don't panic", "dont-panic"),
            ("L\u{2019}été", "lete"),
            ("  --A__B--  ", "a-b"),
            ("3G / 4G", "3g-4g"),
            ("ＦＵＬＬ　ｗｉｄｔｈ", "full-width"),
            ("100 % 🙂 sure", "100-sure"),
            ("Cafe\u{301}", "cafe"),
            ("a\u{0}b", "a-b"),
            ("../../etc/passwd", "etc-passwd"),
            ("<script>", "script"),
            ("ŽIŽEK", "zizek"),
            ("🙂", nil), ("", nil), ("   ", nil), ("---", nil), ("''", nil),
            ("Строительство моста", "stroitelstvo-mosta"), ("عودة العبّارة الليلية", "wdt-albart-allylyt"),
            ("שלום", "slwm"), ("Ελλάδα", "ellada"), ("подъезд", "podezd"), ("© Nord", "nord"),
            ("Øresund, Łódź, Straße", "oresund-lodz-strasse"), ("新聞", "xin-wen"), ("हिन्दी", "hindi"),
        ] as [(String, String?)])
    func make(_ name: String, _ slug: String?) {
        #expect(Slug.make(name) == slug)
    }

    @Test("A long name is cut at a word, or within its only word")
    func cut() throws {
        let words = try #require(Slug.make(String(repeating: "letters ", count: 30)))
        #expect(words == Array(repeating: "letters", count: 12).joined(separator: "-"))
        #expect(Slug.make(String(repeating: "a", count: 1000)) == String(repeating: "a", count: 100))
        let exact = String(repeating: "a", count: 49) + " " + String(repeating: "b", count: 50)
        #expect(Slug.make(exact)?.utf8.count == 100)
        #expect(Slug.make(exact + " more")?.utf8.count == 100)
        #expect(Slug.make(exact + "b") == String(repeating: "a", count: 49))
    }

    @Test("Whatever is made is valid")
    func fuzz() {
        var generator = SeededGenerator(seed: 20)
        let pieces = [
            "a", "Z", "9", "-", " ", "é", "e\u{301}", "🙂", "'", "ß", "ﬁ", "\u{200D}", "\n", "ı", "İ", "long-word",
        ]
        for _ in 0..<5000 {
            let name = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &generator)]
            }.joined()
            if let slug = Slug.make(name) {
                #expect(Slug.isValid(slug), "\(name)")
                #expect(Slug.make(slug) == slug)
            }
        }
    }

    @Test("Valid", arguments: ["a", "9", "a-b", "2009-05-31", String(repeating: "a", count: 100)])
    func valid(_ slug: String) { #expect(Slug.isValid(slug)) }

    @Test(
        "Not valid",
        arguments: [
            "", "-", "-a", "a-", "a--b", "A", "é", "e\u{301}", "a b", "a_b", "a/b", "a.b", "a\u{0}", "a\n", "🙂",
            "a-\u{301}",
            String(repeating: "a", count: 101),
        ])
    func invalid(_ slug: String) { #expect(!Slug.isValid(slug)) }
}

import News
import Testing

@Suite("Faults of drafts")
struct ArticleDraftTests {
    private var good: ArticleDraft {
        var draft = ArticleDraft()
        draft.headline = "Feira abre hoje"
        draft.section = "culture"
        draft.categories = ["Música", "3G"]
        draft.language = "pt-PT"
        draft.slug = "feira-abre-hoje"
        draft.picture = .init(hash: String(repeating: "0a", count: 32), alt: "A stage")
        return draft
    }

    @Test("A good draft has none")
    func none() { #expect(good.faults.isEmpty) }

    @Test("All faults are reported at once, each by its field")
    func all() {
        var draft = ArticleDraft()
        draft.guid = String(repeating: "g", count: 1001)
        draft.slug = "Not A Slug"
        draft.standfirst = String(repeating: "s", count: 2001)
        draft.bodyHTML = String(repeating: "b", count: 1_000_001)
        draft.byline = String(repeating: "b", count: 501)
        draft.language = "english"
        draft.categories = [""]
        draft.picture = .init(hash: "ABC", alt: "")
        let fields = [
            "standfirst", "byline", "body", "slug", "guid", "language", "section", "categories", "picture.hash",
        ]
        #expect(draft.faults.map(\.field) == fields)
        #expect(draft.gaps.map(\.field) == ["headline", "picture.alt"])
        #expect(draft.faults.allSatisfy { !$0.detail.isEmpty })
    }

    @Test(
        "Lengths are bounded, and their bounds are good",
        arguments: [
            ("headline", 300), ("standfirst", 2000), ("byline", 500), ("guid", 1000), ("body", 1_000_000),
        ])
    func lengths(_ field: String, _ limit: Int) {
        for (length, faults) in [(limit, []), (limit + 1, [field])] {
            var draft = good
            let text = String(repeating: "a", count: length)
            switch field {
            case "headline": draft.headline = text
            case "standfirst": draft.standfirst = text
            case "byline": draft.byline = text
            case "guid": draft.guid = text
            default: draft.bodyHTML = text
            }
            #expect(draft.faults.map(\.field) == faults)
        }
    }

    @Test("Characters are counted as PostgreSQL counts them, so that combining marks do not hide a long text")
    func combining() {
        var draft = good
        draft.headline = "e" + String(repeating: "\u{301}", count: 300)
        #expect(draft.faults.map(\.field) == ["headline"])
    }

    @Test(
        "Categories",
        arguments: [
            (["🙂"], false), ([String(repeating: "a", count: 101)], false), (Array(repeating: "a", count: 51), false),
            (Array(repeating: "a", count: 50), true), ([], true),
        ])
    func categories(_ names: [String], _ isGood: Bool) {
        var draft = good
        draft.categories = names
        #expect(draft.faults.isEmpty == isGood)
    }

    @Test(
        "Hashes",
        arguments: [
            (String(repeating: "0", count: 64), true), (String(repeating: "f", count: 64), true),
            (String(repeating: "F", count: 64), false),
            (String(repeating: "0", count: 63), false), (String(repeating: "0", count: 65), false),
            (String(repeating: "g", count: 64), false),
            ("", false), (String(repeating: "🙂", count: 16), false),
        ])
    func hash(_ text: String, _ isHash: Bool) { #expect(isSHA256(text) == isHash) }

    @Test(
        "Language tags",
        arguments: [
            ("pt", true), ("pt-PT", true), ("zh-Hant-TW", true), ("sr-Latn", true), ("", false), ("p", false),
            ("pt-", false),
            ("pt_PT", false), ("pt--PT", false), ("português", false), ("12", false), ("pt-123456789", false),
            ("zh-aaaaaaaa-bbbbbbbb-cccccccc-ddddd", true), ("zh-aaaaaaaa-bbbbbbbb-cccccccc-dddddd", false),
        ])
    func tags(_ tag: String, _ isTag: Bool) { #expect(LanguageList.isTag(tag) == isTag) }
}

@testable import News
import Testing

struct ArticleFieldTests {
    @Test("Every text is in the table, and no other") func texts() {
        let members = Mirror(reflecting: ArticleText()).children.compactMap(\.label)
        #expect(Set(members) == Set(ArticleField.texts.map(\.name)) && members.count == ArticleField.texts.count)
    }

    @Test("Every field leads to a text of its own") func paths() {
        var texts = ArticleText()
        for field in ArticleField.texts { texts[keyPath: field.path] = field.name }
        for field in ArticleField.texts { #expect(texts[keyPath: field.path] == field.name) }
    }

    @Test("No two fields share a name, an input or a column") func names() {
        for names in [
            ArticleField.all.map(\.name), ArticleField.all.flatMap(\.inputs), ArticleField.all.flatMap(\.columns),
        ] {
            #expect(Set(names).count == names.count)
        }
    }

    @Test("A text of its limit is good, and one more character is a fault", arguments: ArticleField.texts.map(\.name))
    func limits(_ name: String) throws {
        let field = try #require(ArticleField.texts.first { $0.name == name })
        guard let limit = field.limit else { return }
        var draft = ArticleDraft()
        draft.texts[keyPath: field.path] = String(repeating: "é", count: limit)
        #expect(!draft.faults.contains { $0.field == name })
        draft.texts[keyPath: field.path] += "x"
        #expect(draft.faults.contains { $0.field == name })
    }
}

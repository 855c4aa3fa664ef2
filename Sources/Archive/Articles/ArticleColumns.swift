import Foundation
import News
import PostgreSQL

/// The columns of an article's texts in statements, by the table of fields. The names are the program's own.
enum ArticleColumns {
    /// The names, to write them.
    static let textNames = SQL(script: ArticleField.texts.map(\.name).joined(separator: ", "))
    /// The columns of `articles a`, to read them with `Row.articleText`.
    static let texts = SQL(script: ArticleField.texts.map { "a.\($0.name)" }.joined(separator: ", "))
    /// The columns of `articles a` in which editors look for words, as the index `articles_words` has them.
    static let found = SQL(
        script: "lower(\(ArticleField.columns(.found).map { "a.\($0)" }.joined(separator: " || ' ' || ")))")
    /// The texts of a revision that is older than their columns, as JSON.
    static let unwritten: String = {
        let pairs = ArticleField.texts.map { "\"\($0.name)\": \"\"" }
        return "{\(pairs.joined(separator: ", "))}"
    }()

    /// The values, in the order of `textNames`.
    static func values(of texts: ArticleText) -> SQL {
        ArticleField.texts.dropFirst().reduce("\(texts[keyPath: ArticleField.texts[0].path])") { values, text in
            "\(values), \(texts[keyPath: text.path])"
        }
    }
}

extension Row {
    /// The texts of an article.
    func articleText() throws -> ArticleText {
        var texts = ArticleText()
        for text in ArticleField.texts { texts[keyPath: text.path] = try get(text.column) }
        return texts
    }
}

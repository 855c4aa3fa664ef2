import Foundation
import News

/// The texts of an article in JSON, as far as they are given, by the table of fields.
struct GivenTexts: Codable, Sendable {
    private var values: [String: String] = [:]

    init() {}

    init(_ texts: ArticleText) {
        for text in ArticleField.texts { values[text.name] = texts[keyPath: text.path] }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for text in ArticleField.texts {
            values[text.name] = try container.decodeIfPresent(String.self, forKey: Key(text.name))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (name, value) in values { try container.encode(value, forKey: Key(name)) }
    }

    /// The texts without surrounding space. Those left out are empty, or as in a new draft.
    var trimmed: ArticleText {
        var texts = ArticleText()
        for text in ArticleField.texts {
            guard let value = values[text.name] else { continue }
            texts[keyPath: text.path] = value.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        return texts
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }
}

package import Foundation
import Mustache
package import News

/// The interface for a reader: its texts in one language, from the catalogue
/// `static/strings/{language}.json`, and the time zone of its times. Templates refer to a text as
/// `{{t.key}}`.
package struct Strings: Sendable, MustacheParent {
    /// BCP 47.
    package let language: String
    package private(set) var timeZone: TimeZone
    private let entries: [String: Entry]

    /// The keys that begin so.
    package func keys(_ prefix: String) -> [String] { entries.keys.filter { $0.hasPrefix(prefix) } }

    /// A text, a text with forms for one and for other numbers, or a list.
    private enum Entry: Decodable, Sendable {
        case text(String)
        case plural(one: String, other: String)
        case list([String])

        private enum Form: String, CodingKey { case one, other }

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if let list = try? value.decode([String].self) {
                self = .list(list)
            } else {
                let forms = try decoder.container(keyedBy: Form.self)
                self = .plural(
                    one: try forms.decode(String.self, forKey: .one),
                    other: try forms.decode(String.self, forKey: .other))
            }
        }
    }

    /// Reads a catalogue.
    init(language: String, timeZone: TimeZone, json: Data) throws {
        self.language = language
        self.timeZone = timeZone
        entries = try JSONDecoder().decode([String: Entry].self, from: json)
    }

    /// The primary subtag of a story's language, if it is not the reader's.
    package func foreign(_ story: String) -> String? {
        story.primarySubtag == language.primarySubtag ? nil : story.primarySubtag
    }

    /// The same texts, with times in another zone.
    func at(_ zone: TimeZone?) -> Strings {
        var strings = self
        strings.timeZone = zone ?? timeZone
        return strings
    }

    /// The names of all entries with the number of forms of each, which must be the same in every language.
    var shape: [String: Int] {
        entries.mapValues { entry in
            switch entry {
            case .text: 1
            case .plural: 2
            case .list(let list): list.count
            }
        }
    }

    /// A text; its name if the catalogue lacks it.
    package subscript(_ name: String) -> String {
        if case .text(let text) = entries[name] { text } else { name }
    }

    /// A text with `{}` replaced.
    package func callAsFunction(_ name: String, _ value: String) -> String { self[name].replacing("{}", with: value) }

    /// The form of a text for a number, with `{}` replaced by the number. One is `one` and everything else
    /// is `other`, in every language that has a catalogue (CLDR's rules for cardinals of en and pt-PT).
    package func callAsFunction(_ name: String, _ count: Int) -> String {
        guard case .plural(let one, let other) = entries[name] else { return name }
        return (count == 1 ? one : other).replacing("{}", with: String(count))
    }

    /// How the language writes numbers, and names languages and time zones.
    package var locale: Locale { Locale(identifier: self["locale"]) }

    /// A text with values in place of their names in braces.
    package func filled(_ name: String, _ values: [String: String]) -> String {
        values.reduce(self[name]) { $0.replacing("{\($1.key)}", with: $1.value) }
    }

    /// An element of a list; its number if there is none.
    package func callAsFunction(_ name: String, at index: Int) -> String {
        guard case .list(let list) = entries[name], list.indices.contains(index) else { return String(index + 1) }
        return list[index]
    }

    package func child(named name: String) -> Any? { TemplateText(self[name]) }
}

/// The interface in every language that has a catalogue.
package struct Catalogues: Sendable {
    /// By primary language subtag.
    package let all: [String: Strings]
    /// The texts for programs, and for readers of a language that has no catalogue.
    package let english: Strings

    /// Reads a folder of catalogues, each named after its language. English is required.
    init(folder: String, timeZone: TimeZone) throws {
        var all: [String: Strings] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".json") {
            let language = String(name.dropLast(".json".count))
            all[language] = try Strings(
                language: language, timeZone: timeZone, json: try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
        }
        guard let english = all["en"] else { throw OptionError(faults: ["\(folder)/en.json is missing."]) }
        self.all = all
        self.english = english
    }

    /// The texts for somebody who reads these languages, the best first; in the newspaper's own language if
    /// none of them has a catalogue. Times are in the newspaper's zone.
    package func strings(for languages: [String], of masthead: Masthead?) -> Strings {
        let zone = masthead?.presentation.timeZone
        for tag in languages + [masthead?.language ?? "en"] {
            if let strings = all[tag.prefix { $0 != "-" }.lowercased()] { return strings.at(zone) }
        }
        return english.at(zone)
    }
}

/// A language that pages come in.
package struct Tongue: Sendable {
    /// BCP 47.
    package var code: String
    /// As its speakers call it.
    package var name: String
}

extension Catalogues {
    /// The languages that pages come in besides one.
    package func others(besides language: String) -> [Tongue] {
        all.filter { $0.key != language }.sorted { $0.key < $1.key }.map {
            Tongue(code: $0.key, name: $0.value["name"])
        }
    }
}

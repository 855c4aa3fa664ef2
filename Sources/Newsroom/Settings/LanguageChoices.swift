import Foundation
import Web

/// The languages that a newspaper can be in, by their names in the reader's language and in their own.
enum LanguageChoices {
    /// Regional forms that newspapers name.
    private static let variants = [
        "de-AT", "de-CH", "en-AU", "en-CA", "en-GB", "en-IE", "en-IN", "en-US", "es-ES", "es-MX", "fr-BE", "fr-CA",
        "fr-CH", "nl-BE", "pt-BR", "pt-PT", "sr-Latn", "zh-Hans", "zh-Hant",
    ]

    /// Languages for which the system has dates and names.
    private static let known = Set(
        Locale.availableIdentifiers.compactMap { Locale(identifier: $0).language.languageCode?.identifier })

    /// Languages of one kind: those that menus and labels come in, or the others.
    struct Group: Sendable {
        var name: String
        var languages: [Choice]
    }

    /// All of them in alphabetical order, and the chosen one even where it is not among them.
    /// - Parameter translated: the codes of the languages that menus and labels come in.
    static func list(chosen: String, translated: Set<String>, _ strings: Strings) -> [Group] {
        let reader = strings.locale
        let all = known.union(variants).union(chosen.isEmpty ? [] : [chosen])
        return [true, false].map { isTranslated in
            let tags = all.filter {
                translated.contains(Locale(identifier: $0).language.languageCode?.identifier ?? $0) == isTranslated
            }
            return Group(
                name: strings[isTranslated ? "room_languagesTranslated" : "room_languagesOther"],
                languages: tags.map { Choice(value: $0, name: name($0, reader), isChosen: $0 == chosen) }.sorted {
                    $0.name.compare($1.name, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedAscending
                })
        }
    }

    private static func name(_ tag: String, _ reader: Locale) -> String {
        let here = reader.localizedString(forIdentifier: tag) ?? tag
        guard let own = Locale(identifier: tag).localizedString(forIdentifier: tag),
            own.compare(here, options: .caseInsensitive) != .orderedSame
        else { return here }
        return "\(here) – \(own)"
    }
}

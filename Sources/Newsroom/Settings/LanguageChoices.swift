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

    /// All of them in alphabetical order, and the chosen one even where it is not among them.
    static func list(chosen: String, _ strings: Strings) -> [Choice] {
        let reader = Locale(identifier: strings["locale"])
        return known.union(variants).union(chosen.isEmpty ? [] : [chosen])
            .map { Choice(value: $0, name: name($0, reader), isChosen: $0 == chosen) }
            .sorted {
                $0.name.compare($1.name, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedAscending
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

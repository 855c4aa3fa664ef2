import Foundation
package import News
import XML

extension Story {
    /// Appends the corrections to the text, so that every reader of the text sees them.
    /// - Parameter format: the format of the text.
    package mutating func appendCorrections(_ format: TextFormat) {
        guard !corrections.isEmpty, format >= .plain else { return }
        let notes = corrections.map { "\n\n" + $0.note(in: texts.language) }.joined()
        switch format {
        case .html:
            text += correctionMarkup
            if !plainText.isEmpty { plainText += notes }
        default: text += notes
        }
    }

    /// The corrections as HTML for the end of the body.
    package var correctionMarkup: String {
        corrections.map { "<p><em>\($0.note(in: texts.language).escapedForMarkup)</em></p>" }.joined()
    }
}

extension Correction {
    /// The note with its date (UTC), as newspapers print it.
    fileprivate func note(in language: String) -> String {
        "\(Self.label(in: language)), \(day(in: language)): \(text)"
    }

    /// The date in a language, with the month as a word: of English and Portuguese, some regions write it otherwise.
    private func day(in language: String) -> String {
        let primary = String(language.prefix { $0 != "-" })
        let locale = Locale(identifier: primary == "en" ? "en-GB" : primary)
        return at.formatted(Date.FormatStyle(locale: locale, timeZone: .gmt).day().month(.abbreviated).year())
    }
}

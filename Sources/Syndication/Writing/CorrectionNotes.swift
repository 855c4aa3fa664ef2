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
        "\(Self.label(in: language)), \(RFC822.iso8601(at).prefix(10)): \(text)"
    }
}

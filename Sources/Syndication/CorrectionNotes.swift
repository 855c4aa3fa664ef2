import Foundation
package import News
import XML

extension Story {
    /// Puts its corrections at the end of its text, so that everybody who gets the text gets them.
    /// - Parameter format: of the text.
    package mutating func appendCorrections(_ format: TextFormat) {
        guard !corrections.isEmpty, format >= .plain else { return }
        let notes = corrections.map { "\n\n" + $0.note(in: language) }.joined()
        switch format {
        case .html:
            text += correctionMarkup
            if !plainText.isEmpty { plainText += notes }
        default: text += notes
        }
    }

    /// Its corrections as they stand at the end of its body.
    package var correctionMarkup: String {
        corrections.map { "<p><em>\($0.note(in: language).escapedForMarkup)</em></p>" }.joined()
    }
}

extension Correction {
    /// With the day (UTC), as newspapers print it.
    fileprivate func note(in language: String) -> String {
        "\(Self.label(in: language)), \(RFC822.iso8601(at).prefix(10)): \(text)"
    }
}

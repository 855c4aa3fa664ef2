package import struct Foundation.Date

/// An error in an article that readers have read, and the time at which it was corrected.
package struct Correction: Sendable, Hashable {
    /// The text of the correction, with the error and the facts: plain text, at most 2000 characters.
    package var text: String
    /// When it was corrected.
    package var at: Date

    /// A correction.
    package init(text: String, at: Date) {
        self.text = text
        self.at = at
    }

    /// The word for a correction in newspapers of this language, since it appears in the article itself;
    /// English if it is unknown.
    /// - Parameter language: BCP 47.
    package static func label(in language: String) -> String {
        labels[language.prefix { $0 != "-" }.lowercased()] ?? "Correction"
    }

    private static let labels = [
        "ca": "Correcció", "de": "Berichtigung", "es": "Corrección", "fr": "Rectificatif", "gl": "Corrección",
        "it": "Rettifica", "nl": "Rectificatie", "pt": "Correção",
    ]
}

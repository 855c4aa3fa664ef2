package import struct Foundation.Date

/// What was wrong in an article that readers read, and when it was put right.
package struct Correction: Sendable, Hashable {
    /// What was wrong and what is right, in plain text, at most 2000 characters.
    package var text: String
    /// When it was put right.
    package var at: Date

    /// A correction.
    package init(text: String, at: Date) {
        self.text = text
        self.at = at
    }

    /// What newspapers of a language call it, since it stands in the article itself; in English where it is not known.
    /// - Parameter language: BCP 47.
    package static func label(in language: String) -> String {
        labels[language.prefix { $0 != "-" }.lowercased()] ?? "Correction"
    }

    private static let labels = [
        "ca": "Correcció", "de": "Berichtigung", "es": "Corrección", "fr": "Rectificatif", "gl": "Corrección",
        "it": "Rettifica", "nl": "Rectificatie", "pt": "Correção",
    ]
}

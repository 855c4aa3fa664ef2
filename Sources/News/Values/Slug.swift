import Foundation

/// The form of names in addresses: lower-case ASCII letters and digits, words separated by single hyphens.
package enum Slug {
    /// The longest slug, as in the schema.
    package static let limit = 100

    /// Makes a slug from a name: other scripts transliterated (Unicode CLDR's Any-Latin and Latin-ASCII), accents folded, everything
    /// else a hyphen, cut at a word. Nil if nothing is left.
    package static func make(_ name: String) -> String? {
        // Long before the end of a text as long as this the slug is cut.
        let beginning = String(name.prefix(4 * limit))
        let latin = beginning.utf8.allSatisfy { $0 < 0x80 } ? nil : beginning.applyingTransform(toASCII, reverse: false)
        let folded = (latin ?? beginning).folding(
            options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
        var slug = ""
        for scalar in folded.unicodeScalars where !marks.contains(scalar) {
            guard slug.utf8.count < limit else {
                if isLetterOrDigit(scalar), let hyphen = slug.lastIndex(of: "-") { slug.removeSubrange(hyphen...) }
                break
            }
            if isLetterOrDigit(scalar) {
                slug.unicodeScalars.append(scalar)
            } else if !slug.isEmpty, slug.last != "-" {
                slug.append("-")
            }
        }
        while slug.last == "-" { slug.removeLast() }
        return slug.isEmpty ? nil : slug
    }

    private static let toASCII = StringTransform("Any-Latin; Latin-ASCII")
    /// Marks within words: apostrophes, and the half rings that stand for letters of Arabic and Hebrew.
    private static let marks: Set<UnicodeScalar> = ["'", "\u{2019}", "\u{02BE}", "\u{02BF}"]

    /// Whether a text from outside is a slug.
    package static func isValid(_ text: String) -> Bool {
        text.utf8.count <= limit
            && text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).allSatisfy { word in
                !word.isEmpty && word.allSatisfy { isLetterOrDigit(UnicodeScalar($0)) }
            }
    }

    private static func isLetterOrDigit(_ scalar: UnicodeScalar) -> Bool {
        ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
    }
}

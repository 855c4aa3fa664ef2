import Foundation

/// The form of names in addresses: lower-case ASCII letters and digits, words separated by single hyphens.
package enum Slug {
    /// The longest slug, as in the schema.
    package static let limit = 100

    /// Makes a slug from a name: other scripts transliterated (Unicode CLDR's Any-Latin and Latin-ASCII), accents folded, everything
    /// else a hyphen, cut at a word. Nil if nothing is left.
    package static func make(_ name: String) -> String? {
        // Bounds the work; what comes later hardly ever reaches the slug.
        let beginning = String(String.UnicodeScalarView(name.unicodeScalars.prefix(4 * limit)))
        let latin = beginning.utf8.allSatisfy { $0 < 0x80 } ? nil : beginning.applyingTransform(toASCII, reverse: false)
        let folded = (latin ?? beginning).folding(
            options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
        var slug = ""
        for scalar in folded.unicodeScalars where !apostrophes.contains(scalar) {
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

    /// Without the signs that stand for hard and soft signs, and for letters of Arabic and Hebrew.
    private static let toASCII = StringTransform("Any-Latin; [\u{02B9}\u{02BA}\u{02BE}\u{02BF}©®] Remove; Latin-ASCII")
    private static let apostrophes: Set<UnicodeScalar> = ["'", "\u{2019}"]

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

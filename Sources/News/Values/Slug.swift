import Foundation

/// The form of names in addresses: lower-case ASCII letters and digits, words separated by single hyphens.
package enum Slug {
    /// The longest slug, as in the schema.
    package static let limit = 100

    /// Makes a slug from a name: accents folded, everything else a hyphen, cut at a word. Nil if nothing is
    /// left.
    package static func make(_ name: String) -> String? {
        let folded = name.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
        var slug = ""
        for scalar in folded.unicodeScalars where !["'", "\u{2019}"].contains(scalar) {
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

import Foundation

/// A reader's search in all editions: the words as typed, and the filters.
package struct SearchQuery: Sendable, Hashable {
    /// Words, `"phrases"`, `-excluded` and `or`; tidied, may be empty.
    package var words = ""
    /// Whether more was typed than is searched for.
    package var isCut = false
    /// A section's slug.
    package var section: String?
    /// A category's slug.
    package var category: String?
    /// Words of the byline, as typed.
    package var author: String?
    /// The first day.
    package var from: CivilDate?
    /// The last day.
    package var to: CivilDate?
    /// Whether the newest stories come first instead of the best.
    package var isByTime = false
    /// The number of results to skip, since they were on earlier pages.
    package var start = 0

    /// A part of the search that could not be understood.
    package enum Fault: String, Sendable, Hashable, CaseIterable {
        /// There is no such section.
        case section
        /// There is no such category.
        case category
        /// The name is too long.
        case author
        /// It is not a year, a month or a day.
        case day
        /// The last day is before the first.
        case order
    }

    /// The most scalars of the words searched for: about thirty words, more than anybody types.
    package static let wordsLimit = 200
    /// The greatest `start`: further than anybody reads.
    package static let startLimit = 1000
    private static let authorLimit = 100
    /// The value of the field `sort` with which the newest stories come first.
    package static let newest = "newest"

    /// A search for everything.
    package init() {}

    /// Whether nothing was asked for.
    package var isEmpty: Bool { words.isEmpty && !isNarrowed }
    /// Whether anything but the words was asked for.
    package var isNarrowed: Bool { section != nil || category != nil || author != nil || from != nil || to != nil }

    /// Reads the fields of the form. Unknown and empty ones are ignored; malformed ones are reported and
    /// change nothing.
    package static func read(_ fields: some Sequence<(name: String, value: String)>) -> (
        query: Self, faults: Set<Fault>
    ) {
        var query = Self()
        var faults: Set<Fault> = []
        for (name, value) in fields {
            let trimmed = FormText.trimmed(value)
            if !trimmed.isEmpty, let fault = query.take(name, trimmed) { faults.insert(fault) }
        }
        if let from = query.from, let to = query.to, to.dayNumber < from.dayNumber { faults.insert(.order) }
        return (query, faults)
    }

    /// The fields that `read` understands as this query.
    package var fields: [(name: String, value: String)] {
        let all = [
            ("q", words), ("section", section), ("category", category), ("author", author), ("from", from?.name),
            ("to", to?.name), ("sort", isByTime ? Self.newest : nil), ("start", start > 0 ? String(start) : nil),
        ]
        return all.compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : (name: name, value: $0) }
        }
    }

    /// Takes a field; returns its fault, if it has one.
    private mutating func take(_ name: String, _ value: String) -> Fault? {
        switch name {
        case "q": (words, isCut) = Self.tidy(value)
        case "section":
            guard let slug = Self.slug(value) else { return .section }
            section = slug
        case "category":
            guard let slug = Self.slug(value) else { return .category }
            category = slug
        case "author":
            guard value.unicodeScalars.count <= Self.authorLimit else { return .author }
            author = Self.tidy(value).words
        case "from":
            guard let days = Self.days(value) else { return .day }
            from = days.first
        case "to":
            guard let days = Self.days(value) else { return .day }
            to = days.last
        case "sort": isByTime = value == Self.newest
        case "start": start = Int(digits: value).map { min($0, Self.startLimit) } ?? 0
        default: break
        }
        return nil
    }

    /// The slug of a name as printed, or of a slug.
    private static func slug(_ name: String) -> String? {
        name.utf8.count <= Slug.limit * 4 ? Slug.make(name) : nil
    }

    /// The first and last day of a year, a month or a day.
    private static func days(_ text: String) -> (first: CivilDate, last: CivilDate)? {
        switch text.utf8.count {
        case 4: return CivilDate(text + "-01-01").flatMap { first in CivilDate(text + "-12-31").map { (first, $0) } }
        case 7:
            let last = ["31", "30", "29", "28"].lazy.compactMap { CivilDate(text + "-" + $0) }.first
            return CivilDate(text + "-01").flatMap { first in last.map { (first, $0) } }
        default: return CivilDate(text).map { ($0, $0) }
        }
    }
}

// Normalising what was typed.
extension SearchQuery {
    /// Turns the quotation marks and hyphens of keyboards and word processors into operators, removes control
    /// characters, merges spaces, composes letters and cuts at a word.
    private static func tidy(_ text: String) -> (words: String, isCut: Bool) {
        // Cut first, so that everything that follows is bounded; at four times the limit, since spaces and
        // decomposed letters still shrink.
        let head = text.cut(to: wordsLimit * 4)
        var scalars = String.UnicodeScalarView()
        for scalar in head.precomposedStringWithCanonicalMapping.unicodeScalars {
            if let plain = plain(scalar, atStart: scalars.last.map { $0 == " " } ?? true) { scalars.append(plain) }
        }
        let words = String(scalars).split(separator: " ").joined(separator: " ")
        guard words.unicodeScalars.count > wordsLimit || head.utf8.count < text.utf8.count else {
            return (words, false)
        }
        let cut = words.cut(to: wordsLimit)
        // A word that was cut is left out; one that fills everything is searched for as far as it goes.
        let end = words.utf8.count > cut.utf8.count ? cut.lastIndex(of: " ") ?? cut.endIndex : cut.endIndex
        return (String(cut[..<end]), true)
    }

    private static func plain(_ scalar: UnicodeScalar, atStart: Bool) -> UnicodeScalar? {
        switch scalar {
        case "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{AB}", "\u{BB}", "\u{FF02}": "\""
        case "\u{2010}"..."\u{2015}", "\u{2212}", "\u{FF0D}": atStart ? "-" : scalar
        default:
            switch scalar.properties.generalCategory {
            case .control, .surrogate, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator: " "
            case .format: nil
            default: scalar
            }
        }
    }
}

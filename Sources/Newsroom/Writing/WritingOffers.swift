import Archive
import Foundation
import News
import Web

/// The choices for an article's fields.
struct ArticleChoices: Sendable {
    var sections: [Section]
    var editions: [Edition]

    init(_ holdings: Holdings) throws {
        sections = try holdings.sections.list()
        editions = try holdings.editions.list(limit: 20, onlyPublished: false)
    }
}

/// The suggestions for what was typed.
struct WritingOffers: Sendable {
    var places = PlaceOffers()
    /// The headlines of the related stories, by their slugs.
    var headlines: [String: String] = [:]
    /// The keywords found in the article's text.
    var keywords: [String] = []
    /// A search that was made without a script, and its results.
    var search: WritingSearch?
    var stories: [Article] = []
    var pictures: [LibraryPicture] = []
}

/// A search for values of a field.
struct WritingSearch: Sendable {
    var field: String
    var words: String

    init(_ field: String, words: String) { (self.field, self.words) = (field, words) }

    /// The words if it is for this field.
    func of(_ field: String) -> String? { self.field == field ? words : nil }
}

extension ArticleChoices {
    func sections(chosen slug: String) -> [Choice] {
        sections.map { Choice(value: $0.slug, name: $0.name, isChosen: $0.slug == slug) }
    }

    /// The editions after the choice of none.
    func editions(chosen number: String, _ strings: Strings) -> [Choice] {
        [Choice(value: "", name: strings["room_weekly"])]
            + editions.map { edition in
                let title = edition.title.isEmpty ? "" : ", " + edition.title
                return Choice(
                    value: "\(edition.number)",
                    name: "\(strings["no"]) \(edition.number), \(Moment.day(edition.date, strings))\(title)",
                    isChosen: "\(edition.number)" == number)
            }
    }
}

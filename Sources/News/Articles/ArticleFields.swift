/// The texts of an article that fit on a line or a few, as readers get them. Drafts and stories embed it; what
/// stores, sends, compares or shows these texts goes through `ArticleField.texts`, so that none is forgotten.
package struct ArticleText: Sendable, Hashable {
    /// The line above the headline, plain text; may be empty.
    package var kicker = ""
    /// Plain text.
    package var headline = ""
    /// One or two sentences of plain text on what it is about; may be empty.
    package var standfirst = ""
    /// The names of the writers, as printed.
    package var byline = ""
    /// BCP 47.
    package var language = "en"

    /// Texts, all empty but for the language.
    package init() {}

    /// Texts as they are known.
    package init(headline: String, standfirst: String = "", byline: String = "", language: String = "en") {
        (self.headline, self.standfirst, self.byline, self.language) = (headline, standfirst, byline, language)
    }

    /// The approximate bytes of the headline in a list, and of the kicker with its markup.
    package var headlineSize: Int { headline.utf8.count + (kicker.isEmpty ? 0 : 40 + kicker.utf8.count) }
}

/// A field of an article: where it is written, how long it may be, and what follows from changing it. The table
/// below is the only list of them: the API, the newsroom's form, the comparison of revisions, working copies,
/// the archive's columns and the limits are read from it.
package struct ArticleField: Sendable {
    /// The name in the API; of a text also that of its column and of its place in the form.
    package let name: String
    /// Where an editor types it; empty for what only the API, imports and sources set.
    package let inputs: [String]
    /// The columns of the archive that hold it.
    package let columns: [String]
    /// Who is affected when it changes.
    package let uses: Uses
    /// The text, if it is one.
    package let text: Text?

    /// A field that is a text.
    package struct Text: Sendable {
        /// As of the field.
        package let name: String
        /// The same; a literal, by which rows are read fast.
        package let column: StaticString
        /// Where it is in `ArticleText`.
        package let path: any WritableKeyPath<ArticleText, String> & Sendable
        /// The most Unicode scalars that it may have; nil if its form limits it.
        package let limit: Int?
    }

    /// The parts of the newspaper that use a field.
    package struct Uses: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Readers see it: a change is an update to feed readers.
        package static let read = Uses(rawValue: 1)
        /// The words of the story are taken from it: a change makes keywords and duplicates anew.
        package static let compared = Uses(rawValue: 2)
        /// Editors find the article by a part of it.
        package static let found = Uses(rawValue: 4)
    }

    /// All fields, in the order of the newsroom's form.
    package static let all: [ArticleField] = [
        .text("kicker", \.kicker, limit: 60, [.read, .found]),
        .text("headline", \.headline, limit: 300, [.read, .compared, .found]),
        .text("standfirst", \.standfirst, limit: 2000, [.read, .compared, .found]),
        .init("body", columns: ["body_html"], [.read, .compared]),
        .init(
            "picture", inputs: ["picture", "alt", "caption", "credit"],
            columns: ["picture", "picture_alt", "picture_caption", "picture_credit"], .read),
        .text("byline", \.byline, limit: 500, [.read, .found]),
        .init("section", columns: ["section_id"]),
        .init("categories", columns: ["category_ids"]),
        .init(
            "place", inputs: ["place_name", "latitude", "longitude", "radius"],
            columns: ["latitude", "longitude", "radius"]),
        .init("related"),
        .init("keywords", .compared),
        .text("language", \.language, limit: nil, [.read, .compared]),
        .init("edition"),
        .init("translationOf", inputs: ["translation_of"], columns: ["translation_of"]),
        .init("slug", .found),
        .init("embargoUntil", inputs: ["embargo"], columns: ["embargo_until"]),
        .init("planned"),
        .init("canonicalAddress", inputs: [], columns: ["canonical_address"], .compared),
        .init("publishedAt", inputs: [], columns: ["published_at"], [.read, .compared]),
        .init("guid", inputs: []),
    ]

    /// The texts, in the same order.
    package static let texts = all.compactMap(\.text)

    /// The columns of the fields with a use.
    package static func columns(_ use: Uses) -> [String] { all.filter { $0.uses.contains(use) }.flatMap(\.columns) }

    private init(
        _ name: String, inputs: [String]? = nil, columns: [String]? = nil, _ uses: Uses = [], text: Text? = nil
    ) {
        (self.name, self.uses, self.text) = (name, uses, text)
        self.inputs = inputs ?? [name]
        self.columns = columns ?? [name]
    }

    private static func text(
        _ name: StaticString, _ path: any WritableKeyPath<ArticleText, String> & Sendable, limit: Int?, _ uses: Uses
    ) -> ArticleField {
        ArticleField("\(name)", uses, text: Text(name: "\(name)", column: name, path: path, limit: limit))
    }
}

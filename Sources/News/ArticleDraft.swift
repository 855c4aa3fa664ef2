package import Foundation

/// What an editor or an import says an article shall be.
package struct ArticleDraft: Sendable, Hashable {
    /// A name that never changes; made from the slug where it is empty.
    package var guid = ""
    /// The last part of its address; where it is empty, made from the headline until the article is published.
    package var slug = ""
    /// Plain text, at most 300 characters.
    package var headline = ""
    /// One or two sentences of plain text, at most 2000 characters.
    package var standfirst = ""
    /// Sanitised HTML.
    package var bodyHTML = ""
    /// The same without markup.
    package var bodyText = ""
    /// The names of the writers, as printed; at most 500 characters.
    package var byline = ""
    /// BCP 47.
    package var language = "en"
    /// A slug.
    package var section = ""
    /// Names; a name that is new becomes a category.
    package var categories: [String] = []
    /// The edition it belongs to; where it is nil, that of the week of its publication.
    package var edition: EditionReference?
    /// The lead picture.
    package var picture: Picture?
    /// Where it happened.
    package var place: Place?
    /// Kilometres around the place within which it concerns people, 1 to 20000; nil for `Area.usualRadius`.
    package var radius: Int?
    /// The slug of the article that it translates; empty for none.
    package var translationOf = ""
    /// The slugs of the stories that an editor chose as related, in their order.
    package var related: [String] = []
    /// What it is about, as an editor typed it; empty where that is found in its text.
    package var keywords: [String] = []
    /// The address of its page at its source; empty for our own. Once it is known it stays.
    package var canonicalAddress = ""
    /// The moment of its publication; where it is nil, that at which it is published.
    package var publishedAt: Date?
    /// Readers see nothing of it before.
    package var embargoUntil: Date?

    /// The lead picture, already uploaded.
    package struct Picture: Sendable, Hashable {
        /// SHA-256 of the original in lower-case hexadecimal.
        package var hash: String
        /// What it shows, for those who do not see it; required before readers see it.
        package var alt: String
        /// What is printed below it.
        package var caption: String
        /// Who made it.
        package var credit: String

        /// A picture with its words.
        package init(hash: String, alt: String, caption: String = "", credit: String = "") {
            self.hash = hash
            self.alt = alt
            self.caption = caption
            self.credit = credit
        }
    }

    /// An empty draft.
    package init() {}

    /// In place of `canonicalAddress` where an article is not our own, and the address of its page is not known.
    package static let elsewhere = "elsewhere"

    /// Whether `canonicalAddress` leads to a page.
    package var hasPageElsewhere: Bool { CanonicalAddress.of(canonicalAddress) != nil }

    /// Everything that keeps it from being accepted, all at once.
    package var faults: [Fault] {
        var faults: [Fault] = []
        func check(_ isGood: Bool, _ field: String, _ detail: String) {
            if !isGood { faults.append(Fault(field: field, detail: detail)) }
        }
        check(headline.unicodeScalars.count <= 300, "headline", "is longer than 300 characters")
        check(standfirst.unicodeScalars.count <= 2000, "standfirst", "is longer than 2000 characters")
        check(byline.unicodeScalars.count <= 500, "byline", "is longer than 500 characters")
        check(bodyHTML.utf8.count <= Self.bodyLimit, "body", "is longer than 1 MB")
        check(
            slug.isEmpty || Slug.isValid(slug), "slug",
            "may hold lower-case letters, digits and single hyphens, at most 100")
        check(guid.unicodeScalars.count <= 1000, "guid", "is longer than 1000 characters")
        check(LanguageList.isTag(language), "language", "is no BCP 47 tag such as pt-PT")
        check(!section.isEmpty, "section", "is missing: give the slug of a section")
        check(categories.count <= 50, "categories", "are more than 50")
        check(
            categories.allSatisfy { (1...100).contains($0.unicodeScalars.count) && Slug.make($0) != nil }, "categories",
            "must be names of 1 to 100 characters with a letter or digit")
        check(related.count <= Self.relatedLimit, "related", "are more than \(Self.relatedLimit)")
        check(keywords.count <= Keyword.limit, "keywords", "are more than \(Keyword.limit)")
        check(
            keywords.allSatisfy {
                $0.unicodeScalars.count <= Keyword.lengthLimit && !Highlighter.words(in: $0).isEmpty
            }, "keywords",
            "must be words or names of 1 to \(Keyword.lengthLimit) characters with a letter or digit")
        check(
            canonicalAddress.isEmpty || hasPageElsewhere || canonicalAddress == Self.elsewhere, "canonicalAddress",
            "is no http or https address of a page, of at most 1000 bytes")
        check(
            radius.map { Area.radii.contains($0) } ?? true, "place.radius", "must be kilometres, 1 to 20000")
        if let picture {
            check(
                isSHA256(picture.hash), "picture.hash",
                "is no SHA-256 in lower-case hexadecimal, as the upload answered it")
        }
        return faults
    }

    /// Whether there is anything to read below its headline and standfirst.
    package var hasText: Bool { bodyText.contains { !$0.isWhitespace } }

    /// What is missing before readers may see it.
    package var gaps: [Fault] {
        var gaps: [Fault] = []
        if headline.isEmpty { gaps.append(Fault(field: "headline", detail: "is missing")) }
        if let picture, picture.alt.isEmpty {
            gaps.append(
                Fault(
                    field: "picture.alt", detail: "is missing: say what the picture shows, for those who do not see it")
            )
        }
        return gaps
    }

    /// Seconds that a published article may be ahead of our clock: a day, since writers' clocks and zones differ.
    package static let headStart = 86_400.0

    /// How many related stories an editor may choose.
    package static let relatedLimit = 10

    /// The longest body in bytes.
    package static let bodyLimit = 1_000_000

    /// One thing that is wrong with a draft.
    package struct Fault: Sendable, Hashable {
        /// The field, as the API names it.
        package let field: String
        /// What is wrong with it, to be read after its name.
        package let detail: String

        /// A fault of a field.
        package init(field: String, detail: String) {
            self.field = field
            self.detail = detail
        }
    }
}

/// Whether a text is a SHA-256 in lower-case hexadecimal.
package func isSHA256(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
}

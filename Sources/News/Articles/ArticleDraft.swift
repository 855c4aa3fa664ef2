package import Foundation

/// An article as an editor or an import wants it to be.
@dynamicMemberLookup
package struct ArticleDraft: Sendable, Hashable {
    /// The headline and the other short texts, which are also members of the draft itself.
    package var texts = ArticleText()
    /// A name that never changes; made from the slug if empty.
    package var guid = ""
    /// The last part of its address; if empty, it is made from the headline until the article is published.
    package var slug = ""
    /// Sanitised HTML.
    package var bodyHTML = ""
    /// The same text without markup.
    package var bodyText = ""
    /// A slug.
    package var section = ""
    /// Names; an unknown name becomes a new category.
    package var categories: [String] = []
    /// The edition it belongs to; nil for the edition of the week in which it is published.
    package var edition: EditionReference?
    /// The lead picture.
    package var picture: Picture?
    /// Where it happened.
    package var place: Place?
    /// The radius in kilometres around the place within which it concerns people, 1 to 20000; nil for
    /// `Area.usualRadius`.
    package var radius: Int?
    /// The slug of the article that this one translates; empty if it is not a translation.
    package var translationOf = ""
    /// The slugs of the related stories that an editor chose, in order.
    package var related: [String] = []
    /// The keywords typed by an editor; if empty, they are found in the text.
    package var keywords: [String] = []
    /// The address of its page at the source; empty for our own articles. Once known, it stays.
    package var canonicalAddress = ""
    /// The time of publication; nil for the moment at which it is published.
    package var publishedAt: Date?
    /// Readers see nothing of the article before this time.
    package var embargoUntil: Date?
    /// The day for which the newsroom plans it; readers never see that.
    package var planned: CivilDate?

    /// The lead picture, already uploaded.
    package struct Picture: Sendable, Hashable {
        /// SHA-256 of the original in lower-case hexadecimal.
        package var hash: String
        /// The description for readers who cannot see it; required before publication.
        package var alt: String
        /// The text printed below it.
        package var caption: String
        /// The credit: who made it.
        package var credit: String

        /// Creates a picture with its texts.
        package init(hash: String, alt: String, caption: String = "", credit: String = "") {
            self.hash = hash
            self.alt = alt
            self.caption = caption
            self.credit = credit
        }
    }

    /// An empty draft.
    package init() {}

    /// A short text.
    package subscript<Value>(dynamicMember path: WritableKeyPath<ArticleText, Value>) -> Value {
        get { texts[keyPath: path] }
        set { texts[keyPath: path] = newValue }
    }

    /// Replaces `canonicalAddress` if an article is not our own and the address of its page is unknown.
    package static let elsewhere = "elsewhere"

    /// Whether `canonicalAddress` leads to a page.
    package var hasPageElsewhere: Bool { CanonicalAddress.of(canonicalAddress) != nil }

    /// Every fault that keeps the draft from being accepted, all at once.
    package var faults: [Fault] {
        var faults: [Fault] = []
        func check(_ isGood: Bool, _ field: String, _ detail: String) {
            if !isGood { faults.append(Fault(field: field, detail: detail)) }
        }
        for text in ArticleField.texts {
            guard let limit = text.limit else { continue }
            check(
                texts[keyPath: text.path].unicodeScalars.count <= limit, text.name, "is longer than \(limit) characters"
            )
        }
        check(bodyHTML.utf8.count <= Self.bodyLimit, "body", "is longer than 1 MB")
        check(
            slug.isEmpty || Slug.isValid(slug), "slug",
            "may hold at most 100 lower-case letters, digits and single hyphens")
        check(guid.unicodeScalars.count <= 1000, "guid", "is longer than 1000 characters")
        check(LanguageList.isTag(texts.language), "language", "is not a BCP 47 tag such as pt-PT")
        check(!section.isEmpty, "section", "is missing: give the slug of a section")
        check(categories.count <= 50, "categories", "must have at most 50 entries")
        check(
            categories.allSatisfy { (1...100).contains($0.unicodeScalars.count) && Slug.make($0) != nil }, "categories",
            "must be names of 1 to 100 characters with a letter or digit")
        check(related.count <= Self.relatedLimit, "related", "must have at most \(Self.relatedLimit) entries")
        check(keywords.count <= Keyword.limit, "keywords", "must have at most \(Keyword.limit) entries")
        check(
            keywords.allSatisfy {
                $0.unicodeScalars.count <= Keyword.lengthLimit && !Highlighter.words(in: $0).isEmpty
            }, "keywords",
            "must be words or names of 1 to \(Keyword.lengthLimit) characters with a letter or digit")
        check(
            canonicalAddress.isEmpty || hasPageElsewhere || canonicalAddress == Self.elsewhere, "canonicalAddress",
            "is not the http or https address of a page, of at most 1000 bytes")
        check(
            radius.map { Area.radii.contains($0) } ?? true, "place.radius", "must be kilometres, 1 to 20000")
        if let picture {
            check(
                isSHA256(picture.hash), "picture.hash",
                "is not a SHA-256 in lower-case hexadecimal, as the upload returned it")
        }
        return faults
    }

    /// Whether there is anything to read below its headline and standfirst.
    package var hasText: Bool { bodyText.contains { !$0.isWhitespace } }

    /// Everything that is missing before publication.
    package var gaps: [Fault] {
        var gaps: [Fault] = []
        if texts.headline.isEmpty { gaps.append(Fault(field: "headline", detail: "is missing")) }
        if let picture, picture.alt.isEmpty {
            gaps.append(
                Fault(
                    field: "picture.alt", detail: "is missing: say what the picture shows, for those who do not see it")
            )
        }
        return gaps
    }

    /// The seconds by which a published article may be ahead of our clock: a day, since writers' clocks and
    /// time zones differ.
    package static let headStart = 86_400.0

    /// The number of related stories that an editor may choose.
    package static let relatedLimit = 10

    /// The longest body in bytes.
    package static let bodyLimit = 1_000_000

    /// One thing that is wrong with a draft.
    package struct Fault: Sendable, Hashable {
        /// The field, as the API names it.
        package let field: String
        /// The fault, worded to follow the field's name.
        package let detail: String

        /// Creates a fault in a field.
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

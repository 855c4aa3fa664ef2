import Archive
import Foundation
import News
import Syndication
import XML

/// An article as the API takes and gives it.
struct ArticleInput: Codable, Sendable {
    struct Picture: Codable, Sendable {
        var hash: String?
        var alt: String?
        var caption: String?
        var credit: String?
    }
    struct Place: Codable, Sendable {
        var latitude: Double
        var longitude: Double
        /// Kilometres within which it concerns people.
        var radius: Int?

        static let fault = ArticleDraft.Fault(
            field: "place",
            detail:
                "must be degrees, latitude -90 to 90 and longitude -180 to 180, and a radius of 1 to 20000 kilometres")
    }

    /// A text, or a number that stands for one.
    struct Name: Codable, Sendable {
        var text: String

        init(_ text: String) { self.text = text }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            text = try (try? container.decode(Int.self)).map(String.init) ?? container.decode(String.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    var guid: String?
    var slug: String?
    var status: String?
    var headline: String?
    var standfirst: String?
    /// HTML; what is not allowed in a body is taken out.
    var body: String?
    var byline: String?
    var language: String?
    var section: String?
    var categories: [String]?
    /// A number or a date.
    var edition: Name?
    var picture: Picture?
    var place: Place?
    /// The slug of the article that it translates.
    var translationOf: String?
    var publishedAt: String?

    /// The draft, or everything that is wrong with it.
    func draft() throws -> ArticleDraft {
        var draft = ArticleDraft()
        var faults: [ArticleDraft.Fault] = []
        func fault(_ field: String, _ detail: String) { faults.append(.init(field: field, detail: detail)) }
        draft.guid = trimmed(guid)
        draft.slug = trimmed(slug)
        draft.headline = trimmed(headline)
        draft.standfirst = trimmed(standfirst)
        draft.byline = trimmed(byline)
        draft.language = language.map { trimmed($0) } ?? draft.language
        draft.section = trimmed(section)
        draft.translationOf = trimmed(translationOf)
        draft.categories = (categories ?? []).prefix(51).map { trimmed($0) }
        if (body ?? "").utf8.count > ArticleDraft.bodyLimit {
            fault("body", "is longer than 1 MB")
        } else {
            let clean = HTMLSanitizer.sanitize(body ?? "")
            draft.bodyHTML = clean.html
            draft.bodyText = clean.plainText
        }
        if let status {
            if let known = ArticleDraft.Status(rawValue: status) {
                draft.status = known
            } else {
                fault("status", "must be draft, published or withdrawn")
            }
        }
        if let edition {
            var device = DeviceContext()
            if ContextForm.read([("edition", edition.text)], into: &device).isEmpty {
                draft.edition = device.selection.edition
            } else {
                fault("edition", "must be a number or a date such as 2009-05-31")
            }
        }
        if let picture {
            draft.picture = .init(
                hash: picture.hash ?? "", alt: trimmed(picture.alt), caption: trimmed(picture.caption),
                credit: trimmed(picture.credit))
        }
        if let place {
            draft.place = News.Place(latitude: place.latitude, longitude: place.longitude)
            draft.radius = place.radius
            if draft.place == nil { faults.append(Place.fault) }
        }
        if let publishedAt {
            draft.publishedAt = RFC822.iso(publishedAt)
            if draft.publishedAt == nil { fault("publishedAt", "must be ISO 8601, such as 2009-05-31T21:30:00Z") }
        }
        faults += draft.faults
        guard faults.isEmpty else { throw ArchiveError.faults(faults) }
        return draft
    }

    private func trimmed(_ text: String?) -> String { (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines) }
}

/// An article as the API answers it.
struct ArticleOutput: Codable, Sendable {
    var id: Int
    var revision: Int
    var url: String?
    var updatedAt: String
    var article: ArticleInput

    init(_ article: Article, _ site: Site) {
        let draft = article.draft
        id = article.id
        revision = article.revision
        url = draft.status == .published ? site.article(draft.slug) : nil
        updatedAt = RFC822.iso8601(article.updatedAt)
        self.article = ArticleInput(
            guid: draft.guid, slug: draft.slug, status: draft.status.rawValue, headline: draft.headline,
            standfirst: draft.standfirst,
            body: draft.bodyHTML, byline: draft.byline, language: draft.language, section: draft.section,
            categories: draft.categories,
            edition: draft.edition.map { .init($0.name) },
            picture: draft.picture.map { .init(hash: $0.hash, alt: $0.alt, caption: $0.caption, credit: $0.credit) },
            place: draft.place.map { .init(latitude: $0.latitude, longitude: $0.longitude, radius: draft.radius) },
            translationOf: draft.translationOf.isEmpty ? nil : draft.translationOf,
            publishedAt: draft.publishedAt.map(RFC822.iso8601))
    }

    /// The article's own members stand beside these.
    func encode(to encoder: any Encoder) throws {
        try article.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(revision, forKey: .revision)
        try container.encodeIfPresent(url, forKey: .url)
        try container.encode(updatedAt, forKey: .updatedAt)
    }
}

extension Area {
    /// As the API gives it; nil outside the ranges.
    init?(_ input: ArticleInput.Place) {
        let radius = input.radius ?? Area.usualRadius
        guard let place = Place(latitude: input.latitude, longitude: input.longitude), Area.radii.contains(radius)
        else {
            return nil
        }
        self.init(place, radius: radius)
    }
}

import Archive
import Foundation
import News
import Syndication
import XML

/// An article as the API accepts and returns it.
package struct ArticleInput: Codable, Sendable {
    struct Picture: Codable, Sendable {
        var hash: String?
        var alt: String?
        var caption: String?
        var credit: String?
    }
    package struct Place: Codable, Sendable {
        package var latitude: Double
        package var longitude: Double
        /// The radius in kilometres within which it concerns people.
        package var radius: Int?

        package init(latitude: Double, longitude: Double, radius: Int? = nil) {
            self.latitude = latitude
            self.longitude = longitude
            self.radius = radius
        }

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

    /// The texts that are given.
    var texts = GivenTexts()
    /// All the rest.
    var details: Details

    /// The members that are not texts; nil if they are left out.
    struct Details: Codable, Sendable {
        var guid: String?
        var slug: String?
        var status: String?
        /// HTML; elements not allowed in a body are removed.
        var body: String?
        var section: String?
        var categories: [String]?
        /// A number or a date.
        var edition: Name?
        var picture: Picture?
        var place: Place?
        /// The slug of the article that it translates.
        var translationOf: String?
        /// The slugs of the related stories, in order.
        var related: [String]?
        /// The keywords; empty to derive them from the text.
        var keywords: [String]?
        /// The address of its page at its source; unchanged if left out.
        var canonicalAddress: String?
        var publishedAt: String?
        /// The time before which nothing is shown.
        var embargoUntil: String?
        /// The day for which it is planned; empty for none.
        var planned: String?
        /// When a scheduled article is published.
        var publishAt: String?
    }

    init(texts: GivenTexts, details: Details) { (self.texts, self.details) = (texts, details) }

    package init(from decoder: any Decoder) throws {
        self.init(texts: try GivenTexts(from: decoder), details: try Details(from: decoder))
    }

    package func encode(to encoder: any Encoder) throws {
        try texts.encode(to: encoder)
        try details.encode(to: encoder)
    }

    /// The move that `status` and `publishAt` ask for; nil if the state is to stay as it is.
    func move(from state: ArticleState) throws -> MoveRequest? {
        guard let status = details.status else { return nil }
        guard let wanted = Publication(rawValue: status) else {
            throw ArchiveError.faults([
                .init(
                    field: "status",
                    detail: "must be one of \(Publication.allCases.map(\.rawValue).joined(separator: ", "))")
            ])
        }
        do {
            return try state.move(to: wanted).map {
                MoveRequest($0, at: try Self.moment(details.publishAt, "publishAt"))
            }
        } catch let refusal as ArticleState.Refusal {
            throw ArchiveError.refused(refusal)
        }
    }

    /// Reads a moment in ISO 8601; nil if none is given.
    static func moment(_ text: String?, _ field: String) throws -> Date? {
        guard let text else { return nil }
        guard let date = RFC822.iso(text) else {
            throw ArchiveError.faults([.init(field: field, detail: "must be ISO 8601, such as 2009-05-31T21:30:00Z")])
        }
        return date
    }

    /// The draft. Throws every fault found in it.
    func draft() throws -> ArticleDraft {
        var draft = plainDraft
        var faults: [ArticleDraft.Fault] = []
        func collect<Value>(_ read: () throws -> Value?) -> Value? {
            do { return try read() } catch ArchiveError.faults(let found) { faults += found } catch {}
            return nil
        }
        faults += readBody(into: &draft)
        let isWhole = collect { try move(from: ArticleState())?.move.needsWholeArticle } ?? false
        if let edition = details.edition {
            draft.edition = EditionReference(edition.text)
            if draft.edition == nil, !edition.text.allSatisfy(\.isWhitespace) {
                faults.append(.init(field: "edition", detail: "must be a number or a date such as 2009-05-31"))
            }
        }
        if let place = details.place {
            draft.place = News.Place(latitude: place.latitude, longitude: place.longitude)
            draft.radius = place.radius
            if draft.place == nil { faults.append(Place.fault) }
        }
        draft.publishedAt = collect { try Self.moment(details.publishedAt, "publishedAt") }
        draft.embargoUntil = collect { try Self.moment(details.embargoUntil, "embargoUntil") }
        draft.planned = details.planned.flatMap { CivilDate($0) }
        if draft.planned == nil, details.planned?.isEmpty == false {
            faults.append(.init(field: "planned", detail: "must be a day such as 2009-05-31"))
        }
        faults += draft.faults + (isWhole ? draft.gaps : [])
        guard faults.isEmpty else { throw ArchiveError.faults(faults) }
        return draft
    }

    /// The members that are taken as they are.
    private var plainDraft: ArticleDraft {
        var draft = ArticleDraft()
        draft.guid = trimmed(details.guid)
        draft.slug = trimmed(details.slug)
        draft.texts = texts.trimmed
        draft.section = trimmed(details.section)
        draft.translationOf = trimmed(details.translationOf)
        draft.related = (details.related ?? []).prefix(ArticleDraft.relatedLimit + 1).map { trimmed($0) }
        draft.canonicalAddress = TrackingParameters.removed(from: trimmed(details.canonicalAddress))
        draft.keywords = (details.keywords ?? []).prefix(Keyword.limit + 1).map { trimmed($0) }
        draft.categories = (details.categories ?? []).prefix(51).map { trimmed($0) }
        if let picture = details.picture {
            draft.picture = .init(
                hash: picture.hash ?? "", alt: trimmed(picture.alt), caption: trimmed(picture.caption),
                credit: trimmed(picture.credit))
        }
        return draft
    }

    private func readBody(into draft: inout ArticleDraft) -> [ArticleDraft.Fault] {
        let body = details.body ?? ""
        guard body.utf8.count <= ArticleDraft.bodyLimit else {
            return [.init(field: "body", detail: "is longer than 1 MB")]
        }
        let clean = HTMLSanitizer.sanitize(body)
        (draft.bodyHTML, draft.bodyText) = (clean.html, clean.plainText)
        return []
    }

    private func trimmed(_ text: String?) -> String { (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines) }
}

extension Area {
    /// Reads an area as the API writes it; nil outside the ranges.
    init?(_ input: ArticleInput.Place) {
        let radius = input.radius ?? Area.usualRadius
        guard let place = Place(latitude: input.latitude, longitude: input.longitude), Area.radii.contains(radius)
        else {
            return nil
        }
        self.init(place, radius: radius)
    }
}

package import Archive
package import Foundation
import Markdown
import News
package import Web
import XML

/// The fields in which an article is written, as they were typed.
package struct ArticleForm: Sendable, Equatable {
    /// The largest form: an article's text with every byte escaped, and some room to spare.
    package static let limit = 4_000_000

    /// All fields, in the order of the page.
    package static let names = ArticleField.all.flatMap(\.inputs)

    package var fields: [String: String]

    package init(_ fields: [String: String]) { self.fields = fields.filter { Self.names.contains($0.key) } }

    /// Reads typed fields, without NUL, the only character that the database cannot store.
    init(typed fields: [String: String]) {
        self.fields = fields.filter { Self.names.contains($0.key) }.mapValues { $0.replacing("\0", with: "") }
    }

    package init(_ form: NewsroomForm) { self.init(typed: form.only(Self.names)) }

    /// Starts from the current article. It parses the body, so it must not run on the threads that answer
    /// requests.
    package init(_ article: Article, zone: TimeZone) {
        let draft = article.draft
        fields = [
            "body": Markdown.text(of: draft.bodyHTML),
            "picture": draft.picture?.hash ?? "", "alt": draft.picture?.alt ?? "",
            "caption": draft.picture?.caption ?? "", "credit": draft.picture?.credit ?? "",
            "section": draft.section, "categories": draft.categories.joined(separator: ", "),
            "latitude": draft.place.map { "\($0.latitude)" } ?? "",
            "longitude": draft.place.map { "\($0.longitude)" } ?? "", "radius": draft.radius.map { "\($0)" } ?? "",
            "related": draft.related.joined(separator: "\n"),
            "keywords": draft.keywords.joined(separator: ", "),
            "edition": draft.edition?.name ?? "", "translation_of": draft.translationOf,
            "slug": draft.slug, "embargo": LocalMoment.text(draft.embargoUntil, in: zone),
            "planned": draft.planned?.name ?? "",
        ]
        for text in ArticleField.texts { fields[text.name] = draft.texts[keyPath: text.path] }
    }

    /// A field without surrounding space; empty if it is missing.
    package subscript(_ name: String) -> String {
        (fields[name] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The article as it would be saved, and all faults. It parses the body, as above.
    /// - Parameter old: the form of the current article: if the text was left alone, its markup stays as it
    ///   is.
    func draft(of article: Article, instead old: ArticleForm, zone: TimeZone) -> (ArticleDraft, [ArticleDraft.Fault]) {
        var draft = article.draft
        var faults: [ArticleDraft.Fault] = []
        for text in ArticleField.texts { draft.texts[keyPath: text.path] = line(text.name) }
        draft.section = self["section"]
        draft.slug = self["slug"]
        draft.translationOf = slug(in: self["translation_of"])
        draft.related = related
        (draft.categories, draft.keywords) = (names("categories"), names("keywords"))
        if normalised("body") != old.normalised("body") {
            let clean = Markdown.html(of: normalised("body"))
            (draft.bodyHTML, draft.bodyText) = (clean.html, clean.plainText)
        }
        draft.picture =
            self["picture"].isEmpty
            ? nil : .init(hash: self["picture"], alt: line("alt"), caption: line("caption"), credit: line("credit"))
        draft.edition = edition(&faults)
        (draft.place, draft.radius) = place(&faults)
        // A typed name does not count as a place until one is chosen.
        if !self["place_name"].isEmpty { faults.append(.init(field: "place_name", detail: "")) }
        draft.embargoUntil = LocalMoment.date(self["embargo"], in: zone)
        if draft.embargoUntil == nil, !self["embargo"].isEmpty { faults.append(.init(field: "embargo", detail: "")) }
        draft.planned = CivilDate(self["planned"])
        if draft.planned == nil, !self["planned"].isEmpty { faults.append(.init(field: "planned", detail: "")) }
        return (draft, faults + draft.faults)
    }

    /// The names separated by commas.
    private func names(_ field: String) -> [String] {
        line(field).split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter {
            !$0.isEmpty
        }
    }

    private func edition(_ faults: inout [ArticleDraft.Fault]) -> EditionReference? {
        guard !self["edition"].isEmpty else { return nil }
        let edition = EditionReference(self["edition"])
        if edition == nil { faults.append(.init(field: "edition", detail: "")) }
        return edition
    }

    private func place(_ faults: inout [ArticleDraft.Fault]) -> (Place?, Int?) {
        let (latitude, longitude) = (self["latitude"], self["longitude"])
        guard !latitude.isEmpty || !longitude.isEmpty else { return (nil, nil) }
        func number(_ text: String) -> Double? { Double(text.replacing(",", with: ".")) }
        let place = number(latitude).flatMap { latitude in
            number(longitude).flatMap { Place(latitude: latitude, longitude: $0) }
        }
        let radius = Int(self["radius"])
        if place == nil || radius == nil && !self["radius"].isEmpty { faults.append(.init(field: "place", detail: "")) }
        return (place, radius)
    }

    /// The slugs of the related stories, which may have been pasted as addresses.
    package var related: [String] {
        self["related"].split { $0.isWhitespace || $0 == "," }.map { slug(in: String($0)) }
    }

    /// The last segment of a pasted address, or of a slug itself.
    private func slug(in text: String) -> String { text.split(separator: "/").last.map { String($0) } ?? "" }

    /// A field on one line, without control characters.
    private func line(_ name: String) -> String {
        self[name].split { $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 } }.joined(separator: " ")
    }

    /// A field with normalised line ends, since browsers change them.
    package func normalised(_ name: String) -> String {
        self[name].replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }

    /// The names of the fields that differ, in the order of the page.
    package func differences(from other: ArticleForm) -> [String] {
        Self.names.filter { normalised($0) != other.normalised($0) }
    }
}

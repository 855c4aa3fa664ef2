import Archive
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import Locating
import News
import Web

/// Places by name: `/api/v1/places?q=`, and the same for the newsroom's own scripts.
struct PlaceRoutes: Sendable {
    let desk: NewsroomDesk
    let editors: EditorDesk

    func add(to router: Router<NewsRequestContext>, api: RouterGroup<NewsRequestContext>) {
        desk.signedIn(router).get("/admin/places.json") { request, _ in try await list(request) }
        api.group().add(middleware: TokenMiddleware(desk: editors, atLeast: .contributor)).get("places") { request, _ in
            try await list(request)
        }
    }

    private struct List: Encodable {
        struct Place: Encodable {
            var title: String
            var name: String
            var region: String?
            var country: String
            var latitude: Double
            var longitude: Double
            var inhabitants: Int
        }
        var places: [Place]
        /// Places with similar names, if there are none of that name.
        var similar: [Place]?
        /// The attribution to show with the places.
        var source: String?
    }

    private func list(_ request: Request) async throws -> Response {
        let query = FormFields.parse(request.uri.query ?? "").last { $0.name == "q" }?.value ?? ""
        let language = desk.strings(request).language
        let (found, isSimilar) = try await desk.places(query)
        let places = found.map {
            List.Place(
                title: $0.title(in: language), name: $0.name, region: $0.region.isEmpty ? nil : $0.region,
                country: $0.country, latitude: $0.place.latitude, longitude: $0.place.longitude,
                inhabitants: $0.inhabitants)
        }
        return try editors.read(
            List(
                places: isSimilar ? [] : places, similar: isSimilar ? places : nil,
                source: desk.gazetteer.attribution))
    }
}

/// The places that a form offers for a typed name.
struct PlaceOffers: Sendable {
    struct Choice: Sendable {
        /// The button's value: `41.15,-8.61`.
        var value: String
        var name: String
    }
    var choices: [Choice] = []
    /// What to do if the typed name matches no place.
    var unknown: String?
    /// The attribution to show where places are offered.
    var source: String?
}

extension NewsroomDesk {
    /// The most places offered at once.
    static let placesLimit = 8

    /// Places by the beginning of their name, those first that are near the newspaper's own; if there are none, places of similar
    /// names. None for less than two letters.
    func places(_ text: String) async throws -> (found: [Gazetteer.Entry], areSimilar: Bool) {
        let home = try await archive.read { try $0.newspaper.placesInNews() }
        let found = try await gazetteer.search(text, near: home, limit: Self.placesLimit)
        guard found.isEmpty else { return (found, false) }
        return (try await gazetteer.searchSimilar(to: text, near: home, limit: Self.placesLimit), true)
    }

    /// The choices that a form field offers; none if nothing was typed.
    func placeOffers(_ text: String, _ visit: Visit) async throws -> PlaceOffers {
        guard !text.isEmpty else { return PlaceOffers(source: gazetteer.attribution) }
        let (found, areSimilar) = try await places(text)
        let choices = found.map {
            PlaceOffers.Choice(value: $0.place.name, name: $0.title(in: visit.strings.language))
        }
        let unknown = areSimilar ? visit.strings[choices.isEmpty ? "room_placeNone" : "room_placeSimilar"] : nil
        return PlaceOffers(choices: choices, unknown: unknown, source: gazetteer.attribution)
    }
}

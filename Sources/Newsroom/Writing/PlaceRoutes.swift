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
    /// Advice if the typed name matches no place.
    var unknown: String?
    /// The attribution to show where places are offered.
    var source: String?
    /// The name of the place that the article has.
    var near: String?
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

    /// The kilometres within which a place is called by a name: those of a town.
    private static let nameReach = 15.0

    /// The choices that a form field offers; if nothing was typed, the name of the place that the article has.
    func placeOffers(_ text: String, near place: Place? = nil, _ visit: Visit) async throws -> PlaceOffers {
        guard !text.isEmpty else {
            var offers = PlaceOffers(source: gazetteer.attribution)
            if let place, let found = try await gazetteer.nearest(to: place, within: Self.nameReach) {
                offers.near = visit.strings("nearTown", found.title(in: visit.strings.language))
            }
            return offers
        }
        let (found, areSimilar) = try await places(text)
        let choices = found.map {
            PlaceOffers.Choice(value: $0.place.name, name: $0.title(in: visit.strings.language))
        }
        let unknown = areSimilar ? visit.strings[choices.isEmpty ? "room_placeNone" : "room_placeSimilar"] : nil
        return PlaceOffers(choices: choices, unknown: unknown, source: gazetteer.attribution)
    }
}

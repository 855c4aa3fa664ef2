import Archive
import Foundation
import HTTPTypes
import News
import Testing

extension NewsroomSiteTests {
    /// Finding places by name, in forms and through the API.
    @Suite("Places")
    struct PlacesTests {
        struct List: Decodable {
            struct Place: Decodable {
                var title: String; var country: String; var latitude: Double; var longitude: Double
            }
            var places: [Place]
            var source: String?
        }

        @Test("Programs and scripts ask by name, others do not") func listed() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .contributor)
            let answer = try await desk.send(.get, "places?q=Co")
            let list = try answer.json(List.self)
            #expect(answer.status == 200 && list.source == nil && list.places.count <= 8)
            #expect(list.places.contains { $0.title == "Coimbra, Portugal" && $0.latitude == 40.21 })
            #expect(try await desk.send(.get, "places").json(List.self).places.isEmpty)
            #expect(try await site.get("/api/v1/places?q=Coimbra").status == 401)
            #expect(try await site.get("/admin/places.json?q=Coimbra").status == 401)
            let browser = try await Room.person(site, .contributor).browser()
            #expect(try await browser.get("/admin/places.json?q=Coimbra").json(List.self).places.count == 1)
        }

        @Test("Without script a name that was typed is offered as places, and nothing typed is lost") func chosen()
            async throws
        {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .editor).browser()
            let path = try #require(try await browser.post("/admin/articles")["location"])
            let typed = [
                "headline": "Flood", "section": "city", "language": "en", "revision": "1", "base": "1",
                "place_name": "Coimbra",
            ]
            let refused = try await browser.post(path, typed)
            let text = try refused.text
            #expect(refused.status == 422 && text.contains(#"value="Coimbra""#) && text.contains("Flood"))
            #expect(text.contains(#"value="place-40.21,-8.42" formnovalidate>Coimbra, Portugal</button>"#))
            #expect(text.contains("Choose a place from the list"))

            let chosen = try await browser.post(path, typed.merging(["do": "place-40.21,-8.42"]) { $1 })
            #expect(chosen.status == 303 && chosen["location"] == path + "#place_name")
            let page = try await browser.get(path).text
            #expect(page.contains(#"name="latitude" value="40.21""#) && page.contains("Flood"))
            #expect(page.contains(#"name="place_name" value="""#))
            #expect(
                try await browser.post(
                    path, typed.merging(["do": "find-place_name", "place_name": "Nowhereatall"]) { $1 }
                ).text
                    .contains("We could not find this place"))
            #expect(try await browser.post(path, typed.merging(["do": "place-400,0"]) { $1 }).status == 400)
            let saved = try await browser.post(
                path, typed.merging(["place_name": "", "latitude": "40.21", "longitude": "-8.42"]) { $1 })
            #expect(saved.status == 303)
        }
    }
}

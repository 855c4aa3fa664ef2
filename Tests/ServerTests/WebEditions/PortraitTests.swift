import Archive
import HTTPTypes
import Imaging
import News
import TestSupport
import Testing

@testable import Pictures
@testable import Server

extension WritingSiteTests {
    /// The portraits of authors.
    struct PortraitTests {
        @Test("A portrait stands at the byline where there is room, and stays as long as it is used")
        func portrait() async throws {
            let site = try SharedSite.site
            let bytes = try #require(Canvas(width: 400, height: 500)).jpeg()
            let hash = try await site.backend.pictures.add(bytes, by: nil).record.hash
            let desk = try await Desk(site, .editor)
            let text =
                #"{"headline":"A portrait","section":"city","byline":"Petra Portrayed","body":"<p>A.</p>","status":"published"}"#
            #expect(try await desk.send(.post, "articles", text).status == 201)
            let browser = try await Room.person(site, .editor).browser()
            let picture = "/admin/pictures/\(hash)"
            #expect(try await browser.get(picture).text.contains(#"value="petra-portrayed">Petra Portrayed<"#))
            let chosen = try await browser.post(picture + "/portrait", ["author": "petra-portrayed"])
            #expect(chosen["location"] == picture + "?done=changed")
            for page in ["/articles/a-portrait", "/edition/articles/a-portrait", "/authors/petra-portrayed"] {
                let rich = try await site.get(page + "?network=wifi").text
                #expect(
                    rich.contains(
                        #/class="(meta )?by">(<button[^>]*>[^<]*<\/button>)?<img src="\/media\/[0-9a-f]{64}\/[0-9]+q60-square[0-9]+.jpg" width="44"/#
                    ),
                    "\(page)")
                for poor in ["network=gprs", "network=wifi&images=off"] {
                    #expect(try await !site.get("\(page)?\(poor)").text.contains(hash), "\(page) \(poor)")
                }
            }
            #expect(try await !site.get("/lite/articles/a-portrait?network=wifi").text.contains(hash))
            #expect(try await desk.send(.get, "authors/petra-portrayed").text.contains(#""portrait":"\#(hash)""#))
            #expect(try await desk.send(.delete, "pictures/\(hash)", nil, ["If-Match": "*"]).status == 409)
            #expect(try await browser.post(picture + "/portrait", ["former": "petra-portrayed"]).status == 303)
            #expect(try await !site.get("/articles/a-portrait?network=wifi").text.contains(hash))
            #expect(try await desk.send(.delete, "pictures/\(hash)", nil, ["If-Match": "*"]).status == 204)
        }

        @Test(
            "What is no author or no picture is refused",
            arguments: [
                ("nobody", #"{"picture":null}"#, 404), ("petra-refused", #"{"picture":"x"}"#, 422),
                ("petra-refused", #"{"picture":"\#(String(repeating: "0", count: 64))"}"#, 422),
                ("petra-refused", #"{"picture":7}"#, 400),
            ])
        func refused(_ author: String, _ body: String, _ status: Int) async throws {
            let desk = try await Desk(try SharedSite.site, .editor)
            let text =
                #"{"headline":"A refused portrait","section":"city","byline":"Petra Refused","status":"published"}"#
            #expect(try await desk.send(.post, "articles", text).status == 201)
            #expect(try await desk.send(.put, "authors/\(author)/portrait", body).status == status)
        }
    }
}

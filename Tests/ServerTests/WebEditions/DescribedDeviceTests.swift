import Testing

extension DemoSiteTests {
    struct DescribedDeviceTests {
        private static let root = "http://localhost"

        @Test(
            "A device that an address describes holds for the pages that its links lead to",
            arguments: [
                (
                    "/m/?network=3g&battery=15&before=x&language=pt", "/search?q=ferry",
                    "/search?q=ferry&network=3g&battery=15"
                ),
                ("/edition/?items=all&charging=1", "/edition/", "/edition/?items=all&charging=1"),
                (
                    "/m/?settings=none&network=edge", "/lite/?language=pt",
                    "/lite/?language=pt&settings=none&network=edge"
                ),
                ("/m/?network=3g&why=1", "/m/", nil), ("/m/?network=3g", "/m/?network=wifi", nil),
                ("/m/?network=3g", "/news/", nil), ("/m/?before=x", "/m/", nil), ("/m/", "/m/", nil),
                ("/ws/form?phone_link=3g", "/m/", nil), ("/m/?network=", "/m/", nil),
            ])
        func theDeviceStays(_ before: String, _ address: String, _ location: String?) async throws {
            let answer = try await SharedSite.site.get(address, ["Accept": "text/html", "Referer": Self.root + before])
            #expect(answer["location"] == location && answer.status == (location == nil ? 200 : 303))
            #expect(answer["cache-control"] == "no-store" || location == nil)
        }

        @Test(arguments: [
            "http://evil.test/m/?network=3g", "http://localhost:1/m/?network=3g", "?network=3g", "%%?a=%", "",
        ])
        func otherSitesDescribeNothing(_ referer: String) async throws {
            #expect(try await SharedSite.site.get("/m/", ["Accept": "text/html", "Referer": referer]).status == 200)
        }

        @Test func aDeviceWithoutSettingsHasNothingOfItsReaderButTheLanguage() async throws {
            let cookie = [
                "Accept": "text/html", "Cookie": "reading=images=off&palette=night&text_size=1.5&language=pt",
            ]
            let own = try await SharedSite.site.get("/m/?network=wifi", cookie).text
            #expect(!own.contains("<img") && own.contains("class=\"night"))
            let other = try await SharedSite.site.get("/m/?network=wifi&settings=none", cookie).text
            #expect(other.contains("<img") && !other.contains("class=\"night") && !other.contains("font-size:150%"))
            #expect(other.contains("<html lang=\"pt\""))
            let why = try await SharedSite.site.get("/m/?network=wifi&settings=none&why=1", cookie).text
            #expect(why.contains("(Wi-Fi)"))
        }
    }
}

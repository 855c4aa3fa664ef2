import Foundation
import HTTPTypes
import Syndication
import Testing

extension DemoSiteTests {
    /// The home page and the reader's settings.
    struct HomeTests {
        private let browser = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]

        @Test func slowLinksAreAnsweredAtOnce() async throws {
            let site = try SharedSite.site
            let usual = try await site.get("/", browser)
            #expect(usual.status == 200)
            #expect(try usual.text.contains("<article class=\"lead\""))
            let lite = try await site.get("/?network=gprs", browser)
            #expect(lite.status == 200)
            #expect(try !lite.text.contains("<img") && lite.text.contains("/lite/articles/"))
            let lynx = try await site.get("/", browser.merging(["User-Agent": "Lynx/2.9.0"]) { $1 })
            #expect(try lynx.text.contains("/lite/articles/"))
        }

        @Test(arguments: [
            ("/?client=desktop&network=wifi", "/edition/"), ("/?client=iphone&network=wifi", "/news/"),
        ])
        func fastLinksAreLedToTheirEdition(_ path: String, _ place: String) async throws {
            let answer = try await SharedSite.site.get(path, browser)
            #expect(answer.status == 303 && answer["location"] == place)
            #expect(answer["cache-control"]?.contains("no-cache") == true)
        }

        /// The buttons at the end of each page, without a script.
        @Test(arguments: ["/m/", "/lite/", "/search?q=ferry", "/edition/"])
        func theLanguageIsChosenOnAnyPage(_ path: String) async throws {
            let site = try SharedSite.site
            let page = try await site.get(path, browser.merging(["Cookie": "reading=palette%3Dnight"]) { $1 }).text
            #expect(page.contains(#"<button name="language" value="pt" lang="pt">Português</button>"#))
            #expect(!page.contains(#"value="en" lang="en">"#))
            let answer = try await site.send(
                .post, "/settings",
                [
                    "Content-Type": "application/x-www-form-urlencoded", "Referer": "http://localhost\(path)",
                    "Cookie": "reading=palette%3Dnight",
                ], body: Array("back=&language=pt".utf8))
            #expect(answer.status == 303 && answer["location"] == path)
            let cookie = try #require(answer["set-cookie"]?.split(separator: ";").first)
            let next = try await site.get(path, browser.merging(["Cookie": String(cookie)]) { $1 }).text
            #expect(next.contains("<html lang=\"pt\"") && next.contains(">English</button>"))
        }

        @Test(
            arguments: [nil, "", "about:blank", "http://localhost//evil.example/", "mailto:a@b.example"] as [String?])
        func withoutAPageToReturnToTheHomePageOpens(_ referer: String?) async throws {
            var headers = ["Content-Type": "application/x-www-form-urlencoded"]
            headers["Referer"] = referer
            let answer = try await SharedSite.site.send(
                .post, "/settings", headers, body: Array("back=&language=pt".utf8))
            #expect(answer.status == 303 && answer["location"] == "/")
        }

        @Test func readersAskForNoCookie() async throws {
            for path in ["/", "/m/", "/lite/", "/edition/", "/reader/", "/settings", "/articles/nothing"] {
                #expect(try await SharedSite.site.get(path, browser)["set-cookie"] == nil, "\(path)")
            }
        }

        @Test func settingsAreKeptAndForgotten() async throws {
            let site = try SharedSite.site
            let form = "web_edition=lite&palette=night&text_size=1.5&images=off&language=pt&other=x&client=tv"
            let answer = try await site.send(
                .post, "/settings", ["Content-Type": "application/x-www-form-urlencoded"], body: Array(form.utf8))
            #expect(answer.status == 303 && answer["location"] == "/settings?saved=1")
            let cookie = try #require(answer["set-cookie"])
            for part in ["Path=/", "SameSite=Lax", "Secure", "Max-Age=31536000"] {
                #expect(cookie.contains(part))
            }
            #expect(!cookie.contains("other") && !cookie.contains("client"))
            let value = ["Cookie": String(try #require(cookie.split(separator: ";").first))]
            #expect(try await site.get("/", value).text.contains("/lite/articles/"))
            let front = try await site.get("/m/", value).text
            #expect(front.contains("class=\"night") && front.contains("font-size:150%") && !front.contains("<img"))
            #expect(front.contains("<html lang=\"pt\"") && front.contains("Últimas"))
            #expect(try await site.get("/m/?palette=day", value).text.contains("class=\"day"), "the address says more")
            #expect(try await site.get("/settings", value).text.contains(#"value="night" checked"#))
            let reset = try await site.send(
                .post, "/settings", ["Content-Type": "application/x-www-form-urlencoded"],
                body: Array("palette=night&reset=1".utf8))
            #expect(reset["set-cookie"]?.contains("Max-Age=0") == true)
        }

        /// The buttons on an article's page.
        @Test(arguments: [
            ("/articles/night-ferry?part=2", "/articles/night-ferry?part=2"), ("//example.org/", "/settings?saved=1"),
            ("https://example.org/", "/settings?saved=1"), ("/a\r\nSet-Cookie: x=1", "/settings?saved=1"),
            ("/\\example.org", "/settings?saved=1"),
        ])
        func aPageChangesOneSettingAndComesBack(_ back: String, _ location: String) async throws {
            let form = "text_size=1.2&back=" + back.escapedForQuery
            let answer = try await SharedSite.site.send(
                .post, "/settings",
                ["Content-Type": "application/x-www-form-urlencoded", "Cookie": "reading=palette=night&text_size=2"],
                body: Array(form.utf8))
            #expect(answer.status == 303 && answer["location"] == location)
            let cookie = try #require(answer["set-cookie"])
            #expect(cookie.contains("text_size=1.2") && !cookie.contains("text_size=2"))
            #expect(cookie.contains("palette=night") == (location == back))
        }

        @Test(arguments: [
            "reading=", "reading==;=", "reading=palette=none&text_size=9&web_edition=paper", "reading=%00%FF%zz",
            "reading=" + String(repeating: "palette=night&", count: 200), "context=network=none%00", "reading",
        ])
        func strangeCookiesAreNone(_ cookie: String) async throws {
            let answer = try await SharedSite.site.get("/m/", ["Cookie": cookie])
            #expect(answer.status == 200)
            #expect(try answer.text.contains("class=\"auto"))
        }

        @Test func aNativeShellGetsTheEditionForItsContext() async throws {
            let site = try SharedSite.site
            let form = "network=edge&battery=15&client=iphone&palette=night&latitude=38.7&longitude=-9.1"
            let answer = try await site.send(
                .post, "/", ["Content-Type": "application/x-www-form-urlencoded"], body: Array(form.utf8))
            #expect(answer.status == 200)
            #expect(try answer.text.contains("class=\"night") && !answer.text.contains("<img"))
            let cookie = try #require(answer["set-cookie"])
            #expect(cookie.hasPrefix("context=") && cookie.contains("Max-Age=900") && !cookie.contains("latitude"))
            let value = ["Cookie": String(try #require(cookie.split(separator: ";").first))]
            #expect(try await !site.get("/m/", value).text.contains("<img"), "the pages that follow keep to it")
            let json = try await site.send(
                .post, "/", ["Content-Type": "application/json"], body: Array(#"{"network":"gprs"}"#.utf8))
            #expect(try json.status == 200 && json.text.contains("/lite/articles/"))
            let strict = try await site.send(
                .post, "/", ["Content-Type": "application/x-www-form-urlencoded"],
                body: Array("battery=200&strict=1".utf8))
            #expect(strict.status == 400)
        }
    }
}

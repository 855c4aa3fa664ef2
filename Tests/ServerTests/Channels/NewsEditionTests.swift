import Foundation
import News
import Testing
@testable import WebEditions

extension DemoSiteTests {
    /// The app.
    struct NewsEditionTests {
        private static let browser = ["Accept": "text/html", "Accept-Encoding": "gzip"]

        private func page(_ query: String = "", _ headers: [String: String] = browser) async throws -> (Answer, String)
        {
            let answer = try await SharedSite.site.get("/news/" + query, headers)
            try #require(answer.status == 200)
            return (answer, try answer.text)
        }

        @Test func allStoriesWithTheirTextsStandInOneDocument() async throws {
            let (answer, text) = try await page()
            let channel = try await SharedSite.site.get("/ws?network=wifi&text=html&items=30").channel
            #expect(text.hasPrefix("<!DOCTYPE html>") && text.hasSuffix("</html>\n") && !text.contains("{{"))
            let articles = text.matches(of: /<article id="story-(\d+)" lang="([a-zA-Z-]+)"/)
            let (shown, all) = (articles.compactMap { Int($0.output.1) }, channel.items.map(\.id))
            #expect(shown.sorted() == all.sorted())
            #expect(Set(articles.map { $0.output.2.prefix(2) }) == ["en", "pt"])
            #expect(text.matches(of: /<div class="text"><p>/).count == 30)
            let token = try #require(text.firstMatch(of: /data-sync="([^"]+)"/)?.output.1)
            #expect(try #require(SyncToken(token)).revision >= #require(SyncToken(channel.sync)).revision)
            #expect(answer.body.count < NewsRoutes.documentLimit)
        }

        @Test("The first stories are as editors arranged them; blocks by section follow, then the others") func blocks()
            async throws
        {
            let (_, text) = try await page()
            let channel = try await SharedSite.site.get("/ws?network=wifi&text=html&items=30").channel
            let parts = text.split(separator: "<h2 class=\"label kicker\">")
            func stories(_ part: Substring) -> [Int] {
                part.matches(of: /<article id="story-(\d+)"/).compactMap { Int($0.output.1) }
            }
            #expect(stories(parts[0]) == channel.items.prefix(7).map(\.id))
            let blocks = parts.dropFirst()
            #expect(blocks.count > 2)
            for block in blocks {
                let own = stories(block)
                #expect(own == channel.items.map(\.id).filter(own.contains))
                guard block.hasPrefix("<a href=\"/sections/") else { continue }
                let slug = try #require(block.firstMatch(of: /sections\/([^"]+)/)).output.1
                let sections = Set(block.matches(of: /data-section="([^"]+)"/).map(\.output.1))
                #expect(sections == [slug])
            }
        }

        /// Weighs the document and every picture it names.
        @Test(
            arguments: ["gprs", "edge", "3g", "hspa", "4g", "wifi"],
            ["", "battery=5&save_data=1", "items=200&images=full"])
        func theBudgetIsKept(_ network: String, _ wish: String) async throws {
            try await SharedSite.site.withWire { wire async throws in
                let query = "network=\(network)&\(wish)&client=android&screen_width=390&screen_height=844&dpr=3"
                let budget = try await wire.get("/ws?" + query).channel.plan.budget
                let answer = try await wire.get("/news/?" + query, Self.browser)
                // With less than 8 kB there is room for the app, but not for news in it.
                guard budget >= 8000 else {
                    return #expect(answer.status == 303 && answer["location"] == "/m/?" + query)
                }
                var weight = answer.body.count
                for image in try answer.text.matches(of: /<img src="([^"]+)" width="\d+" height="\d+" alt="[^"]*"/) {
                    weight += try await wire.get(String(image.output.1)).body.count
                }
                #expect(weight <= budget, "\(weight) of \(budget)")
                let articles = try answer.text.matches(of: /<article id="story-/).count
                let least = ["gprs": 5, "edge": 10][network] ?? 30
                #expect(articles >= (wish.isEmpty ? least : 5))
                if wish.isEmpty { #expect(try answer.text.contains("<img") == !["gprs", "edge"].contains(network)) }
            }
        }

        @Test func listAndDetailNeedNoScript() async throws {
            let (_, text) = try await page()
            for match in text.matches(of: /<article id="(story-\d+)"/) {
                #expect(text.contains("<h2><a href=\"#\(match.output.1)\""))
            }
            #expect(text.contains("<a class=\"back\" href=\"#list\"") && text.contains("article:target"))
            #expect(
                text.matches(of: /<script[^>]*>/).map { String($0.output) }.allSatisfy {
                    $0.contains("src=\"/static/news.")
                })
        }

        @Test(arguments: ["/news/", "/news/shell"]) func nothingForeignIsLetIn(_ path: String) async throws {
            let answer = try await SharedSite.site.get(path, Self.browser)
            let policy = try #require(answer["content-security-policy"])
            for part in [
                "default-src 'none'", "script-src 'self'", "connect-src 'self'", "worker-src 'self'",
                "require-trusted-types-for 'script'", "frame-ancestors 'none'",
            ] { #expect(policy.contains(part)) }
            #expect(!policy.contains("unsafe"))
            let text = try answer.text
            #expect(
                !text.contains(" style=") && text.firstMatch(of: /\son[a-z]+=/) == nil && answer["set-cookie"] == nil)
        }

        @Test func theShellIsThePageWithoutStories() async throws {
            let shell = try await SharedSite.site.get("/news/shell").text
            #expect(
                !shell.contains("data-sync") && !shell.contains("story-1") && shell.contains("<template id=\"parts\">"))
            #expect(shell.contains("data-part=\"story\"") && shell.contains("name=\"sections\" value=\"culture\""))
            let portuguese = try await SharedSite.site.get("/news/shell", ["Accept-Language": "pt-PT"]).text
            #expect(portuguese.contains("<html lang=\"pt\"") && portuguese.contains("Preferências"))
        }

        @Test func withoutASlashItLeadsToItsFolder() async throws {
            let answer = try await SharedSite.site.get("/news")
            #expect(answer.status == 308 && answer["location"] == "/news/")
        }

        @Test func theWorkerNamesWhatTheAppIsMadeOf() async throws {
            try await SharedSite.site.withWire { wire async throws in
                let worker = try await wire.get("/news/sw.js")
                #expect(
                    worker["content-type"] == "text/javascript; charset=utf-8" && worker["cache-control"] == "no-cache")
                let text = try worker.text
                let list = try #require(text.firstMatch(of: /const FILES = (\[.*\]);/)?.output.1)
                let files = try JSONDecoder().decode([String].self, from: Data(list.utf8))
                #expect(files.count == 6 && files.contains("/news/shell"))
                for file in files { #expect(try await wire.get(file).status == 200, "\(file)") }
                #expect(try await wire.get("/news/sw.js").text == text, "the same as long as nothing changes")
                let other = try await wire.get("/news/sw.js", ["Accept-Language": "pt"]).text
                #expect(other != text, "another shell is another version")
            }
        }

        @Test func theManifestMakesItInstallable() async throws {
            struct Manifest: Decodable {
                struct Icon: Decodable {
                    var src: String
                    var sizes: String
                    var type: String
                    var purpose: String
                }
                struct Shortcut: Decodable { var name: String, url: String }
                var name: String, short_name: String, start_url: String, scope: String, display: String, lang: String
                var theme_color: String, background_color: String
                var icons: [Icon]
                var shortcuts: [Shortcut]
            }
            try await SharedSite.site.withWire { wire async throws in
                let answer = try await wire.get("/news/manifest.webmanifest")
                #expect(answer["content-type"] == "application/manifest+json")
                let manifest = try answer.json(Manifest.self)
                #expect(
                    manifest.name == "The Breakwater" && manifest.start_url == "/news/" && manifest.scope == "/news/")
                #expect(manifest.display == "standalone" && manifest.lang == "en")
                #expect(manifest.shortcuts.map(\.url).contains("/news/#section-city"))
                #expect(Set(manifest.icons.map(\.sizes)) == ["any", "192x192", "512x512"])
                #expect(manifest.icons.contains { $0.purpose == "maskable" })
                for icon in manifest.icons {
                    let file = try await wire.get(icon.src)
                    #expect(file.status == 200 && file["content-type"] == icon.type)
                }
            }
        }

        /// The script contains no text for readers; the page provides it in the reader's language.
        @Test func theScriptIsSmallAndHasNoWords() async throws {
            let text = try await page().1
            let address = try #require(text.firstMatch(of: /<script src="([^"]+)"/)?.output.1)
            let script = try await SharedSite.site.get(String(address), ["Accept-Encoding": "gzip"])
            #expect(script.body.count <= 20_000)
            let code = try script.text
            #expect(!code.contains("eval(") && code.ranges(of: "innerHTML = ").count == 1)
            let parts = Set(text.matches(of: /data-part="([a-z-]+)"/).map { String($0.output.1) })
            for name in code.matches(of: /(?:say|part)\('([a-z-]+)'/) { #expect(parts.contains(String(name.output.1))) }
        }
    }
}

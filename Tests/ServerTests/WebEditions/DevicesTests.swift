import Foundation
import Testing

extension DemoSiteTests {
    /// The three devices of `/ws/form`.
    struct DevicesTests {
        private static let headers = ["Accept": "text/html", "Accept-Encoding": "gzip"]

        private func page(_ query: String = "", _ headers: [String: String] = headers) async throws -> Answer {
            try await SharedSite.site.get("/ws/form" + query, headers)
        }

        /// The addresses of the frames of a page.
        private static func frames(_ text: String) -> [String] {
            text.matches(of: /<iframe src="([^"]+)"/).map { String($0.output.1).replacing("&amp;", with: "&") }
        }

        /// The same as the server says about the page in the frame when it is asked. One rounds, the other cuts, and a page in brotli may
        /// have been compressed better in between.
        @Test(arguments: ["", "?phone_link=wifi&phone_battery=80&tablet_link=edge&feature_battery=5"], ["gzip", "br"])
        func theFiguresAreThoseOfThePagesInTheFrames(_ query: String, _ coding: String) async throws {
            var headers = Self.headers
            headers["Accept-Encoding"] = coding
            let text = try await page(query, headers).text
            let weights = text.matches(of: /<p class="sum"><b>([0-9.]+)\u{A0}kB<\/b>/).compactMap {
                Double($0.output.1)
            }
            let frames = Self.frames(text)
            try #require(frames.count == 3 && weights.count == 3)
            for (frame, weight) in zip(frames, weights) {
                let shown = try await SharedSite.site.get(frame, headers)
                #expect(shown.status == 200)
                let why = try await SharedSite.site.get(frame + "&why=1", headers).text
                let used = try #require(why.firstMatch(of: /<b>([0-9.]+)\u{A0}kB<\/b>/).flatMap { Double($0.output.1) })
                let (unit, gain) = (weight < 100 ? 0.11 : 1, coding == "br" ? weight / 4 : 0)
                #expect(used - weight <= unit && weight - used <= unit + gain, "\(used) at \(frame)")
                #expect(Double(shown.body.count) / 1000 <= weight + 0.1)
            }
        }

        /// The lite edition's colours follow the device, whatever was decided.
        @Test func aReasonNamesOnlyWhatThePageShows() async throws {
            let text = try await page("?feature_link=gprs&feature_battery=5&phone_battery=15").text
            let cards = text.split(separator: "<section class=\"device")
            try #require(cards.count == 4)
            #expect(cards[1].contains("Battery below 10%") && !cards[1].contains("dark colours"))
            #expect(cards[2].contains("dark colours"))
        }

        @Test func theAxisOfBytesStaysWhileLinksChange() async throws {
            var ends: Set<Substring> = []
            for query in ["", "?tablet_link=gprs", "?phone_link=wifi&tablet_link=3g"] {
                let text = try await page(query).text
                ends.insert(try #require(text.firstMatch(of: /<span>0<\/span> <span>([^<]+kB)<\/span>/)).output.1)
            }
            #expect(ends.count == 1, "\(ends)")
        }

        @Test(
            "The headline fits the figures below it",
            arguments: [
                ("", "Over EDGE (2G), the feature phone has the news in"),
                (
                    "?feature_link=wifi&phone_link=wifi&tablet_link=3g",
                    "How long the news takes depends on the connection"
                ),
                (
                    "?feature_link=gprs&phone_link=gprs&tablet_link=gprs&feature_battery=0&phone_battery=0&tablet_battery=0",
                    "Much the same on each of these devices."
                ),
                ("?feature_link=wifi&phone_link=wifi&phone_battery=90", "About as fast on each of these devices."),
            ])
        func theHeadline(_ query: String, _ words: String) async throws {
            #expect(try await page(query).text.contains("<p class=\"gain\" role=\"status\">" + words))
        }

        @Test(
            "A page that has no room for its design says so, however often it is asked for", arguments: ["gzip", "br"])
        func withoutDesign(_ coding: String) async throws {
            for _ in 1...3 {
                let text = try await page(
                    "?phone_link=edge&phone_battery=5", ["Accept": "text/html", "Accept-Encoding": coding]
                ).text
                #expect(text.contains("With as little as 6\u{A0}kB allowed, pages come without their design"))
            }
        }

        @Test func aCardNamesTheVersionAndHowItsFiguresComeAbout() async throws {
            let text = try await page().text
            #expect(text.contains("<li>Text only (the device shows text best)</li>"))
            #expect(
                text.contains(
                    "We allow the next lower of our steps, 250\u{A0}kB. Battery between 10 and 19%: 125\u{A0}kB of it.")
            )
        }

        @Test func onlyPagesAskedForAFrameCanBeFramedAndOnlyHere() async throws {
            let answer = try await page()
            #expect(answer["content-security-policy"]?.contains("frame-src 'self'") == true)
            #expect(answer["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
            for frame in Self.frames(try answer.text) {
                let policy = try await SharedSite.site.get(frame, Self.headers)["content-security-policy"]
                #expect(policy?.contains("frame-ancestors 'self'") == true)
                let plain = try await SharedSite.site.get(frame.replacing("&framed=1", with: ""), Self.headers)
                #expect(plain["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
                #expect(plain["content-security-policy"]?.contains("frame-src") == false)
            }
        }

        @Test func theAddressRestoresTheLinksAndBatteries() async throws {
            let text = try await page("?phone_link=wifi&phone_battery=80&feature_link=gprs").text
            let frames = Self.frames(text)
            #expect(frames[0].contains("network=gprs&battery=80"))
            #expect(frames[1].contains("network=wifi&battery=80"), "\(frames[1])")
            #expect(frames[2].contains("network=wifi&battery=90"))
            #expect(text.contains("<option value=\"gprs\" selected>") && text.contains("this phone would open the app"))
        }

        @Test(arguments: [
            ("?phone_link=6g&tablet_battery=900", "phone_link, tablet_battery"), ("?feature_link=&phone_battery=", nil),
            ("?feature_battery=%22%3E%3Cscript%3E", "feature_battery"),
        ])
        func whatIsNotUnderstoodIsIgnored(_ query: String, _ named: String?) async throws {
            let (answer, first) = (try await page(query), try await page())
            #expect(answer.status == 200 && answer["n4md-ignored"] == named)
            #expect(Self.frames(try answer.text) == Self.frames(try first.text))
        }

        @Test func aPieceIsTheDevicesAlone() async throws {
            let text = try await page("?piece=1").text
            #expect(!text.contains("<html") && !text.contains("<fieldset") && Self.frames(text).count == 3)
        }

        @Test func itSpeaksTheReadersLanguage() async throws {
            for (query, headers) in [("?language=pt", [:]), ("", ["Accept-Language": "pt-PT"])] {
                let text = try await page(query, Self.headers.merging(headers) { $1 }).text
                #expect(text.contains("O mesmo jornal, três aparelhos") && text.contains("Bateria entre 10 e 19%"))
                #expect(text.contains("kB ÷ 25"))
                #expect(text.contains("<details id=\"fields\" lang=\"en\">"), "the fields stay folded away")
                #expect(Self.frames(text).allSatisfy { $0.contains("language=pt") } == !query.isEmpty)
            }
        }

        @Test func theFormIsOpenIfTheAddressDescribesADevice() async throws {
            #expect(try await page("?network=edge").text.contains("<details id=\"fields\" lang=\"en\" open>"))
            #expect(try await page("?phone_link=edge").text.contains("<details id=\"fields\" lang=\"en\">"))
        }

        @Test(arguments: ["\">x<script>", "a&b=c", String(repeating: "x", count: 5000)])
        func aHostileLanguageStaysInItsPlace(_ language: String) async throws {
            let said = try #require(language.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let answer = try await page("?language=" + said)
            #expect(answer.status == 200)
            for frame in Self.frames(try answer.text) {
                #expect(!frame.contains("b=c") && !frame.contains("<") && !frame.contains(">"))
            }
        }
    }
}

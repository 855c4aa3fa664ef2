import Foundation
import HTTPTypes
import News
@testable import Server
import TestSupport
import Testing
import XML

/// The weather at readers' places, from a weather service over HTTP to channels and pages.
@Suite(.serialized)
struct WeatherTests {
    private static let porto = "latitude=41.15&longitude=-8.61"
    private static let faro = "latitude=37.02&longitude=-7.93"

    /// Runs a newspaper of forty stories with a weather service: 12 °C in Porto, 25 °C elsewhere.
    private func use(_ body: @escaping @Sendable (TestSite, WeatherServer) async throws -> Void) async throws {
        try await WeatherServer.open { server in
            server.answer { request in
                let isPorto = request.query == "lat=41.2&lon=-8.6"
                return .init(
                    WeatherServer.forecast(from: Self.hour, symbol: isPorto ? "lightrainshowers_day" : "clearsky_day") {
                        $0 == 3 ? -2 : isPorto ? 12 : 25
                    }, headers: ["Cache-Control": "max-age=7200"])
            }
            let options = ["weather_url": server.url, "outgoing_networks": "127.0.0.0/8"]
            try await TestSite.use(options: options) { site in
                let desk = try await Desk(site, .editor)
                try await desk.section("city")
                for number in 1...40 {
                    let body = (1...30).map { "<p>Paragraph \($0 * number) of story \(number).</p>" }.joined()
                    _ = try await desk.write(
                        #"{"headline":"Story \#(number)","standfirst":"What story \#(number) is about","body":"\#(body)","section":"city","status":"published"}"#
                    )
                }
                try await body(site, server)
            }
        }
    }

    /// The hour that has begun.
    private static var hour: Date {
        Date(timeIntervalSince1970: (Date().timeIntervalSince1970 / 3600).rounded(.down) * 3600)
    }

    /// Waits until the weather of a place is there.
    private func weather(at place: String, _ site: TestSite) async throws {
        #expect(
            try await eventually {
                try await site.get("/ws?network=wifi&\(place)").text.contains("<n4md:weather ")
            })
    }

    @Test func eachPlaceHasItsWeatherInTheReadersLanguage() async throws {
        try await use { site, server in
            #expect(try await !site.get("/ws?network=wifi&" + Self.porto).text.contains("weather"))
            try await weather(at: Self.porto, site)
            try await weather(at: Self.faro, site)
            // Twice, from the renderer and from the cache of finished answers.
            for _ in 1...2 {
                let answer = try await site.get("/ws?network=wifi&language=en&" + Self.porto)
                let weather = try #require(try answer.xml.first("weather", n4md))
                #expect(
                    weather.text
                        == "12\u{A0}°C, light rain showers · \u{2212}2 to 12\u{A0}°C · wind 18 km/h · 0.6 mm in 6 hours"
                )
                #expect(weather.attribute("town") == "Porto" && weather.attribute("symbol") == "lightrainshowers")
                #expect(weather.attribute("low") == "-2" && weather.attribute("precipitation") == "0.6")
                #expect(answer["content-location"] == nil)
                let other = try await site.get("/ws?network=wifi&language=pt&" + Self.faro).text
                #expect(other.contains(#"town="Faro""#) && !other.contains("Porto"))
                #expect(
                    other.contains(
                        ">25\u{A0}°C, céu limpo · \u{2212}2 a 25\u{A0}°C · vento 18 km/h · 0,6 mm em 6 horas<"))
                let nowhere = try await site.get("/ws?network=wifi")
                #expect(try !nowhere.text.contains("weather") && nowhere["content-location"] != nil)
            }
            let json = try await site.get("/ws?network=wifi&format=json&since=1-1&" + Self.porto).text
            #expect(
                json.contains(#""weather":{"town":"Porto","time":""#) && json.contains(#""temperature":12,"low":-2"#))
            // Later pages and single articles have none.
            let older = try #require(try await site.get("/ws?network=3g&" + Self.porto).channel.older?.link)
            #expect(try await !site.get(String(older.dropFirst(TestSite.publicURL.count))).text.contains("weather"))
            #expect(try await !site.get("/ws?network=wifi&articles=1&" + Self.porto).text.contains("weather"))
            #expect(Set(server.queries) == ["lat=41.2&lon=-8.6", "lat=37.0&lon=-7.9"] && server.queries.count == 2)
            #expect(server.asked.allSatisfy { $0.agent == "N4MD (+\(TestSite.publicURL)/)" })
        }
    }

    @Test func frontPagesTellIt() async throws {
        try await use { site, _ in
            try await weather(at: Self.porto, site)
            for path in ["/m/", "/edition/", "/lite/", "/reader/", "/news/", "/sections/place"] {
                let page = try await site.get("\(path)?network=wifi&language=en&\(Self.porto)").text
                #expect(page.contains("<b>Porto</b>") && page.contains("12\u{A0}°C, light rain showers"), "\(path)")
                #expect(page.contains("Weather: 127.0.0.1</a>"), "\(path)")
                let other = try await site.get("\(path)?network=wifi&language=en").text
                #expect(!other.contains("°C"), "\(path)")
            }
            #expect(try await !site.get("/sections/city?network=wifi&\(Self.porto)").text.contains("°C"))
            let explained = try await site.get("/ws/explain?network=wifi&language=en&" + Self.porto).text
            #expect(explained.contains("The weather of Porto, since your place is known"))
        }
    }

    /// The place of an address is enough, even where no news is about places.
    @Test func theAddressIsEnough() async throws {
        let file = URL(filePath: #filePath).appending(path: "../../../Fuzzing/Seeds/location/portugal").standardized
            .path
        try await WeatherServer.open { server in
            server.answer { _ in .init(WeatherServer.forecast(from: Self.hour)) }
            let options = [
                "weather_url": server.url, "outgoing_networks": "127.0.0.0/8", "location_database": file,
                "trusted_proxies": "127.0.0.0/8",
            ]
            try await TestSite.use(options: options) { site in
                let from = ["X-Forwarded-For": "193.136.1.1", "User-Agent": "Firefox/140.0"]
                let isThere = try await eventually {
                    try await site.get("/ws?network=wifi", from).text.contains(#"<n4md:weather town="Guimarães""#)
                }
                #expect(isThere)
                for path in ["/m/?network=wifi", "/news/?network=wifi"] {
                    let (here, elsewhere) = (try await site.get(path, from).text, try await site.get(path).text)
                    #expect(here.contains("<b>Guimarães</b>") && !elsewhere.contains("Guimarães"))
                }
                // A position that is too inexact is no place.
                let inexact = try await site.get("/ws?network=wifi&accuracy=90000&" + Self.porto, from).text
                #expect(!inexact.contains("weather"))
                #expect(server.queries.count == 1)
            }
        }
    }

    /// With little room all of it is for news, and no budget is exceeded because of the weather.
    @Test func theBudgetIsKept() async throws {
        try await use { site, _ in
            try await weather(at: Self.porto, site)
            try await site.withWire { wire in
                for network in ["gprs", "edge", "2g", "3g", "hspa", "4g", "wifi"] {
                    for saving in ["", "&battery=15", "&battery=5&save_data=1"] {
                        for (path, coding) in [
                            ("/ws?format=xml", "gzip"), ("/ws?format=json", "identity"), ("/m/?", "br"),
                            ("/lite/?", "identity"), ("/edition/?", "gzip"), ("/reader/?", "gzip"), ("/news/?", "br"),
                        ] {
                            let query = "&network=\(network)\(saving)&language=en&\(Self.porto)"
                            let budget = try await wire.get("/ws?" + query).channel.plan.budget
                            let answer = try await wire.get(path + query, ["Accept-Encoding": coding])
                            guard answer.status == 200 else { continue }
                            let text = try answer.text
                            let tells = text.contains(path.hasPrefix("/ws") ? "weather" : "12\u{A0}°C, light")
                            #expect(tells == (budget >= WeatherReport.leastBudget), "\(path)\(query)")
                            #expect(answer.body.count <= budget || !tells, "\(path)\(query)")
                        }
                    }
                }
            }
            let explained = try await site.get("/ws/explain?network=gprs&language=en&" + Self.porto).text
            #expect(explained.contains("No weather: with this little room, all of it is for news"))
        }
    }

    /// Nothing is asked, and nothing is different.
    @Test func withoutAnAddressThereIsNoWeather() async throws {
        try await WeatherServer.open { server in
            try await TestSite.use(options: ["outgoing_networks": "127.0.0.0/8"]) { site in
                for path in ["/ws?network=wifi", "/m/?network=wifi", "/news/?network=wifi", "/news/shell?network=wifi"]
                {
                    let here = try await site.get("\(path)&\(Self.porto)")
                    #expect(try await here.plain == site.get(path).plain, "\(path)")
                    #expect(try !here.text.contains("weather"), "\(path)")
                }
                #expect(server.asked.isEmpty)
            }
        }
    }

    @Test func aWrongAddressIsRefusedAtTheStart() {
        #expect {
            try Options(TestSite.reader("/tmp", ["weather_url": "api.met.no"]))
        } throws: { "\($0)".contains("N4MD_WEATHER_URL is api.met.no, but must be a plain http or https address") }
    }
}

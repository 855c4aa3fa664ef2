import Foundation
import HTTPTypes
import Testing
import XML

extension DemoSiteTests {
    /// Checks how requests are read and which plan they get.
    struct ChannelTests {
        struct Decision: Sendable, CustomTestStringConvertible {
            var form: String
            var items: String
            var text: String
            var pictures: String
            var budget: Int
            var picture: String?
            var testDescription: String { form }
        }

        /// The policy's table as devices see it.
        static let decisions = [
            Decision(
                form: "network=edge&battery=15&client=iphone", items: "6", text: "summary", pictures: "off",
                budget: 6_000),
            Decision(form: "network=gprs", items: "5", text: "summary", pictures: "off", budget: 8_000),
            Decision(form: "network=slow-2g", items: "5", text: "summary", pictures: "off", budget: 8_000),
            Decision(
                form: "network=3g&client=iphone&screen_width=320&dpr=1", items: "20", text: "plain", pictures: "full",
                budget: 250_000, picture: "320q60"),
            Decision(form: "network=3g&battery=15", items: "12", text: "plain", pictures: "full", budget: 125_000),
            Decision(form: "network=3g&battery=5", items: "8", text: "plain", pictures: "full", budget: 62_000),
            Decision(
                form: "network=3g&battery=5&charging=1", items: "20", text: "plain", pictures: "full", budget: 250_000),
            Decision(form: "network=hspa", items: "20", text: "html", pictures: "full", budget: 1_000_000),
            Decision(
                form: "network=4g&screen_width=390&dpr=3", items: "30", text: "html", pictures: "full",
                budget: 2_000_000, picture: "1200q90"),
            Decision(form: "network=wifi", items: "all", text: "html", pictures: "full", budget: 2_000_000),
            Decision(form: "network=wifi&save_data=1", items: "80", text: "html", pictures: "full", budget: 60_000),
            Decision(form: "", items: "20", text: "plain", pictures: "full", budget: 250_000),
            Decision(
                form: "network=wifi&items=3&text=headline&images=off", items: "3", text: "headline", pictures: "off",
                budget: 2_000_000),
            Decision(
                form: "network=3g&screen_width=320&screen_height=480&dpr=1&orientation=landscape", items: "20",
                text: "plain", pictures: "full", budget: 250_000, picture: "480q60"),
        ]

        @Test(arguments: decisions)
        func thePolicyIsKept(_ wanted: Decision) async throws {
            let answer = try await SharedSite.site.post("/ws", form: wanted.form)
            #expect(answer.status == 200)
            #expect(answer["content-type"] == "application/xml; charset=utf-8")
            let channel = try answer.channel
            let plan = channel.plan
            #expect(plan.items == wanted.items && plan.text == wanted.text && plan.pictures == wanted.pictures)
            #expect(plan.budget == wanted.budget)
            if let picture = wanted.picture { #expect(plan.picture == picture) }
            #expect(!answer.rules.isEmpty && plan.reasons.isEmpty)
            #expect(!channel.items.isEmpty && channel.items.count <= Int(wanted.items) ?? 200)
            if plan.pictures == "off" { #expect(channel.files.isEmpty) }
            if ["headline", "summary"].contains(plan.text) { #expect(channel.items.allSatisfy { $0.text == nil }) }
        }

        @Test func theWorkedExample() async throws {
            let answer = try await SharedSite.site.post("/ws", form: "network=edge&battery=15&client=iphone")
            let channel = try answer.channel
            #expect(channel.items.count == 6)
            #expect(answer.body.count <= 6_000)
            #expect(
                channel.items.allSatisfy {
                    $0.description != nil && $0.text == nil && $0.image == nil && $0.thumbnail == nil
                })
            #expect(answer.rules == ["edge", "battery50"])
        }

        /// The reasons are in the document only for whoever asks for them, and then it is no longer everybody's.
        @Test func reasonsAreToldInTheReadersLanguage() async throws {
            let form = "network=edge&battery=15&client=iphone&reasons=1"
            for (language, reasons) in [
                (
                    "en",
                    [
                        "Slow connection (EDGE or 2G): 10 stories at most, summaries, no pictures, at most 8 kB, updated every 30 minutes",
                        "Battery between 10 and 19%: 6 stories at most (instead of 10), at most 6 kB (instead of 8 kB), dark colours, updated every 60 minutes",
                    ]
                ),
                (
                    "pt-PT",
                    [
                        "Ligação lenta (EDGE ou 2G): 10 notícias no máximo, resumos, sem imagens, no máximo 8 kB, atualizado a cada 30 minutos",
                        "Bateria entre 10 e 19%: 6 notícias no máximo (em vez de 10), no máximo 6 kB (em vez de 8 kB), cores escuras, atualizado a cada 60 minutos",
                    ]
                ),
            ] {
                let answer = try await SharedSite.site.post("/ws", form: form + "&language=" + language)
                #expect(try answer.channel.plan.reasons.map(\.reason) == reasons)
                #expect(try answer.channel.plan.reasons.map(\.rule) == answer.rules && answer.body.count <= 6_000)
                #expect(answer["content-location"] == nil)
            }
        }

        /// Links that lead to one plan share a document, and its address.
        @Test func onePlanHasOneAddress() async throws {
            let (named, measured) = try await (
                SharedSite.site.get("/ws?network=3g"), SharedSite.site.get("/ws?downlink=1.5")
            )
            #expect(named.rules == ["3g"] && measured.rules == ["3g"])
            #expect(named["content-location"] == measured["content-location"] && named.body == measured.body)
            let address = try #require(named["content-location"])
            let old = try await SharedSite.site.get(address.replacing(".xml", with: "-r3g~battery75.xml"))
            #expect(old.status == 302 && old["location"]?.hasSuffix(address) == true)
        }

        @Test func headersThatAreNotUnderstoodAreNamedAsFieldsAre() async throws {
            let answer = try await SharedSite.site.get(
                "/ws?network=wifi&dpr=x", ["Downlink": "fast", "Sec-CH-DPR": "two", "ECT": "5g", "RTT": "50"])
            #expect(answer["n4md-ignored"] == "downlink, dpr, ect, sec-ch-dpr")
        }

        @Test func howLongAgoADeviceFetchedIsItsOwnWord() async throws {
            func rules(_ query: String) async throws -> [String] {
                try await SharedSite.site.get("/ws?network=edge&" + query).rules
            }
            #expect(try await rules("last_update=10") == ["edge", "recent"])
            #expect(try await rules("last_update=45") == ["edge"])
            let sync = try #require(try await SharedSite.site.get("/ws?network=edge").channel.sync)
            #expect(try await rules("last_update=45&since=" + sync) == ["edge"])
        }

        /// A query and a form get the same answer, at the new address and the old one.
        @Test func allWaysOfAskingAreOne() async throws {
            let form = "network=hspa&client=iphone&battery=80"
            try await SharedSite.site.withWire { wire async throws in
                let asked = try await [
                    wire.get("/ws?" + form), wire.post("/ws", form: form), wire.get("/i/ws.php?" + form),
                    wire.post("/i/ws.php", form: form),
                    wire.post("/ws?network=hspa", form: "client=iphone&battery=80"),
                    wire.send(.post, "/ws", [:], body: Array(form.utf8)),
                ]
                for answer in asked { #expect(answer.status == 200 && answer.body == asked[0].body) }
            }
        }

        @Test func theFormWinsOverTheQueryAndBothOverHeaders() async throws {
            try await SharedSite.site.withWire { wire async throws in
                func rules(_ answer: Answer) throws -> [String] { answer.rules }
                #expect(try rules(try await wire.post("/ws?network=wifi", form: "network=edge")) == ["edge"])
                #expect(try rules(try await wire.get("/ws?network=gprs", ["ECT": "4g"])) == ["gprs"])
                #expect(try rules(try await wire.get("/ws", ["ECT": "2g"])).first == "edge")
                #expect(try rules(try await wire.get("/ws?network=wifi", ["Save-Data": "on"])) == ["best", "savedata"])
                #expect(try rules(try await wire.get("/ws?network=wifi&save_data=0", ["Save-Data": "on"])) == ["best"])
                #expect(
                    try rules(try await wire.get("/ws?palette=day", ["Sec-CH-Prefers-Color-Scheme": "dark"])) == [
                        "unknown", "palette",
                    ])
                #expect(
                    try await wire.get("/ws", ["Sec-CH-Prefers-Color-Scheme": "dark"]).channel.plan.palette == "night")
                #expect(
                    try await wire.get("/ws?network=4g", ["Viewport-Width": "320", "DPR": "2"]).channel.plan.picture
                        == "640q90")
            }
        }

        @Test func takesJSON() async throws {
            let body =
                #"{"network":"edge","battery":15,"client":"iphone","charging":false,"sections":["city","world"],"latitude":null}"#
            let json = try await SharedSite.site.send(
                .post, "/ws", ["Content-Type": "application/json"], body: Array(body.utf8))
            let form = try await SharedSite.site.post(
                "/ws", form: "network=edge&battery=15&client=iphone&charging=0&sections=city,world")
            #expect(json.status == 200 && json.body == form.body)
        }

        @Test(arguments: [
            ("application/json", "{\"network\":", 400), ("application/json", "[1,2]", 400),
            ("application/json", "{\"a\":{\"b\":1}}", 400),
            ("multipart/form-data; boundary=x", "--x--", 415),
        ])
        func refusesOtherBodies(_ type: String, _ body: String, _ status: Int) async throws {
            let answer = try await SharedSite.site.send(.post, "/ws", ["Content-Type": type], body: Array(body.utf8))
            #expect(answer.status == status)
            _ = try answer.problem()
        }

        @Test func answersJSONWhereItIsWanted() async throws {
            try await SharedSite.site.withWire { wire async throws in
                let json = "application/json"
                #expect(try await wire.get("/ws?format=json")["content-type"] == json)
                #expect(try await wire.get("/ws", ["Accept": "application/json"])["content-type"] == json)
                #expect(
                    try await wire.get("/ws?format=xml", ["Accept": "application/json"])["content-type"]
                        == "application/xml; charset=utf-8")
                #expect(
                    try await wire.get("/ws", ["Accept": "text/html,application/xhtml+xml,*/*"])["content-type"]
                        == "application/xml; charset=utf-8")
            }
        }

        /// If everything fits the budget, XML and JSON hold the same stories.
        @Test(arguments: [
            "network=wifi&images=off", "network=wifi&items=5", "network=gprs&text=headline",
            "network=4g&edition=1&items=4",
        ])
        func theJSONTwinHoldsTheSame(_ form: String) async throws {
            let xml = try await SharedSite.site.get("/ws?format=xml&" + form).channel
            var json = try await SharedSite.site.get("/ws?format=json&" + form).channel
            // Each format links to the next page in its own format.
            json.older?.link.replace(".json", with: ".xml")
            #expect(xml == json)
            #expect(!xml.items.isEmpty)
        }

        @Test func whatIsMalformedIsIgnoredAndNamed() async throws {
            let bad = "network=6g&battery=900&items=x&edition=0&latitude=91&unknown=1&client="
            let answer = try await SharedSite.site.post("/ws", form: bad)
            #expect(answer.status == 200)
            #expect(answer["n4md-ignored"] == "battery, edition, items, latitude, network")
            let plain = try await SharedSite.site.post("/ws", form: "")
            #expect(plain["n4md-ignored"] == nil)
            #expect(try answer.channel == plain.channel)
        }

        @Test func strictnessTellsEveryFault() async throws {
            let answer = try await SharedSite.site.post("/ws", form: "strict=1&network=6g&battery=900&items=x")
            #expect(answer.status == 400)
            let problem = try answer.problem()
            #expect(problem.fields == ["network", "battery", "items"])
            #expect(problem.faults?.first { $0.field == "battery" }?.detail.contains("0 to 100") == true)
            #expect(try await SharedSite.site.get("/ws?strict=1&network=edge&unknown=x").status == 200)
        }

        @Test func aFormBeyond64KilobytesIsRefused() async throws {
            try await SharedSite.site.withWire { wire async throws in
                let full = "network=edge&user_agent=" + String(repeating: "a", count: 65_536 - 24)
                #expect(try await wire.post("/ws", form: full).status == 200)
                let answer = try await wire.post("/ws", form: full + "a")
                #expect(answer.status == 413)
                #expect(try answer.problem().detail.contains("64 kB"))
            }
        }

        /// Links use the public address, whatever host the request names.
        @Test func aForgedHostIsNotBelieved() async throws {
            let answer = try await SharedSite.site.get(
                "/ws?network=wifi", ["Host": "evil.example", "X-Forwarded-Host": "evil.example"])
            #expect(try !answer.text.contains("evil.example"))
            let channel = try answer.channel
            #expect(channel.link == TestSite.publicURL + "/m/")
            #expect(
                (channel.items.map(\.link) + channel.files.map(\.link)).allSatisfy {
                    $0.hasPrefix(TestSite.publicURL + "/")
                })
        }

        @Test func theEditorialIntranetGetsAsMuchAsThereCanBe() async throws {
            try await SharedSite.site.withNode(["intranet": "127.0.0.0/8,::1"]) { node async throws in
                let answer = try await node.get("/ws?network=3g")
                #expect(try answer.channel.plan.items == "200" && answer.rules.contains("intranet"))
            }
        }
    }
}

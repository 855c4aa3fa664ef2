import Archive
@testable import Channels
@testable import Documents
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing
@testable import Web

/// The answer to a device report.
private struct KeptReport: Decodable, Equatable {
    var device: String
    var expires: String
    var kept: [String: String]
}

extension DemoSiteTests {
    /// Devices that describe themselves once.
    @Suite(.serialized) struct DeviceTests {
        /// The first message of the 2009 app, with the values of its UIDevice.
        private static let secrets = ["Maria", "b0ffc001d00d2009b0ffc001d00d2009b0ffc001"]
        private static let first =
            "name=Maria%27s+iPhone&model=iPhone&localizedModel=iPhone&systemName=iPhone+OS&systemVersion=3.1.2"
            + "&uniqueIdentifier=\(secrets[1])"
        private static let wishes = "images=thumbnails&text=summary&palette=night&text_size=1.2&sections=city,world"

        private func report(_ form: String) async throws -> KeptReport {
            let answer = try await SharedSite.site.post("/devices", form: form)
            try #require(answer.status == 201)
            return try answer.json()
        }

        private func rows(_ id: String) async throws -> [String] {
            let hash = try #require(DeviceID(id)).hash
            return try await SharedSite.site.backend.archive.read { holdings in
                try holdings.connection.query("select d::text from devices d where id_hash = \(hash)").map {
                    try $0.get(0)
                }
            }
        }

        @Test func theFirstMessageIsKeptInItsLeastForm() async throws {
            let site = try SharedSite.site
            let answer = try await site.post("/devices", form: Self.first + "&latitude=41.15&battery=15&network=edge")
            #expect(answer.status == 201 && answer["content-type"] == "application/json")
            #expect(answer["cache-control"] == "no-store" && answer["n4md-ignored"] == nil)
            let report: KeptReport = try answer.json()
            #expect(answer["location"] == "/devices/" + report.device)
            #expect(report.device.utf8.count == 22)
            #expect(
                report.kept == [
                    "client": "iphone", "model": "iPhone", "system_name": "iPhone OS", "system_version": "3.1",
                    "screen_width": "320", "dpr": "1",
                ])
            let expires = try Date(report.expires, strategy: .iso8601).timeIntervalSinceNow
            #expect((89.9 * 86_400...90.1 * 86_400).contains(expires))

            let shown = try await site.get("/devices/" + report.device)
            #expect(shown.status == 200 && shown["cache-control"] == "no-store")
            #expect(try shown.json() == report)
            let rows = try await rows(report.device)
            #expect(rows.count == 1)
            for secret in Self.secrets + [report.device] {
                for place in try rows + [secret == report.device ? "" : answer.text + shown.text] {
                    #expect(!place.localizedCaseInsensitiveContains(secret))
                }
            }
        }

        @Test(arguments: [
            "network=3g", "network=edge&battery=15", "network=wifi&orientation=landscape", "network=4g&items=3",
        ])
        func itCountsAsIfItWerePosted(_ now: String) async throws {
            try await SharedSite.site.withWire { wire async throws in
                let report: KeptReport = try await wire.post("/devices", form: Self.first + "&" + Self.wishes).json()
                let posted = try await wire.post(
                    "/ws", form: "client=iphone&screen_width=320&dpr=1&\(Self.wishes)&\(now)")
                for _ in 0..<2 {
                    let named = try await wire.get("/ws?device=\(report.device)&\(now)")
                    #expect(named.status == 200 && named["n4md-ignored"] == nil)
                    #expect(named.body == posted.body)
                    #expect(named["content-location"] == posted["content-location"])
                    #expect(try await wire.post("/ws", form: "\(now)&device=\(report.device)").body == posted.body)
                }
            }
        }

        @Test func whatTheRequestSaysStandsAbove() async throws {
            try await SharedSite.site.withWire { wire async throws in
                let report: KeptReport = try await wire.post(
                    "/devices", form: "images=off&text=headline&screen_width=320&dpr=1&palette=night"
                ).json()
                let plan = try await wire.get(
                    "/ws?network=wifi&device=\(report.device)&images=full&text=plain&screen_width=768",
                    ["Sec-CH-DPR": "3", "Sec-CH-Prefers-Color-Scheme": "light"]
                ).channel.plan
                #expect(plan.pictures == "full" && plan.text == "plain" && plan.picture == "768q90")
                #expect(plan.palette == "night", "above the hints")
            }
        }

        @Test func pagesKnowItToo() async throws {
            let report = try await report("palette=contrast&images=off")
            let page = try await SharedSite.site.get("/m/?device=" + report.device).text
            #expect(try await SharedSite.site.get("/m/?palette=contrast&images=off").text == page)
            #expect(try await SharedSite.site.get("/m/").text != page)
        }

        @Test func aDeletedOneIsUnknown() async throws {
            let site = try SharedSite.site
            let report = try await report(Self.wishes)
            let path = "/ws?network=3g&device=" + report.device
            #expect(try await site.get(path)["n4md-ignored"] == nil)
            let deleted = try await site.send(.delete, "/devices/" + report.device)
            #expect(deleted.status == 204 && deleted.body.isEmpty)
            #expect(try await rows(report.device) == [])
            let answer = try await site.get(path)
            #expect(answer.status == 200 && answer["n4md-ignored"] == "device")
            #expect(try await answer.body == site.get("/ws?network=3g").body)
            for method in [HTTPRequest.Method.delete, .get, .put] {
                let answer = try await site.send(method, "/devices/" + report.device)
                #expect(answer.status == 404)
                #expect(try !answer.problem().detail.contains(report.device))
            }
        }

        /// A node remembers a device for a while before it asks the database again.
        @Test func whatIsDeletedElsewhereIsSoonUnknown() async throws {
            let site = try SharedSite.site
            let database = site.backend.archive
            let (holding, asking) = (DeviceDesk(archive: database), DeviceDesk(archive: database, holding: .zero))
            let id = try #require(DeviceID(try await report(Self.wishes).device))
            for desk in [holding, asking] { #expect(try await desk.report(id)?.kept["palette"] == "night") }
            #expect(try await site.send(.delete, "/devices/" + id.text).status == 204)
            #expect(try await holding.report(id) != nil)
            #expect(try await asking.report(id) == nil)
        }

        @Test func anExpiredOneIsUnknown() async throws {
            let site = try SharedSite.site
            let report = try await report(Self.wishes)
            let hash = try #require(DeviceID(report.device)).hash
            try await site.backend.archive.write { holdings in
                _ = try holdings.connection.query("update devices set expires_at = now() where id_hash = \(hash)")
            }
            #expect(try await site.get("/ws?device=" + report.device)["n4md-ignored"] == "device")
            for method in [HTTPRequest.Method.get, .put] {
                #expect(try await site.send(method, "/devices/" + report.device).status == 404)
            }
            _ = try await self.report("")
            #expect(try await rows(report.device) == [], "the next report cleans up")
        }

        @Test func aUseMovesTheExpiryOnceADay() async throws {
            let site = try SharedSite.site
            let report = try await report(Self.wishes)
            let hash = try #require(DeviceID(report.device)).hash
            func hours() async throws -> Int {
                try await site.number(
                    "select (extract(epoch from expires_at - now()) / 3600)::int from devices where id_hash = \(hash)")
            }
            for (before, after) in [("89 days 12 hours", 2148), ("88 days 23 hours", 2160), ("1 hour", 2160)] {
                try await site.backend.archive.write { holdings in
                    _ = try holdings.connection.query(
                        "update devices set expires_at = now() + \(before)::interval where id_hash = \(hash)")
                }
                // Uses a fresh node, since this one has cached the device.
                try await site.withNode { node async throws in
                    #expect(try await node.get("/ws?device=" + report.device)["n4md-ignored"] == nil)
                }
                #expect(try await hours() == after, "\(before)")
            }
        }

        @Test(arguments: ["x", "AAAAAAAAAAAAAAAAAAAAAA", "' or 1=1 --", String(repeating: "A", count: 3000)])
        func anUnknownOneIsNamed(_ id: String) async throws {
            let site = try SharedSite.site
            let value = try #require(id.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let answer = try await site.get("/ws?network=3g&device=" + value)
            #expect(answer.status == 200 && answer["n4md-ignored"] == "device")
            let strict = try await site.get("/ws?strict=1&network=3g&device=" + value)
            #expect(strict.status == 400)
            #expect(try strict.problem().fields == ["device"])
            #expect(try !strict.text.contains(id.count > 1 ? id : "\"x\""))
            #expect(try await site.get("/devices/" + value).status == 404)
            #expect(try await site.get("/ws?network=3g&device=")["n4md-ignored"] == nil)
        }

        @Test func whatIsMalformedIsIgnoredAndNamed() async throws {
            let site = try SharedSite.site
            let bad = "model=&systemVersion=three&screen_width=-1&palette=pink&text=plain&battery=x&identifier=%00"
            let answer = try await site.post("/devices", form: bad)
            #expect(answer.status == 201 && answer["n4md-ignored"] == "palette, screen_width, system_version")
            #expect(try answer.json(KeptReport.self).kept == ["text": "plain"])
            let count = try await site.number("select count(*) from devices")
            for strict in try await [
                site.post("/devices", form: bad + "&strict=1"), site.post("/devices?strict=1", form: bad),
            ] {
                #expect(strict.status == 400)
                #expect(try strict.problem().fields == ["palette", "screen_width", "system_version"])
            }
            #expect(try await site.number("select count(*) from devices") == count)
        }

        @Test func itTakesJSON() async throws {
            let body =
                #"{"name":"Maria","model":"iPhone3,1","systemName":"iPhone OS","systemVersion":"4.1","dpr":1.5,"sections":["city","world"]}"#
            let answer = try await SharedSite.site.send(
                .post, "/devices", ["Content-Type": "application/json"], body: Array(body.utf8))
            #expect(
                try answer.json(KeptReport.self).kept == [
                    "client": "iphone", "model": "iPhone3,1", "system_name": "iPhone OS", "system_version": "4.1",
                    "screen_width": "320", "dpr": "1.5", "sections": "city,world",
                ])
            for (type, body, status) in [
                ("application/json", "{\"model\":", 400), ("multipart/form-data; boundary=x", "--x--", 415),
                ("application/x-www-form-urlencoded", "model=" + String(repeating: "a", count: 65_536), 413),
            ] {
                let answer = try await SharedSite.site.send(
                    .post, "/devices", ["Content-Type": type], body: Array(body.utf8))
                #expect(answer.status == status)
                _ = try answer.problem()
            }
        }

        @Test func aPutReplacesAll() async throws {
            let site = try SharedSite.site
            let report = try await report("images=off&screen_width=320")
            let path = "/ws?network=wifi&device=" + report.device
            #expect(try await site.get(path).channel.plan.pictures == "off")
            let form = ["Content-Type": "application/x-www-form-urlencoded"]
            let answer = try await site.send(.put, "/devices/" + report.device, form, body: Array("text=summary".utf8))
            #expect(answer.status == 200 && answer["cache-control"] == "no-store")
            let replaced: KeptReport = try answer.json()
            #expect(replaced.device == report.device && replaced.kept == ["text": "summary"])
            let plan = try await site.get(path).channel.plan
            #expect(plan.pictures == "full" && plan.text == "summary")
        }

        @Test func theSameHardwareIsTwoDevices() async throws {
            let (one, other) = try await (report(Self.first), report(Self.first))
            #expect(one.device != other.device && one.kept == other.kept)
            #expect(try await rows(one.device) != rows(other.device))
        }

        @Test func aWishForASectionThatIsGoneIsDropped() async throws {
            let site = try SharedSite.site
            let report = try await report("sections=gone,city&categories=gone")
            let answer = try await site.get("/ws?network=3g&device=" + report.device)
            #expect(answer.status == 200 && answer["n4md-ignored"] == "categories, sections")
            #expect(try await answer.body == site.get("/ws?network=3g&sections=city").body)
        }

        /// Over the cap, the devices that expire soonest are removed.
        @Test func theirNumberIsBounded() async throws {
            let site = try SharedSite.site
            let report = try await report(Self.first)
            try await site.backend.archive.write { holdings in
                _ = try holdings.connection.query(
                    """
                    insert into devices (id_hash, fields, expires_at)
                    select sha256(n::text::bytea), '{}', now() + n * interval '1 minute' from generate_series(1, 50) n
                    """)
            }
            let gone = try await site.backend.archive.write { holdings in
                let count: Int = try holdings.connection.query("select count(*) from devices")[0].get(0)
                return (try holdings.devices.trim(to: count - 20), try holdings.devices.trim(to: count - 20))
            }
            #expect(gone == (20, 0))
            let least = try await site.number(
                "select (extract(epoch from min(expires_at) - now()) / 60)::int from devices")
            #expect((19...21).contains(least))
            #expect(try await rows(report.device).count == 1)
        }

        @Test func noLogShowsAnIdentifier() {
            for (path, logged) in [
                ("/devices/AAAAAAAAAAAAAAAAAAAAAA", "/devices/-"), ("//devices//A?x=1", "/devices/-"),
                ("/devices", "/devices"), ("/ws?device=A", "/ws?device=A"), ("/articles/devices", "/articles/devices"),
                ("/websub/sources/AAAA", "/websub/sources/-"), ("/websub", "/websub"),
            ] {
                #expect(LoggedPath.of(path) == logged)
            }
        }
    }
}

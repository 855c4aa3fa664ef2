import Archive
@testable import Documents
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

/// The database of a running server hangs, dies or refuses. Requests that the cache can answer do not wait for it.
@Suite(.serialized)
struct SilenceTests {
    /// The ways in which the database fails.
    enum Trouble: CaseIterable, CustomTestStringConvertible {
        case hangs, dies, refuses
        var testDescription: String { "\(self)" }

        /// Starts the trouble; returns a function that ends it.
        func begin(_ site: TestSite) throws -> @Sendable () async throws -> Void {
            switch self {
            case .hangs:
                let processes = site.databaseProcesses
                try #require(processes.count > 3)
                for process in processes { kill(process, SIGSTOP) }
                return { for process in processes { kill(process, SIGCONT) } }
            case .dies:
                for process in site.databaseProcesses { kill(process, SIGKILL) }
                return { try await site.backend.ensureRunning() }
            case .refuses:
                let address = site.backend.connectionString.replacing("user=n4md", with: "user=postgres")
                    .replacing("dbname=n4md", with: "dbname=postgres")
                let superuser = try Connection(address)
                try superuser.run(script: "alter database n4md allow_connections false")
                try superuser.run(
                    script: "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'n4md'")
                return { try Connection(address).run(script: "alter database n4md allow_connections true") }
            }
        }
    }

    private static let known = ["/ws?network=edge", "/m/", "/articles/before", "/rss.xml"]
    /// The promise is 300 ms, with a margin for a machine busy with other tests. Waiting for the database would take a minute.
    private static let promise = Duration.seconds(40)

    /// Sends a request and measures its time.
    private func timed(_ wire: Wire, _ path: String) async throws -> (answer: Answer, took: Duration) {
        let start = ContinuousClock.now
        let answer = try await wire.get(path)
        return (answer, start.duration(to: .now))
    }

    @Test(arguments: Trouble.allCases) func nobodyWaitsWhoCanBeAnswered(_ trouble: Trouble) async throws {
        let site = try await TestSite.open(
            options: ["database_timeout": "60", "database_patience": "150"], watchesCluster: false)
        let desk = try await Desk(site, .editor)
        try await desk.section("city")
        _ = try await desk.write(#"{"headline":"Before","section":"city","status":"published"}"#)
        for path in Self.known { #expect(try await site.get(path).status == 200) }
        var end: @Sendable () async throws -> Void = {}
        do {
            end = try trouble.begin(site)
            try await observe(site)
            try await end()
        } catch {
            try? await end()
            await site.close()
            throw error
        }
        #expect(try await eventually { try await site.get("/health/ready").status == 200 })
        _ = try await desk.write(#"{"headline":"After","section":"city","status":"published"}"#)
        for path in Self.known {
            #expect(
                try await eventually {
                    let answer = try await site.get(path)
                    return answer.status == 200 && answer["cache-status"] == nil
                }, "\(path) is current again")
        }
        #expect(try await site.get("/m/").text.contains("After"))
        await site.close()
    }

    private func observe(_ site: TestSite) async throws {
        try await site.withWire { wire in
            // Makes the cached answers outdated, so that the server asks the database before it knows that it is down.
            site.server.revisions.observe(site.server.revisions.known + 1)
            var isKnown = false
            let deadline = ContinuousClock.now + .seconds(60)
            while !isKnown, ContinuousClock.now < deadline {
                for path in Self.known {
                    let (answer, took) = try await timed(wire, path)
                    #expect(answer.status == 200 && took < Self.promise, "\(path) took \(took)")
                    #expect(answer["cache-status"]?.contains("stale") == true, "\(path)")
                    #expect(answer["warning"]?.hasPrefix("110") == true, "\(path)")
                }
                let (live, tookLive) = try await timed(wire, "/health/live")
                #expect(live.status == 200 && tookLive < Self.promise)
                let (ready, tookReady) = try await timed(wire, "/health/ready")
                #expect([200, 503].contains(ready.status) && tookReady < Self.promise)
                isKnown = ready.status == 503
            }
            #expect(isKnown, "it is found out")
            for path in ["/ws?network=hspa&items=2", "/articles/before?network=hspa", "/api/v1/articles"] {
                let (answer, took) = try await timed(wire, path)
                #expect([401, 503].contains(answer.status) && took < .seconds(40), "\(path) \(answer.status) \(took)")
                if answer.status == 503 { #expect(answer["retry-after"] != nil) }
            }
        }
    }

    @Test func whatIsNotCachedIsRefusedInTime() async throws {
        let site = try await TestSite.open(
            options: ["database_timeout": "2", "database_patience": "150"], watchesCluster: false)
        let desk = try await Desk(site, .editor)
        try await desk.section("city")
        let article = try await desk.write(#"{"headline":"Locked","section":"city","status":"published"}"#)
        #expect(try await site.get("/m/").status == 200)
        _ = try await desk.write(#"{"headline":"Newer","section":"city","status":"published"}"#)
        // The database is well, but the articles are locked.
        let lock = try Connection(site.backend.connectionString)
        try lock.run(script: "begin; lock table articles in access exclusive mode")
        let stale = try await site.get("/m/")
        #expect(stale.status == 200 && stale["cache-status"]?.contains("stale") == true)
        try await withThrowingTaskGroup(of: (Answer, Duration).self) { group in
            for items in 1...12 {
                group.addTask { try await site.withWire { try await timed($0, "/ws?network=hspa&items=\(items)") } }
            }
            for try await (answer, took) in group {
                #expect(answer.status == 503 && answer["retry-after"] != nil && took < .seconds(15), "\(took)")
            }
        }
        try lock.run(script: "rollback")
        #expect(try await eventually { try await site.get("/articles/" + article.slug).status == 200 })
        await site.close()
    }
}

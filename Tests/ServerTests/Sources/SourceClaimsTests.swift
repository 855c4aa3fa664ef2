import Archive
import ExchangeArchive
import Foundation
import News
import PostgreSQL
@testable import Server
import Testing
@testable import Web

/// How servers claim sources, on a newspaper whose own server fetches none.
@Suite(
    .serialized,
    SharedSite(watchesCluster: false) { site in
        _ = try await site.backend.archive.write { try $0.sections.insert(slug: "city", name: "City") }
    })
struct SourceClaimsTests {
    /// Two connections, as if of two servers, to a database with sources of these hosts only, all due.
    private func connections(_ hosts: [String]) throws -> (Holdings, Holdings) {
        let site = try SharedSite.site
        let (here, there) = (
            try Holdings(Connection(site.backend.connectionString)),
            try Holdings(Connection(site.backend.connectionString))
        )
        try here.connection.query("delete from sources")
        for (number, host) in hosts.enumerated() {
            let draft = SourceDraft(url: "http://\(host)/\(number)", title: host, section: "city")
            let source = try here.sources.insert(draft, by: nil)
            try here.connection.query(
                """
                update sources set next_fetch_at = now() - interval '1 hour' + make_interval(secs => \(number)::int)
                where id = \(source.id)
                """)
        }
        return (here, there)
    }

    @Test("Two servers at once take different sources, and neither waits for the other") func atOnce() throws {
        let (here, there) = try connections(["a", "b", "c", "d"])
        try here.connection.query("begin")
        try there.connection.query("begin")
        let first = try here.sources.take(limit: 3, lease: 60)
        let second = try there.sources.take(limit: 9, lease: 60)
        #expect(first.map(\.draft.host).sorted() == ["a", "b", "c"] && second.map(\.draft.host) == ["d"])
        #expect(try there.sources.take(first[0].source, lease: 60) == nil)
        try here.connection.query("commit")
        try there.connection.query("commit")
        #expect(try here.sources.take(limit: 9, lease: 60).isEmpty && there.sources.take(limit: 9, lease: 60).isEmpty)
    }

    @Test("Of each host one is fetched at a time, on all servers together") func hosts() throws {
        let (here, there) = try connections(["a", "a", "A:80", "b", "a"])
        try here.connection.query("begin")
        try there.connection.query("begin")
        let first = try here.sources.take(limit: 9, lease: 60)
        #expect(first.map(\.draft.url).sorted() == ["http://a/0", "http://b/3"])
        #expect(try there.sources.take(limit: 9, lease: 60).isEmpty, "the first of the host is locked")
        try here.connection.query("commit")
        try there.connection.query("commit")
        #expect(try there.sources.take(limit: 9, lease: 60).isEmpty, "the host has a lease")
        let job = try #require(first.first { $0.draft.host == "a" })
        try here.transaction { try $0.sources.finish(job, SourceFetch(), SourceOutcome(interval: 300, wait: 300)) }
        #expect(try there.sources.take(limit: 9, lease: 60).map(\.draft.url) == ["http://a/1"])
    }

    @Test("A lease runs out; whoever had it no longer holds the source") func lease() throws {
        let (here, there) = try connections(["a"])
        let lost = try #require(try here.sources.take(limit: 1, lease: 60).first)
        #expect(try here.transaction { try $0.sources.holds(lost, lease: 60) })
        try here.connection.query("update sources set leased_until = now() - interval '1 second'")
        let taken = try #require(try there.sources.take(limit: 1, lease: 60).first)
        #expect(taken.source == lost.source && taken.claim == lost.claim + 1)
        #expect(try here.transaction { try $0.sources.holds(lost, lease: 60) } == false)
        #expect(try there.transaction { try $0.sources.holds(taken, lease: 60) })
        // Its late result changes nothing.
        try here.sources.release(lost, wait: 0)
        #expect(try here.sources.take(limit: 1, lease: 60).isEmpty)
        try there.sources.release(taken, wait: 0)
        #expect(try here.sources.take(limit: 1, lease: 60).count == 1)
    }

    /// Expires the leases, as if the server had died.
    private func abandon(_ jobs: [SourceJob], _ holdings: Holdings) throws {
        try holdings.connection.query(
            """
            update sources set leased_until = now() - interval '1 second', next_fetch_at = now() - interval '1 hour'
            where id = any(\(jobs.map(\.source))::int[])
            """)
    }

    @Test("A source with which a server ends twice is stopped, and says so; those that were under way beside it go on")
    func crashing() throws {
        let (here, _) = try connections(["a", "b", "c"])
        let under = try here.sources.take(limit: 9, lease: 60)
        #expect(under.count == 3)
        try abandon(under, here)
        // Any of them may have caused the crash, so they are fetched one at a time.
        let first = try here.sources.take(limit: 9, lease: 60)
        #expect(first.count == 1)
        #expect(try here.sources.take(limit: 9, lease: 60).isEmpty)
        try here.transaction { try $0.sources.finish(first[0], SourceFetch(), SourceOutcome(interval: 300, wait: 300)) }
        let second = try here.sources.take(limit: 9, lease: 60)
        #expect(second.count == 1 && second[0].source != first[0].source)
        try abandon(second, here)
        let third = try here.sources.take(limit: 9, lease: 60)
        #expect(third.count == 1 && third[0].source != first[0].source && third[0].source != second[0].source)
        try here.transaction { try $0.sources.finish(third[0], SourceFetch(), SourceOutcome(interval: 300, wait: 300)) }
        let stopped = try #require(try here.sources.find(second[0].source))
        #expect(stopped.stop == .crashed && stopped.lastFetch?.error.contains("crashed twice") == true)
        #expect(try here.sources.list(.crashed, limit: 9).map(\.id) == [stopped.id])
        #expect(try here.sources.count()[.crashed] == 1)
        // Resuming it resets its record.
        #expect(try here.sources.set(stopped.id, isPaused: false).stop == nil)
        #expect(try here.sources.take(limit: 9, lease: 60).map(\.source) == [stopped.id])
    }

    @Test("The command line pauses and resumes a source by its number, its name or its address") func byName()
        async throws
    {
        let (here, _) = try connections(["a", "b"])
        let commands = Commands(try SharedSite.site.backend)
        let (a, b) = (
            try #require(try here.sources.list(limit: 9).last), try #require(try here.sources.list(limit: 9).first)
        )
        for name in ["\(a.id)", "A", "http://a/0"] {
            #expect(try await commands.setSource(name, isPaused: true).stop == .paused)
            #expect(try here.sources.take(limit: 9, lease: 1).allSatisfy { $0.source == b.id })
            #expect(try await commands.setSource(name, isPaused: false).stop == nil)
        }
        try here.connection.query("update sources set title = 'B' where id = \(a.id)")
        let ambiguous = await #expect(throws: OptionError.self) { try await commands.setSource("b", isPaused: true) }
        #expect(ambiguous?.description.contains("\(a.id) (http://a/0)") == true)
        await #expect(throws: OptionError.self) { try await commands.setSource("nobody", isPaused: true) }
    }

    @Test("What is called off by a server that goes on is no crash") func calledOff() throws {
        let (here, _) = try connections(["a"])
        for _ in 0..<4 {
            let job = try #require(try here.sources.take(limit: 9, lease: 60).first)
            try here.sources.release(job, wait: -1)
        }
        #expect(try here.sources.list(.active, limit: 9).count == 1)
    }

    @Test("What is stopped, removed or led elsewhere while it is fetched is not written") func changed() throws {
        let (here, _) = try connections(["a", "b"])
        let jobs = try here.sources.take(limit: 2, lease: 60)
        let source = try #require(try here.sources.find(jobs[0].source))
        var draft = source.draft
        draft.url = "http://a/elsewhere"
        _ = try here.transaction { holdings in
            let maker = Maker(editor: try holdings.people.insert(name: UUID().uuidString, role: .editor), address: nil)
            return try holdings.sources.update(source.id, revision: 1, draft, isPaused: false, by: maker)
        }
        try here.connection.query("delete from sources where id = \(jobs[1].source)")
        for job in jobs { #expect(try here.transaction { try $0.sources.holds(job, lease: 60) } == false) }
    }
}

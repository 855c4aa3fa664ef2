import RawServer
import Synchronization
import Testing

@testable import Fetching

/// Fetchers that keep connections for posts.
@Suite("Shared connections")
struct SharedConnectionTests {
    /// The addresses that a guard was asked about.
    private final class Asked: Sendable {
        let addresses = Mutex<[String]>([])
    }

    private func fetcher(_ asked: Asked, isOpen: Bool = true) -> Fetcher {
        Fetcher(atOnce: 50, perHost: 50, limit: 100, agent: "N4MD", shared: 2) { address in
            asked.addresses.withLock { $0.append(address) }
            return isOpen
        }
    }

    private static let answer: RawServer.Answer = { _, connection in
        try connection.send("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
        return true
    }

    @Test("Posts in turn go over one connection") func inTurn() async throws {
        let asked = Asked()
        let fetcher = fetcher(asked)
        try await RawServer.run("127.0.0.1", Self.answer) { port async throws in
            for _ in 0..<10 {
                #expect(try await fetcher.fetch(.init(.post([]), "http://127.0.0.1:\(port)/")).status == 201)
            }
        }
        #expect(asked.addresses.withLock { $0 } == ["127.0.0.1"])
    }

    @Test("Many at once make no more connections than allowed, and all are answered") func atOnce() async throws {
        let asked = Asked()
        let fetcher = fetcher(asked)
        try await RawServer.run("127.0.0.1", Self.answer) { port async throws in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<40 {
                    group.addTask { try await fetcher.fetch(.init(.post([]), "http://127.0.0.1:\(port)/")).status }
                }
                for try await status in group { #expect(status == 201) }
            }
        }
        #expect((1...2).contains(asked.addresses.withLock { $0.count }))
    }

    @Test("The guard forbids an address as for any other fetcher") func forbidden() async throws {
        let fetcher = fetcher(Asked(), isOpen: false)
        try await RawServer.run("127.0.0.1", Self.answer) { port async throws in
            await #expect(throws: FetchError.forbidden(address: "127.0.0.1")) {
                try await fetcher.fetch(.init(.post([]), "http://127.0.0.1:\(port)/"))
            }
        }
    }

    @Test("A connection that the other side has closed is made anew") func closed() async throws {
        let asked = Asked()
        let fetcher = fetcher(asked)
        try await RawServer.run("127.0.0.1") { _, connection in
            try connection.send("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
            return false
        } while: { port async throws in
            for _ in 0..<3 {
                #expect(try await fetcher.fetch(.init(.post([]), "http://127.0.0.1:\(port)/")).status == 201)
            }
        }
        #expect(asked.addresses.withLock { $0.count } == 3)
    }
}

import Glibc
import Locating
import RawServer
import Synchronization
import Testing

@testable import Fetching

/// The guard is asked before every connection, with its address.
@Suite("Guards")
struct GuardTests {
    /// libcurl knows two addresses of localhost. It may try the forbidden one first, but must not reach it.
    @Test("Of a name with two addresses only the one is reached that may be") func twoAddresses() async throws {
        let asked = Mutex<Set<String>>([])
        let fetcher = Fetcher(atOnce: 1, perHost: 1, limit: 1, agent: "N4MD") { address in
            asked.withLock { _ = $0.insert(address) }
            return address == "127.0.0.1"
        }
        try await RawServer.run { _, connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            return true
        } while: { port async throws in
            let answer = try await fetcher.fetch(.init(.get, "http://localhost:\(port)/"))
            #expect(answer.status == 200)
            #expect(asked.withLock { $0.contains("127.0.0.1") && $0.isSubset(of: ["127.0.0.1", "::1"]) })
        }
    }

    /// As with DNS rebinding: a name that is public when it is checked, and internal when it is used.
    @Test("A name that changes is asked about again at every connection") func rebinding() async throws {
        let isOpen = Mutex(true)
        let fetcher = Fetcher(atOnce: 1, perHost: 1, limit: 1, agent: "N4MD") { _ in isOpen.withLock { $0 } }
        try await RawServer.run { request, connection in
            isOpen.withLock { $0 = false }
            let answer = request.path == "/" ? "HTTP/1.1 200 OK" : "HTTP/1.1 302 Found\r\nLocation: /"
            try connection.send(answer + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            return false
        } while: { port async throws in
            let root = "http://127.0.0.1:\(port)/"
            let answer = try await fetcher.fetch(.init(.get, root))
            #expect(answer.status == 200)
            await #expect(throws: FetchError.forbidden(address: "127.0.0.1")) {
                try await fetcher.fetch(.init(.get, root))
            }
            isOpen.withLock { $0 = true }
            await #expect(throws: FetchError.forbidden(address: "127.0.0.1")) {
                try await fetcher.fetch(.init(.get, root + "redirect"))
            }
        }
    }

    /// A proxy would connect to any address. Runs in a separate process, since it changes the environment.
    @Test("A proxy of the environment is not used") func proxies() async throws {
        await #expect(processExitsWith: .success) {
            for name in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "https_proxy"] {
                setenv(name, "http://127.0.0.1:1/", 1)
            }
            let fetcher = Fetcher(atOnce: 1, perHost: 1, limit: 1, agent: "N4MD") { _ in true }
            let status = try await RawServer.run { _, connection in
                try connection.send("HTTP/1.1 204 No Content\r\n\r\n")
                return true
            } while: { port async throws in
                try await fetcher.fetch(.init(.get, "http://127.0.0.1:\(port)/")).status
            }
            #expect(status == 204)
        }
    }

    @Test("Two spellings of a host are one host") func hosts() {
        let hosts = ["http://A.Example", "http://a.example:80/x?y#z", "HTTP://a.example./"].map { Target($0)?.host }
        #expect(Set(hosts) == ["http://a.example:80"])
        #expect(Target("https://a.example/")?.host == "https://a.example:443")
        #expect(Target("http://a.example/ä")?.url == "http://a.example/%c3%a4")
        #expect(Target("http://2130706433/")?.host == Target("http://127.1/")?.host)
        let base = Target("http://a.example/b/c?d")
        #expect(base.flatMap { Target("../e f", from: $0) }?.url == "http://a.example/e%20f")
        #expect(base.flatMap { Target("//b.example", from: $0) }?.host == "http://b.example:80")
        #expect(base.flatMap { Target("gopher://b.example", from: $0) } == nil)
        #expect(Target("http://a.example/" + String(repeating: "a", count: 8000)) == nil)
    }
}

import Dispatch
import RawServer
import Synchronization
import Testing

@testable import Fetching

/// Which requests wait for others.
@Suite("Hosts")
struct HostTests {
    /// Counts the requests seen by a server, by the address requested.
    private final class Seen: Sendable {
        struct Host {
            var underWay = 0
            var most = 0
            var requests: [String] = []
        }
        let hosts = Mutex<[String: Host]>([:])

        func begin(_ request: RawRequest) {
            hosts.withLock { hosts in
                var host = hosts[request.host] ?? Host()
                host.underWay += 1
                host.most = max(host.most, host.underWay)
                host.requests.append(request.path)
                hosts[request.host] = host
            }
        }

        func end(_ request: RawRequest) { hosts.withLock { $0[request.host]?.underWay -= 1 } }
    }

    @Test("300 requests to 100 hosts: never two at once to one, each in its order", .timeLimit(.minutes(1)))
    func onePerHost() async throws {
        let fetcher = Fetcher(atOnce: 64, perHost: 1, limit: 300, agent: "N4MD") { _ in true }
        let seen = Seen()
        try await RawServer.run("0.0.0.0") { request, connection in
            seen.begin(request)
            try connection.wait(.milliseconds(5))
            seen.end(request)
            let port = request.header("host")?.split(separator: ":").last ?? ""
            // A third of the requests redirect to another host, where they must wait for their turn, too.
            if request.path == "/2" {
                let next = "http://127.0.1.\((Int(request.host.split(separator: ".")[3]) ?? 0) % 100 + 1):\(port)/3"
                try connection.send("HTTP/1.1 302 Found\r\nLocation: \(next)\r\nContent-Length: 0\r\n\r\n")
            } else {
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
            return true
        } while: { port async throws in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<300 {
                    let url = "http://127.0.1.\(number % 100 + 1):\(port)/\(number / 100)"
                    group.addTask { try await fetcher.fetch(.init(.get, url)).status }
                }
                for try await status in group { #expect(status == 200) }
            }
        }
        let hosts = seen.hosts.withLock { $0 }
        #expect(hosts.count == 100)
        #expect(hosts.values.allSatisfy { $0.most == 1 && $0.requests.count == 4 })
    }

    @Test("A connection is kept for the next request to its host") func kept() async throws {
        let fetcher = Fetcher(atOnce: 8, perHost: 1, limit: 20, agent: "N4MD") { _ in true }
        let asked = Mutex<[String]>([])
        let counting = Fetcher(atOnce: 8, perHost: 1, limit: 20, agent: "N4MD") { address in
            asked.withLock { $0.append(address) }
            return true
        }
        try await RawServer.run { request, connection in
            let isLast = request.path == "/last"
            try connection.send(
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\(isLast ? "Connection: close\r\n" : "")\r\nok")
            return !isLast
        } while: { port async throws in
            let root = "http://127.0.0.1:\(port)"
            for path in ["/", "/", "/last", "/"] {
                #expect(try await counting.fetch(.init(.get, root + path)).status == 200)
            }
            #expect(asked.withLock { $0 } == ["127.0.0.1", "127.0.0.1"])
            // Requests that change something each use a new connection.
            for _ in 0..<2 { #expect(try await counting.fetch(.init(.post([1]), root)).status == 200) }
            #expect(asked.withLock { $0.count } == 4)
            #expect(try await fetcher.fetch(.init(.get, root)).status == 200)
        }
    }

    @Test(
        "A host that is silent holds up nobody else, and who waits for it waits no longer than it may",
        .timeLimit(.minutes(1)))
    func silent() async throws {
        let fetcher = Fetcher(atOnce: 2, perHost: 1, limit: 20, agent: "N4MD") { _ in true }
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let asked = Mutex<[String]>([])
        try await RawServer.run("0.0.0.0") { request, connection in
            asked.withLock { $0.append(request.path) }
            if request.host == "127.0.0.2" {
                arrived.yield()
                try connection.wait(.seconds(600))
            }
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            return true
        } while: { port async throws in
            let silent = Task {
                try await fetcher.fetch(.init(.get, "http://127.0.0.2:\(port)/first", time: .seconds(300)))
            }
            for await _ in arrivals { break }
            let second = Task {
                try await fetcher.fetch(.init(.get, "http://127.0.0.2:\(port)/second", time: .milliseconds(600)))
            }
            let third = Task {
                try await fetcher.fetch(.init(.get, "http://127.0.0.2:\(port)/third", time: .seconds(300)))
            }
            for number in 3..<13 {
                #expect(try await fetcher.fetch(.init(.get, "http://127.0.0.\(number):\(port)/good")).status == 200)
            }
            await #expect(throws: FetchError.late) { try await second.value }
            third.cancel()
            await #expect(throws: FetchError.cancelled) { try await third.value }
            silent.cancel()
            await #expect(throws: FetchError.cancelled) { try await silent.value }
            #expect(asked.withLock { $0.filter { $0 != "/good" } } == ["/first"])
        }
    }

    @Test("What waits is called off when the fetcher stops, what is under way is not", .timeLimit(.minutes(1)))
    func stopped() async throws {
        let fetcher = Fetcher(atOnce: 2, perHost: 1, limit: 20, agent: "N4MD") { _ in true }
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let gate = DispatchSemaphore(value: 0)
        try await RawServer.run { request, connection in
            arrived.yield()
            gate.wait()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            return true
        } while: { port async throws in
            let request = FetchRequest(.get, "http://127.0.0.1:\(port)/", time: .seconds(300))
            let first = Task { try await fetcher.fetch(request) }
            for await _ in arrivals { break }
            let second = Task { try await fetcher.fetch(request) }
            while fetcher.count < 2 { await Task.yield() }
            fetcher.stop()
            await #expect(throws: FetchError.cancelled) { try await second.value }
            gate.signal()
            #expect(try await first.value.status == 200)
            await #expect(throws: FetchError.cancelled) { try await fetcher.fetch(request) }
        }
    }

    @Test("Hosts take turns, each in its order") func turns() {
        var queue = HostQueue(each: 1)
        for id in 0..<6 { queue.add(id, to: id < 4 ? "a" : "b") }
        #expect([queue.next(), queue.next(), queue.next()] == [0, 4, nil])
        queue.remove(2, from: "a")
        queue.finish("a")
        #expect([queue.next(), queue.next()] == [1, nil])
        queue.finish("b")
        queue.finish("a")
        #expect([queue.next(), queue.next(), queue.next()] == [5, 3, nil] && !queue.hasNext)
        var two = HostQueue(each: 2)
        for id in 0..<4 { two.add(id, to: "a") }
        two.add(9, to: "b")
        #expect([two.next(), two.next(), two.next(), two.next()] == [0, 9, 1, nil])
    }
}

import Foundation
import HTTPTypes
import Hummingbird
import Locating
import NIOCore
import TestSupport
import Testing

@testable import Fetching

/// Requests to real servers on this machine.
@Suite("Fetching")
struct FetchingTests {
    private let anywhere = Fetcher(atOnce: 4, perHost: 4, limit: 8, agent: "N4MD") { _ in true }
    private let internet = Fetcher(atOnce: 4, perHost: 4, limit: 8, agent: "N4MD") { isGlobalAddress($0) }

    /// Nobody answers at these addresses, so a request that got through would fail with a different error.
    @Test(
        "No spelling of an address of ours gets through",
        arguments: [
            "127.0.0.1", "127.1", "127.0.1", "127.255.255.254", "0x7f.0.0.1", "0x7f000001", "2130706433", "0177.0.0.1",
            "017700000001", "127.0.0.1.", "localhost", "LOCALHOST", "localhost.", "a.localhost", "0.0.0.0", "0",
            "[::1]",
            "[0:0:0:0:0:0:0:1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]",
            "[::127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::a9fe:a9fe]", "[2002:7f00:1::]", "[2001:0:7f00:1::]",
            "169.254.169.254", "0xa9fea9fe", "[::ffff:169.254.169.254]", "[fe80::1]", "[fec0::1]", "[fc00::1]",
            "[fd00:ec2::254]", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "100.64.0.1", "192.0.0.8",
            "198.18.0.1", "192.0.2.1", "224.0.0.1", "[ff02::1]", "240.0.0.1", "255.255.255.255", "[2001:db8::1]",
            "①②⑦.⓪.⓪.①", "127。0。0。1", "１２７.１", "[::ffff:0:127.0.0.1]", "[fe80::1%25lo]", "[::1%25lo]", "0300.0250.0.1",
            "127.0.0.1.nip.invalid",
        ])
    func ours(_ host: String) async throws {
        for method in [FetchRequest.Method.get, .head, .post([1])] {
            let error = await #expect(throws: FetchError.self) {
                try await internet.fetch(.init(method, "http://\(host):9/", time: .seconds(5)))
            }
            let isRefused = if case .forbidden = error { true } else { error == .malformed || error == .unknownHost }
            #expect(isRefused, "\(host): \(String(describing: error))")
        }
    }

    @Test(
        "What is no plain http or https address is refused",
        arguments: [
            "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:70/_x", "dict://127.0.0.1/", "http:///", "",
            "http://user:secret@127.0.0.1/", "http://127.0.0.1/\r\nX: y", "http://127.0.0.1:99999/", "javascript:1",
            "scp://127.0.0.1/", "http://[::1", "unix:///run/x",
        ])
    func otherAddresses(_ url: String) async throws {
        await #expect(throws: FetchError.malformed) { try await anywhere.fetch(.init(.get, url)) }
    }

    @Test(
        "A header that would end its line is refused",
        arguments: [("a\r\nb", "c"), ("a", "b\nc"), ("", "a"), ("a:b", "c")])
    func headers(_ name: String, _ value: String) async throws {
        await #expect(throws: FetchError.malformed) {
            try await anywhere.fetch(.init(.get, "http://127.0.0.1:9/", headers: [(name, value)]))
        }
    }

    @Test("A body arrives as it is, and the answer comes back whole") func post() async throws {
        try await withServer { router in
            router.post("/echo") { request, _ in
                let body = try await request.body.collect(upTo: 1_000_000)
                let note = HTTPField.Name("X-Note")
                return Response(
                    status: .created,
                    headers: [.contentType: request.headers[.contentType] ?? "", .retryAfter: "  7 "],
                    body: .init(byteBuffer: note.flatMap { request.headers[$0] } == "é" ? body : ByteBuffer()))
            }
        } _: { root in
            let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0) }
            let answer = try await anywhere.fetch(
                .init(.post(bytes), root + "/echo", headers: [("X-Note", "é"), ("Content-Type", "a/b")], bytes: 80_000))
            #expect(answer.status == 201 && answer.body == bytes && !answer.isCut)
            #expect(answer.header("retry-after") == "7" && answer.header("content-type") == "a/b")
            let empty = try await anywhere.fetch(.init(.post([]), root + "/echo"))
            #expect(empty.status == 201 && empty.body.isEmpty)
        }
    }

    @Test("Redirects are followed for GET and HEAD, for POST where that is wished, and not without end")
    func redirects() async throws {
        try await withServer { router in
            router.get("/end") { _, _ in "end" }
            router.get("/hop/{left}") { _, context in
                let left = context.parameters.get("left", as: Int.self) ?? 0
                return Response(status: .found, headers: [.location: left > 1 ? "/hop/\(left - 1)" : "/end"])
            }
            router.head("/1") { _, _ in Response(status: .found, headers: [.location: "/end"]) }
            router.head("/end") { _, _ in Response(status: .ok) }
            router.post("/1") { _, _ in Response(status: .temporaryRedirect, headers: [.location: "/end"]) }
            router.post("/2") { _, _ in Response(status: .seeOther, headers: [.location: "/end"]) }
            router.post("/end") { request, _ in
                Response(status: .ok, body: .init(byteBuffer: try await request.body.collect(upTo: 1000)))
            }
            router.get("/file") { _, _ in Response(status: .found, headers: [.location: "file:///etc/passwd"]) }
        } _: { root in
            let answer = try await anywhere.fetch(.init(.get, root + "/hop/5"))
            #expect(answer.body == Array("end".utf8) && answer.url == root + "/end" && answer.status == 200)
            await #expect(throws: FetchError.redirects) { try await anywhere.fetch(.init(.get, root + "/hop/6")) }
            #expect(try await anywhere.fetch(.init(.head, root + "/1")).url == root + "/end")
            #expect(try await anywhere.fetch(.init(.post([1]), root + "/1")).status == 307)
            for (path, status, body) in [("/1", 200, [7, 8]), ("/2", 303, [])] as [(String, Int, [UInt8])] {
                var post = FetchRequest(.post([7, 8]), root + path)
                post.repeatsPost = true
                let answer = try await anywhere.fetch(post)
                #expect(answer.status == status && answer.body == body)
            }
            var once = FetchRequest(.get, root + "/hop/1")
            once.followsRedirects = false
            #expect(try await anywhere.fetch(once).status == 302)
            await #expect(throws: FetchError.malformed) { try await anywhere.fetch(.init(.get, root + "/file")) }
        }
    }

    @Test("A redirect to an address of ours is refused") func redirectInside() async throws {
        let one = Fetcher(atOnce: 1, perHost: 1, limit: 1, agent: "N4MD") { $0 == "127.0.0.2" }
        try await withServer("127.0.0.2") { router in
            router.get("/{host}") { _, context in
                Response(status: .found, headers: [.location: "http://\(context.parameters.get("host") ?? ""):9/"])
            }
        } _: { root in
            for host in ["127.0.0.1", "localhost", "2130706433", "169.254.169.254"] {
                let error = await #expect(throws: FetchError.self) {
                    try await one.fetch(.init(.get, "\(root)/\(host)"))
                }
                let isRefused = if case .forbidden = error { true } else { false }
                #expect(isRefused, "\(host)")
            }
        }
    }

    @Test("An endless answer is cut, one that drips ends by the deadline") func hostileAnswers() async throws {
        try await withServer { router in
            router.get("/endless") { _, _ in
                Response(
                    status: .ok,
                    body: .init { writer in
                        while true { try await writer.write(ByteBuffer(repeating: 0x61, count: 10_000)) }
                    })
            }
            router.get("/drip") { _, _ in
                Response(
                    status: .ok,
                    body: .init { writer in
                        while true {
                            try await writer.write(ByteBuffer(repeating: 0x61, count: 1))
                            try await Task.sleep(for: .milliseconds(50))
                        }
                    })
            }
            router.get("/headers") { _, _ in
                var headers = HTTPFields()
                for _ in 0..<9 { headers.append(HTTPField(name: .eTag, value: String(repeating: "a", count: 8_000))) }
                return Response(status: .ok, headers: headers)
            }
            router.get("/never") { _, _ in
                try await Task.sleep(for: .seconds(600))
                return "late"
            }
        } _: { root in
            let endless = try await anywhere.fetch(.init(.get, root + "/endless", bytes: 1024))
            #expect(endless.status == 200 && endless.isCut && endless.body.count == 1024)
            let started = ContinuousClock.now
            for path in ["/drip", "/never"] {
                await #expect(throws: FetchError.late) {
                    try await anywhere.fetch(.init(.get, root + path, time: .milliseconds(600)))
                }
            }
            #expect(started.duration(to: .now) < .seconds(30))
            await #expect(throws: FetchError.longHeaders) { try await anywhere.fetch(.init(.get, root + "/headers")) }
        }
    }

    @Test("Who no longer waits ends the connection; too many at once are refused") func bounds() async throws {
        let one = Fetcher(atOnce: 1, perHost: 1, limit: 1, agent: "N4MD") { _ in true }
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        try await withServer { router in
            router.get("/never") { _, _ in
                arrived.yield()
                try await Task.sleep(for: .seconds(600))
                return "late"
            }
        } _: { root in
            let waiting = Task { try await one.fetch(.init(.get, root + "/never", time: .seconds(300))) }
            for await _ in arrivals { break }
            await #expect(throws: FetchError.busy) { try await one.fetch(.init(.get, root + "/never")) }
            waiting.cancel()
            await #expect(throws: FetchError.cancelled) { try await waiting.value }
        }
    }

    @Test("Nobody there, and who does not speak HTTP, is told apart") func nobody() async throws {
        await #expect(throws: FetchError.unreachable) { try await anywhere.fetch(.init(.get, "http://127.0.0.1:1/")) }
        await #expect(throws: FetchError.unknownHost) {
            try await anywhere.fetch(.init(.get, "http://nobody.invalid/", time: .seconds(60)))
        }
        // A non-ASCII name is understood, but does not exist.
        await #expect(throws: FetchError.unknownHost) {
            try await anywhere.fetch(.init(.get, "http://bücher.invalid/", time: .seconds(60)))
        }
        try await withServer {
            $0.get("/") { _, _ in "plain" }
        } _: { root in
            _ = await #expect(throws: FetchError.insecure) {
                try await anywhere.fetch(.init(.get, root.replacing("http:", with: "https:")))
            }
        }
    }
}

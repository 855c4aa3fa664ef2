import CBrotli
import RawServer
import Synchronization
import Testing

@testable import Fetching

/// Hostile or broken servers: each request ends in time, with an error that says why.
@Suite("Hostile answers", .serialized)
struct HostileAnswerTests {
    private static let limit = 1 << 20
    private static let ok = "HTTP/1.1 200 OK\r\n"

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let error: FetchError
        let answer: RawServer.Answer
        var testDescription: String { name }

        /// Sends some text, and closes the connection.
        init(_ name: String, _ error: FetchError, _ bytes: String) {
            self.init(name, error) { try $0.send(bytes) }
        }

        init(_ name: String, _ error: FetchError, _ answer: @escaping @Sendable (RawConnection) throws -> Void) {
            (self.name, self.error) = (name, error)
            self.answer = { _, connection in
                try answer(connection)
                return false
            }
        }
    }

    private static func coded(_ coding: String) -> String { ok + "Content-Encoding: \(coding)\r\n\r\n" }
    private static let letters = [UInt8](repeating: 0x61, count: 10_000)

    static let long: [Case] = [
        Case("an endless body", .tooLong) {
            try $0.send(ok + "\r\n")
            try $0.sendForever(letters)
        },
        Case("an endless body in chunks", .tooLong) {
            try $0.send(ok + "Transfer-Encoding: chunked\r\n\r\n")
            try $0.sendForever(Array("2\r\naa\r\n".utf8) + Array("2710\r\n".utf8) + letters + Array("\r\n".utf8))
        },
        Case("1 GiB from 1 MB of gzip", .tooLong) {
            try $0.send(coded("gzip"))
            try $0.send(Bomb.gzip + [UInt8](repeating: 0, count: 1_040_449))
        },
        Case("64 MiB from some bytes of brotli", .tooLong) {
            try $0.send(coded("br"))
            try $0.send(brotliBomb)
        },
        Case("compressed nothings without end", .tooLong) {
            try $0.send(coded("gzip"))
            try $0.send(Bomb.nothing.head)
            try $0.sendForever((0..<10_000).flatMap { _ in Bomb.nothing.block })
        },
        Case("headers without end", .longHeaders) {
            try $0.send(ok)
            try $0.sendForever(Array("X-Header: and another one\r\n".utf8))
        },
        Case("a header without end", .longHeaders) {
            try $0.send(ok + "X-Header: ")
            try $0.sendForever(letters)
        },
        Case("300 headers", .longHeaders, ok + String(repeating: "a: b\r\n", count: 300) + "\r\n"),
        Case("interim answers without end", .longHeaders) {
            try $0.sendForever(Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8))
        },
        Case("trailers without end", .longHeaders) {
            try $0.send(ok + "Transfer-Encoding: chunked\r\n\r\n0\r\n")
            try $0.sendForever(Array("X-Trailer: and another one\r\n".utf8))
        },
    ]

    static let damaged: [Case] = [
        Case("gzip over gzip", .encoding) {
            try $0.send(coded("gzip, gzip"))
            try $0.send(Bomb.gzip)
        },
        Case(
            "gzip over gzip in two lines", .encoding,
            ok + "Content-Encoding: gzip\r\n" + coded("br").dropFirst(ok.count)),
        Case("a coding that was not asked for", .encoding, coded("zstd") + "\u{28}\u{35}"),
        Case("an unknown coding", .encoding, coded("rot13") + "nyy jryy"),
        Case("no gzip at all", .encoding, coded("gzip") + "this is plain text, whatever was said"),
        Case("no brotli at all", .encoding, coded("br") + String(repeating: "\u{7F}", count: 100)),
        Case("garbage for a chunk", .broken, ok + "Transfer-Encoding: chunked\r\n\r\nzzzz\r\nzzzz"),
        Case("a chunk of too many bytes", .broken, ok + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\na"),
        Case("chunks that end early", .broken, ok + "Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n"),
        Case("a body that ends early", .broken, ok + "Content-Length: 100\r\n\r\nabcde"),
        Case("a length below nothing", .broken, ok + "Content-Length: -5\r\n\r\nabcde"),
        Case("no answer", .broken, ""),
        Case("HTTP/0.9", .broken, "Hello, I have no headers.\n"),
        Case("another protocol", .broken, "SSH-2.0-OpenSSH_9.2\r\n"),
        Case("half of the headers", .broken, ok + "Content-Type: a"),
        Case("an interim answer alone", .broken, "HTTP/1.1 103 Early Hints\r\n\r\n"),
        Case("another protocol from now on", .broken, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nabc"),
        Case("a byte of 0 in a header", .broken, ok + "A: b\0c\r\n\r\nabc"),
        Case("a reset amid the body", .broken) {
            try $0.send(ok + "\r\nabcde")
            try $0.wait(.milliseconds(100))
            try $0.reset()
        },
        Case("a redirect to nowhere", .malformed, "HTTP/1.1 302 Found\r\nLocation: http://\r\n\r\n"),
        Case("a redirect with a password", .malformed, "HTTP/1.1 302 Found\r\nLocation: http://a:b@127.0.0.1/\r\n\r\n"),
        Case("a redirect to a file", .malformed, "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n"),
        Case("a redirect to gopher", .malformed, "HTTP/1.1 302 Found\r\nLocation: gopher://127.0.0.1/\r\n\r\n"),
        Case(
            "a redirect of 9000 bytes", .malformed,
            "HTTP/1.1 302 Found\r\nLocation: /" + String(repeating: "a", count: 9000) + "\r\n\r\n"),
        Case("a redirect to itself", .redirects, "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n"),
    ]

    static let slow: [Case] = [
        Case("a byte now and then", .late) {
            try $0.send(ok + "\r\n")
            try $0.sendForever([0x61], every: .milliseconds(50))
        },
        Case("a header now and then", .late) {
            try $0.send(ok)
            try $0.sendForever(Array("a: b\r\n".utf8), every: .milliseconds(200))
        },
        Case("extensions of a chunk without end", .late) {
            try $0.send(ok + "Transfer-Encoding: chunked\r\n\r\n1;")
            try $0.sendForever(letters)
        },
        Case("silence", .late) { try $0.wait(.seconds(60)) },
        Case("a body that is shorter than was said", .late) {
            try $0.send(ok + "Content-Length: 100\r\n\r\nabcde")
            try $0.wait(.seconds(60))
        },
    ]

    /// Fetches as for sources. Nothing beyond the limit is passed on.
    @Test("ends in time and says why", .timeLimit(.minutes(2)), arguments: long + damaged + slow)
    func end(_ hostile: Case) async throws {
        let fetcher = Fetcher(atOnce: 2, perHost: 1, limit: 2, agent: "N4MD") { _ in true }
        try await RawServer.run { request, connection in
            try hostile.answer(request, connection)
        } while: { port async throws in
            let count = Mutex(0)
            var request = FetchRequest(.get, "http://127.0.0.1:\(port)/", time: .seconds(30), bytes: Self.limit)
            request.isDecompressed = true
            if hostile.error == .late { request.stall = .seconds(1) }
            let started = ContinuousClock.now
            await #expect(throws: hostile.error) {
                let answer = try await fetcher.fetch(request) { _, bytes in count.withLock { $0 += bytes.count } }
                Issue.record("\(answer)")
            }
            #expect(started.duration(to: .now) < .seconds(25))
            #expect(count.withLock { $0 } <= Self.limit)
        }
    }

    private static let brotliBomb: [UInt8] = {
        let zeros = [UInt8](repeating: 0, count: 1 << 26)
        return [UInt8](unsafeUninitializedCapacity: 1 << 16) { output, count in
            count = 1 << 16
            let isDone = BrotliEncoderCompress(
                5, 22, BROTLI_MODE_GENERIC, zeros.count, zeros, &count, output.baseAddress)
            if isDone == BROTLI_FALSE { count = 0 }
        }
    }()
}

import CBrotli
import CDeflate
import Dispatch
import RawServer
import Synchronization
import Testing

@testable import Fetching

/// The features needed to fetch sources.
@Suite("Fetching sources")
struct SourceTests {
    private let fetcher = Fetcher(
        atOnce: 8, perHost: 1, limit: 100, agent: "N4MD (+https://news.example/)"
    ) { _ in true }

    private struct Refusal: Error, Equatable {}

    @Test("A body is handed on as it comes, with the head before it", .timeLimit(.minutes(1))) func pieces()
        async throws
    {
        let gate = DispatchSemaphore(value: 0)
        try await RawServer.run { request, connection in
            try connection.send(
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 404 Not Found\r\nETag: \"1\"\r\n")
            try connection.send("Folded: a\r\n  b\r\nContent-Length: 10\r\n\r\nfirst")
            gate.wait()
            try connection.send("rest.")
            return true
        } while: { port async throws in
            let pieces = Mutex<[String]>([])
            let answer = try await fetcher.fetch(.init(.get, "http://127.0.0.1:\(port)/")) { head, bytes in
                #expect(head.status == 404 && head.header("etag") == "\"1\"" && head.body.isEmpty)
                pieces.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
                gate.signal()
            }
            #expect(pieces.withLock { $0 } == ["first", "rest."])
            #expect(answer.status == 404 && answer.body.isEmpty && !answer.isCut && answer.header("folded") == "a b")
        }
    }

    @Test("A receiver can refuse the rest", .timeLimit(.minutes(1))) func refusal() async throws {
        try await RawServer.run { _, connection in
            try connection.send("HTTP/1.1 200 OK\r\n\r\n")
            try connection.sendForever([UInt8](repeating: 0x61, count: 1000))
            return false
        } while: { port async throws in
            let request = FetchRequest(.get, "http://127.0.0.1:\(port)/", bytes: 1_000_000)
            await #expect(throws: Refusal()) { try await fetcher.fetch(request) { _, _ in throw Refusal() } }
        }
    }

    @Test(
        "gzip, deflate and brotli are undone where that is wished",
        arguments: ["gzip", "deflate", "br", "x-gzip", "identity"])
    func codings(_ coding: String) async throws {
        let text = Array(String(repeating: "All the news that is fit to fetch. ", count: 1000).utf8)
        let packed = Self.packed(text, coding)
        try await RawServer.run { request, connection in
            #expect(request.header("user-agent") == "N4MD(+https://news.example/)")
            let accepted = request.header("accept-encoding")
            #expect(accepted == (request.path == "/wished" ? "gzip,deflate,br" : nil))
            try connection.send(
                "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(packed.count)\r\n\r\n")
            try connection.send(packed)
            return true
        } while: { port async throws in
            var request = FetchRequest(.get, "http://127.0.0.1:\(port)/wished")
            request.isDecompressed = true
            #expect(try await fetcher.fetch(request).body == text)
            let plain = try await fetcher.fetch(.init(.get, "http://127.0.0.1:\(port)/plain"))
            #expect(plain.body == packed && plain.header("content-encoding") == coding)
        }
    }

    /// Bytes after a 304 must not be taken for the answer to the next request.
    @Test("304 has no body, whatever the server says") func notModified() async throws {
        try await RawServer.run { request, connection in
            if request.path == "/next" {
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnext")
            } else {
                #expect(request.header("if-none-match") == "\"1\"")
                try connection.send(
                    "HTTP/1.1 304 Not Modified\r\nContent-Length: 57\r\n\r\n"
                        + "HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\nof somebody else!")
            }
            return true
        } while: { port async throws in
            let root = "http://127.0.0.1:\(port)"
            let answer = try await fetcher.fetch(.init(.get, root + "/", headers: [("If-None-Match", "\"1\"")])) {
                _, _ in
                Issue.record("a body")
            }
            #expect(answer.status == 304)
            #expect(try await fetcher.fetch(.init(.get, root + "/next")).body == Array("next".utf8))
        }
    }

    @Test("Redirects are told, their bodies are not") func redirects() async throws {
        try await RawServer.run("0.0.0.0") { request, connection in
            let number = Int(request.path.dropFirst()) ?? 0
            let status = [301, 308, 302, 301][safe: number] ?? 200
            let next =
                number == 1
                ? "http://127.0.0.9:\(request.header("host")?.split(separator: ":").last ?? "")/2" : "\(number + 1)"
            try connection.send(
                "HTTP/1.1 \(status) X\r\nLocation: \(status == 200 ? "/elsewhere" : next)#part\r\nContent-Length: 4\r\n\r\nbody"
            )
            return true
        } while: { port async throws in
            let (here, there) = ("http://127.0.0.1:\(port)/", "http://127.0.0.9:\(port)/")
            let bytes = Mutex(0)
            let answer = try await fetcher.fetch(.init(.get, here + "0")) { _, piece in
                bytes.withLock { $0 += piece.count }
            }
            #expect(bytes.withLock { $0 } == 4 && answer.status == 200 && answer.url == there + "4")
            #expect(
                answer.redirects == [
                    .init(url: here + "0", status: 301, target: here + "1"),
                    .init(url: here + "1", status: 308, target: there + "2"),
                    .init(url: there + "2", status: 302, target: there + "3"),
                    .init(url: there + "3", status: 301, target: there + "4"),
                ])
            // Only permanent redirects count, up to the first temporary one.
            #expect(answer.movedTo == there + "2")
            #expect(try await fetcher.fetch(.init(.get, there + "2")).movedTo == nil)
        }
    }

    private static func packed(_ bytes: [UInt8], _ coding: String) -> [UInt8] {
        guard coding != "identity" else { return bytes }
        return [UInt8](unsafeUninitializedCapacity: bytes.count + 100) { output, count in
            count = bytes.count + 100
            if coding == "br" {
                _ = BrotliEncoderCompress(5, 22, BROTLI_MODE_GENERIC, bytes.count, bytes, &count, output.baseAddress)
            } else {
                let compressor = libdeflate_alloc_compressor(6)
                defer { libdeflate_free_compressor(compressor) }
                let compress = coding == "deflate" ? libdeflate_zlib_compress : libdeflate_gzip_compress
                count = compress(compressor, bytes, bytes.count, output.baseAddress, count)
            }
        }
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

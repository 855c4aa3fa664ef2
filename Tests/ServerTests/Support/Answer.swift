import CBrotli
import CDeflate
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing
import XML

/// An answer of the server.
struct Answer: Sendable {
    let status: Int
    let headers: HTTPFields
    /// As received.
    let body: [UInt8]

    init(_ response: TestClient.Response) {
        status = response.status.code
        headers = response.headers
        body = response.body.map { Array($0.readableBytesView) } ?? []
    }

    subscript(_ header: String) -> String? { HTTPField.Name(header).flatMap { headers[$0] } }

    /// The rules that had an effect on the plan.
    var rules: [String] { self["n4md-reasons"]?.replacing(" ", with: "").split(separator: ",").map(String.init) ?? [] }

    /// The body after decompression.
    var plain: [UInt8] {
        get throws {
            switch self["content-encoding"] {
            case "gzip": try gunzip(body)
            case "br": try unbrotli(body)
            default: body
            }
        }
    }

    var text: String { get throws { String(decoding: try plain, as: UTF8.self) } }
    var xml: XMLElement { get throws { try XMLReader.parse(plain) } }
    var channel: ChannelContent {
        get throws { self["content-type"] == "application/json" ? try json() : try ChannelContent(xml) }
    }

    func json<T: Decodable>(_ type: T.Type = T.self) throws -> T {
        try JSONDecoder().decode(type, from: Data(plain))
    }

    /// The problem in the answer; fails the test if it is not one.
    func problem(_ location: SourceLocation = #_sourceLocation) throws -> ProblemContent {
        #expect(self["content-type"] == "application/problem+json", sourceLocation: location)
        let problem = try json(ProblemContent.self)
        #expect(problem.status == status, sourceLocation: location)
        #expect(!problem.detail.isEmpty && !problem.title.isEmpty, sourceLocation: location)
        return problem
    }

    /// The address in the `Link` header with a relation.
    func link(_ relation: String = "next") -> String? {
        self["link"]?.firstMatch(of: /<([^>]+)>; rel="([a-z]+)"/).flatMap { $0.2 == relation ? String($0.1) : nil }
    }
}

/// Problem details (RFC 9457), with our own members.
struct ProblemContent: Decodable {
    struct Fault: Decodable {
        var field: String
        var detail: String
    }
    var type: String
    var title: String
    var status: Int
    var detail: String
    var faults: [Fault]?
    var available: [String]?

    var fields: Set<String> { Set(faults?.map(\.field) ?? []) }
}

private func unbrotli(_ bytes: [UInt8]) throws -> [UInt8] {
    var result = BROTLI_DECODER_RESULT_ERROR
    let plain = [UInt8](unsafeUninitializedCapacity: 10_000_000) { output, count in
        count = 10_000_000
        result = BrotliDecoderDecompress(bytes.count, bytes, &count, output.baseAddress)
    }
    try #require(result == BROTLI_DECODER_RESULT_SUCCESS)
    return plain
}

private func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let size = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let decompressor = try #require(libdeflate_alloc_decompressor())
    defer { libdeflate_free_decompressor(decompressor) }
    try #require(size < 100_000_000)
    var result = LIBDEFLATE_BAD_DATA
    let plain = [UInt8](unsafeUninitializedCapacity: size) { output, count in
        result = libdeflate_gzip_decompress(decompressor, bytes, bytes.count, output.baseAddress, size, nil)
        count = result == LIBDEFLATE_SUCCESS ? size : 0
    }
    try #require(result == LIBDEFLATE_SUCCESS)
    return plain
}

/// One connection to a site, for successive requests.
struct Wire: Sendable {
    let client: TestClient

    func send(
        _ method: HTTPRequest.Method, _ path: String, _ headers: [String: String] = [:], body: [UInt8]? = nil
    ) async throws -> Answer {
        var fields = HTTPFields()
        for (name, value) in headers where name.lowercased() != "host" {
            fields[try #require(HTTPField.Name(name))] = value
        }
        let host = headers.first { $0.key.lowercased() == "host" }?.value ?? "localhost"
        return Answer(
            try await client.execute(
                .init(path, method: method, authority: host, headers: fields, body: body.map { ByteBuffer(bytes: $0) }))
        )
    }

    func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await send(.get, path, headers)
    }

    func post(_ path: String, form: String, _ headers: [String: String] = [:]) async throws -> Answer {
        let type = ["content-type": "application/x-www-form-urlencoded"]
        return try await send(.post, path, type.merging(headers) { $1 }, body: Array(form.utf8))
    }
}

extension TestSite {
    /// Opens a connection while the closure runs.
    func withWire<T: Sendable>(_ body: @escaping @Sendable (Wire) async throws -> T) async throws -> T {
        try await TestClient.withClient(host: "127.0.0.1", port: port, configuration: .init(timeout: .seconds(600))) {
            try await body(Wire(client: $0))
        }
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, _ headers: [String: String] = [:], body: [UInt8]? = nil
    ) async throws -> Answer {
        try await withWire { try await $0.send(method, path, headers, body: body) }
    }

    func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await withWire { try await $0.get(path, headers) }
    }

    /// The answer with a JPEG that has to be made first. On a busy machine the best that is there comes in its place for a while.
    func rendition(_ path: String) async throws -> Answer {
        for _ in 0..<30 {
            let answer = try await get(path)
            if answer.status != 503, answer["content-location"] == nil { return answer }
        }
        return try await get(path)
    }

    func post(_ path: String, form: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await withWire { try await $0.post(path, form: form, headers) }
    }
}

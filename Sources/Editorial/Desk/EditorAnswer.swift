import Archive
import Credentials
import HTTPTypes
import Hummingbird
import Web

extension EditorDesk {
    /// The response to a write.
    struct Answer: Sendable {
        var status: HTTPResponse.Status
        var body: [UInt8]
        var location: String?
        var revision: Int?

        init(_ status: HTTPResponse.Status, _ value: some Encodable, location: String? = nil, revision: Int? = nil)
            throws
        {
            self.status = status
            body = try EditorDesk.encode(value)
            self.location = location
            self.revision = revision
        }

        /// A response without a body.
        static let noContent = Answer(status: .noContent, body: [])
        private init(status: HTTPResponse.Status, body: [UInt8]) {
            self.status = status
            self.body = body
        }

        func kept(_ fingerprint: [UInt8]) -> KeptAnswer {
            KeptAnswer(
                fingerprint: fingerprint, status: status.code, location: location, etag: revision.map { "\"\($0)\"" },
                body: body)
        }
    }
}

extension KeptAnswer {
    /// The response to send.
    func response(isReplay: Bool) -> Response {
        var headers: HTTPFields = [.cacheControl: "no-store"]
        if !body.isEmpty { headers[.contentType] = "application/json" }
        headers[.location] = location
        headers[.eTag] = etag
        if isReplay { headers[.idempotencyReplayed] = "true" }
        return Response(
            status: .init(code: status), headers: headers,
            body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}

// Some answers hold secrets, such as a link to choose a password. They are stored encrypted with the token
// of the request, which the database does not have.
extension KeptAnswer {
    private static let purpose = "idempotency"

    func sealed(by token: Secret?) throws -> KeptAnswer {
        guard let sealed = token?.seal(body, for: Self.purpose) else { throw Problem(.internalServerError, "") }
        var kept = self
        kept.body = sealed
        return kept
    }

    func opened(by token: Secret?) throws -> KeptAnswer {
        guard let opened = token?.open(body, for: Self.purpose) else {
            throw Problem(
                .conflict, "This was already done, and its response is no longer known. Read the result instead.")
        }
        var kept = self
        kept.body = opened
        return kept
    }
}

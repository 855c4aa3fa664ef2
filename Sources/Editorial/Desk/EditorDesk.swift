package import Archive
import Credentials
import Crypto
package import Documents
import Foundation
import HTTPTypes
package import Hummingbird
import NIOPosix
import News
package import Web

/// The steps that every write of the editorial API shares: idempotency, and making the change
/// visible.
package struct EditorDesk: Sendable {
    package let archive: Archive
    package let revisions: Revisions
    package let origins: Origins
    package let limits: RateLimits

    package init(archive: Archive, revisions: Revisions, origins: Origins, limits: RateLimits) {
        self.archive = archive
        self.revisions = revisions
        self.origins = origins
        self.limits = limits
    }

    /// The largest JSON body: the text of an article, with some room to spare.
    static let bodyLimit = 4_000_000

    /// The token that a request presents (RFC 6750, section 2.1).
    static func token(_ request: Request) -> Secret? {
        guard let field = request.headers[.authorization], field.lowercased().hasPrefix("bearer ") else { return nil }
        return Secret(shown: field.dropFirst(7).trimmingCharacters(in: .whitespaces))
    }

    /// Whether a request only reads.
    static func isRead(_ request: Request) -> Bool { [.get, .head, .options].contains(request.method) }

    static func tooNarrow(_ scope: TokenScope) -> Problem {
        Problem(.forbidden, "This needs a token with the scope \(scope.rawValue).")
    }

    /// Decodes the JSON body of a request. Throws 400 if it cannot be decoded.
    func json<T: Decodable>(_ type: T.Type, _ body: [UInt8]) throws -> T {
        do {
            return try JSONDecoder().decode(type, from: Data(body))
        } catch let error as DecodingError {
            throw Problem(.badRequest, "The body is not the expected JSON: \(error.plainReason)")
        }
    }

    static func unacceptable(_ faults: [ArticleDraft.Fault]) -> Problem {
        Problem(
            .unprocessableContent, "The request was understood, but these fields cannot be accepted.", faults: faults)
    }

    /// The revisions that `If-Match` allows. Throws 428 without it (RFC 6585), since a change must say what
    /// it changes.
    func expectation(_ request: Request) throws -> Expectation {
        guard let tags = request.headers[.ifMatch] else {
            throw Problem(
                .preconditionRequired, "Send If-Match with the last ETag you saw, so that nobody's change is lost."
            )
        }
        if tags.trimmingCharacters(in: .whitespaces) == "*" { return Expectation(revisions: nil) }
        return Expectation(
            revisions: tags.split(separator: ",").compactMap {
                Int($0.trimmingCharacters(in: .init(charactersIn: "\" ")))
            })
    }

    /// The revisions that a change may be made to (RFC 9110, section 13.1.1); nil for any.
    struct Expectation: Sendable {
        let revisions: [Int]?

        /// The revision to change. Throws if the present one is not as expected.
        func revision(_ present: Int) throws -> Int {
            guard revisions?.contains(present) ?? true else { throw ArchiveError.outdated(current: present) }
            return present
        }
    }

    private func outdated(_ current: Int?) -> Problem {
        Problem(
            .preconditionFailed, "It has been changed meanwhile. Read it again, then repeat the change.",
            headers: current.map { [.eTag: "\"\($0)\""] } ?? [:])
    }

    /// Runs a write whose body is JSON.
    func write<Input: Decodable & Sendable>(
        _ request: Request, _ context: NewsRequestContext, _ type: Input.Type,
        _ change: @escaping @Sendable (Input, Editor, Holdings) throws -> Answer
    ) async throws -> Response {
        let editor = try context.editor
        let body = try await body(request)
        let input = try json(type, body)
        return try await write(request, body, by: editor) { try change(input, editor, $0) }
    }

    /// Runs a change to an existing resource, whose body is JSON. Editors without permission learn nothing
    /// else.
    func change<Input: Decodable & Sendable>(
        _ request: Request, _ context: NewsRequestContext, _ type: Input.Type,
        _ change: @escaping @Sendable (Input, Expectation, Editor, Holdings) throws -> Answer
    ) async throws -> Response {
        let editor = try context.editor
        let expected = try expectation(request)
        let body = try await body(request)
        let input = try json(type, body)
        return try await write(request, body, by: editor) { try change(input, expected, editor, $0) }
    }

    /// Runs a write in one transaction. The same `Idempotency-Key` returns the same answer again without
    /// doing anything.
    func write(
        _ request: Request, _ body: [UInt8], by editor: Editor,
        _ change: @escaping @Sendable (Holdings) throws -> Answer
    ) async throws -> Response {
        let key = request.headers[.idempotencyKey]
        if let key, !(1...255).contains(key.unicodeScalars.count) {
            throw Problem(.badRequest, "An Idempotency-Key must have 1 to 255 characters.")
        }
        let asked = "\(request.method.rawValue) \(request.head.path ?? "")\n\(request.headers[.ifMatch] ?? "")\n"
        let fingerprint = Array(SHA256.hash(data: Data(asked.utf8) + Data(body)))
        let secret = Self.token(request)
        do {
            let (answer, isReplay, revision) = try await archive.write {
                holdings -> (KeptAnswer, Bool, Int) in
                let token = editor.token?.id
                if let key, let token, let kept = try holdings.answers.find(token: token, key: key) {
                    guard kept.fingerprint == fingerprint else {
                        throw Problem(
                            .unprocessableContent, "This Idempotency-Key was used for another request. Use a new one.")
                    }
                    return (try kept.opened(by: secret), true, 0)
                }
                let answer = try change(holdings).kept(fingerprint)
                if let key, let token { try holdings.answers.keep(answer.sealed(by: secret), token: token, key: key) }
                return (answer, false, try holdings.newspaper.revision())
            }
            // The next request on this node sees the change without waiting for the notification to come
            // round.
            revisions.observe(revision)
            return answer.response(isReplay: isReplay)
        } catch {
            throw problem(error, of: editor)
        }
    }

    /// The problem that tells a client why its write was refused; any other error as it is.
    private func problem(_ error: any Error, of editor: Editor) -> any Error {
        switch error {
        case ArchiveError.faults(let faults): Self.unacceptable(faults)
        case ArchiveError.outdated(let current): outdated(current)
        case ArchiveError.refused(let refusal): Problem(refusal, of: editor)
        case ArchiveError.editionRefused(let possible):
            Problem(
                .conflict,
                "This cannot be done with the edition in its current state. The possible moves are listed in available.",
                available: possible.map(\.rawValue))
        case ArchiveError.notFound: Problem(.notFound, "This does not exist.")
        case ArchiveFault.taken:
            Problem(.conflict, "There is already one like it (\(ArchiveFault.constraint(of: error) ?? "unique")).")
        case ArchiveFault.inUse:
            Problem(
                .conflict,
                "Something else in the newsroom refers to it, such as articles, sources or people’s work: move that first."
            )
        default: error
        }
    }

    /// The response to a read.
    package func read(_ value: some Encodable, revision: Int? = nil, link: String? = nil) throws -> Response {
        var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        headers[.eTag] = revision.map { "\"\($0)\"" }
        headers[.link] = link
        return Response(
            status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: try Self.encode(value))))
    }

    static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(value))
    }

    /// The body of a write.
    func body(_ request: Request) async throws -> [UInt8] {
        Array((try await request.body.collect(upTo: Self.bodyLimit)).readableBytesView)
    }
}

extension Holdings {
    /// Records a change that readers see, and notifies every node.
    /// - Parameters:
    ///   - detail: what has changed, for the audit trail.
    ///   - articles: the articles that devices need to fetch again; nil if the change may affect any of them.
    package func publish(
        _ action: String, _ subject: String, by editor: Editor, detail: [String: String] = [:], articles: [Int]? = nil
    ) throws {
        try audit.note(action, subject, by: editor.maker, detail: detail)
        try newspaper.bump(articles: articles)
    }
}

extension DecodingError {
    /// The place and the reason of the error, without the decoder's internals.
    fileprivate var plainReason: String {
        func place(_ path: [any CodingKey]) -> String {
            path.isEmpty ? "the body" : path.map(\.stringValue).joined(separator: ".")
        }
        return switch self {
        case .typeMismatch(let type, let context): "\(place(context.codingPath)) is not of type \(type)."
        case .valueNotFound(_, let context): "\(place(context.codingPath)) is null."
        case .keyNotFound(let key, _): "\(key.stringValue) is missing."
        case .dataCorrupted: "it is not well-formed JSON."
        @unknown default: "it is not the expected JSON."
        }
    }
}

import Archive
import Documents
import HTTPTypes
import Hummingbird
import News
import Web

/// `/media/{hash}/{width}q{quality}.{jpg,webp,avif,png,gif}`: renditions, which never change. Without an ending, or if the one asked for is
/// not there, the best existing one that the request accepts: no reader waits for an encoder.
struct PictureRoutes: Sendable {
    let store: PictureStore
    let archive: Archive
    let revisions: Revisions
    let documents: DocumentCache

    func add(to router: Router<NewsRequestContext>) {
        router.get("/media/{hash}/{name}", use: rendition)
    }

    @Sendable private func rendition(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let hash = context.parameters.get("hash") ?? ""
        let text = context.parameters.get("name") ?? ""
        guard isSHA256(hash) else { throw unknown }
        guard let asked = RenditionName(text), asked.format != nil || !text.contains(".") else {
            throw Problem(
                .notFound,
                "Renditions are named {width}q{quality}.jpg, .webp or .avif; crops {width}q{quality}-square{percent}.jpg.",
                available: Ladder.widths.map { "\($0)q60.jpg" })
        }
        if asked.format == nil { return try await negotiated(hash, asked, request) }
        let masthead = try await revisions.latestMasthead()
        let key = DocumentKey.rendition(hash: hash, asked, replacements: masthead?.replacements ?? 0)
        if let document = documents.ready(key) { return Response(file: document, to: request) }
        if let bytes = try await store.file(hash, asked) { return keep(bytes, key, asked, request) }
        let record = try await record(hash)
        let served = RenditionName(asked.spec, of: record, format: asked.format)
        guard served == asked, record.hash == hash else { return redirect(hash, served, record) }
        // These take an encoder long, so nobody waits for them.
        if asked.format == .webp || asked.format == .avif {
            store.want(asked, of: record)
            return try await best(for: asked, of: record, request, maxAge: Self.soon)
        }
        do {
            guard try await mayHave(asked, record),
                let bytes = try await store.made(asked, of: record, within: Self.patience)
            else {
                throw Problem(
                    .notFound, "This picture has no rendition of this format.",
                    available: ["\(asked.spec.width)q60.jpg"])
            }
            return keep(bytes, key, asked, request)
        } catch is StillMaking {
            return try await best(for: asked, of: record, request, maxAge: Self.soon)
        }
    }

    /// PNG and GIF are made along with the JPEGs where they are worth it, so those that are not known do not exist.
    private func mayHave(_ asked: RenditionName, _ record: PictureRecord) async throws -> Bool {
        if asked.format == .jpeg { return true }
        return try await archive.read { try $0.pictures.renditions(of: record.hash).contains { $0.name == asked } }
    }

    /// How long a request waits at most for a JPEG to be made.
    private static let patience = Duration.seconds(2)
    /// For how many seconds the best that was there may be kept in place of what was asked for.
    private static let soon = 60

    private func negotiated(_ hash: String, _ asked: RenditionName, _ request: Request) async throws -> Response {
        let record = try await record(hash)
        let served = RenditionName(asked.spec, of: record, format: asked.format)
        guard served == asked, record.hash == hash else { return redirect(hash, served, record) }
        return try await best(for: asked, of: record, request, maxAge: 3600)
    }

    /// Answers with the best rendition that is there and that the request accepts: of the same size and class in any format, or the
    /// JPEG, which is made at once if it is missing, or of another size or class. Better ones may follow.
    private func best(for asked: RenditionName, of record: PictureRecord, _ request: Request, maxAge: Int) async throws
        -> Response
    {
        let accepted = PictureFormats(accept: request.headers[.accept] ?? "")
        let ready = try await archive.read { try $0.pictures.renditions(of: record.hash) }
        let substitutes = Substitutes(for: asked, among: ready, accepted)
        func answer(_ name: RenditionName, _ bytes: [UInt8]) -> Response {
            let headers: HTTPFields = [.vary: "Accept", .contentLocation: "/media/\(record.hash)/\(name.text)"]
            let document = document(bytes, name, cacheControl: "public, max-age=\(maxAge)", headers: headers)
            return Response(file: document, to: request)
        }
        for name in substitutes.equal {
            if let bytes = try await store.file(record.hash, name) { return answer(name, bytes) }
        }
        let jpeg = RenditionName(asked.spec, crop: asked.crop, format: .jpeg)
        var failure: any Error = StillMaking()
        do {
            // Who asked for this JPEG has waited already.
            let patience = asked == jpeg ? .zero : Self.patience
            if let bytes = try await store.made(jpeg, of: record, within: patience) { return answer(jpeg, bytes) }
        } catch {
            failure = error
        }
        for name in substitutes.others {
            if let bytes = try await store.file(record.hash, name) { return answer(name, bytes) }
        }
        guard failure is StillMaking else { throw failure }
        throw Problem(
            .serviceUnavailable, "This picture is being made. Try again shortly.", headers: [.retryAfter: "5"])
    }

    /// The picture with a hash, or the one that replaced it.
    private func record(_ hash: String) async throws -> PictureRecord {
        let record = try await archive.read { holdings in
            let record = try holdings.pictures.find(hash)
            return try record?.replacedBy.flatMap { try holdings.pictures.find($0) } ?? record
        }
        guard let record else { throw unknown }
        return record
    }

    /// Redirects for good only if nothing can change: a crop moves with its focal point, and a replaced
    /// picture may come back.
    private func redirect(_ hash: String, _ name: RenditionName, _ record: PictureRecord) -> Response {
        let isForGood = name.spec.shape == .whole && record.hash == hash
        return Response(
            status: isForGood ? .permanentRedirect : .temporaryRedirect,
            headers: [.location: "/media/\(record.hash)/\(name.text)", .cacheControl: "public, max-age=3600"])
    }

    private func keep(_ bytes: [UInt8], _ key: DocumentKey, _ name: RenditionName, _ request: Request) -> Response {
        let document = document(bytes, name, cacheControl: Document.forGood)
        documents.cache[key] = document
        return Response(file: document, to: request)
    }

    /// A page has many pictures, whose headers weigh as much as a few of them; 32 bits tell apart the few versions of one file.
    private static let etagLength = 8

    private func document(
        _ bytes: [UInt8], _ name: RenditionName, cacheControl: String, headers: HTTPFields = [:]
    ) -> Document {
        Document(
            revision: nil, sent: bytes, type: (name.format ?? .jpeg).mediaType, coding: .identity,
            cacheControl: cacheControl, etag: String(Checksum.name(bytes).prefix(Self.etagLength)), headers: headers)
    }

    private var unknown: Problem { Problem(.notFound, "There is no picture with this hash.") }
}

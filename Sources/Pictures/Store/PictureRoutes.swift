import Archive
import Documents
import HTTPTypes
import Hummingbird
import News
import Web

/// `/media/{hash}/{width}q{quality}.{jpg,webp,avif,png,gif}`: renditions, which never change. Without an
/// ending, the best existing one that the request accepts.
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
        guard let bytes = try await store.made(asked, of: record) else {
            throw Problem(
                .notFound, "This picture has no rendition of this format.", available: ["\(asked.spec.width)q60.jpg"])
        }
        return keep(bytes, key, asked, request)
    }

    /// Answers with the best existing rendition, or with the JPEG, which is made if it is missing. Better
    /// ones may follow.
    private func negotiated(_ hash: String, _ asked: RenditionName, _ request: Request) async throws -> Response {
        let record = try await record(hash)
        let served = RenditionName(asked.spec, of: record, format: asked.format)
        guard served == asked, record.hash == hash else { return redirect(hash, served, record) }
        let accepted = PictureFormats(accept: request.headers[.accept] ?? "")
        let ready = try await archive.read { try $0.pictures.renditions(of: hash) }.filter { rendition in
            rendition.name.format.map { accepted.all.contains($0) } == true && rendition.name.crop == asked.crop
                && rendition.spec.shape == asked.spec.shape && rendition.spec.width == asked.spec.width
                && (rendition.spec.quality == asked.spec.quality || rendition.name.format == .png)
        }
        let best = ready.min { $0.bytes < $1.bytes }?.name ?? RenditionName(asked.spec, crop: asked.crop, format: .jpeg)
        var bytes = try await store.file(hash, best)
        if bytes == nil { bytes = try await store.made(best, of: record) }
        guard let bytes else { throw unknown }
        let document = document(
            bytes, best, cacheControl: "public, max-age=3600",
            headers: [
                .vary: "Accept", .contentLocation: "/media/\(hash)/\(best.text)",
            ])
        return Response(file: document, to: request)
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
        let document = document(bytes, name, cacheControl: "public, max-age=31536000, immutable")
        documents.cache[key] = document
        return Response(file: document, to: request)
    }

    private func document(
        _ bytes: [UInt8], _ name: RenditionName, cacheControl: String, headers: HTTPFields = [:]
    ) -> Document {
        Document(
            revision: nil, sent: bytes, type: (name.format ?? .jpeg).mediaType, coding: .identity,
            cacheControl: cacheControl, headers: headers)
    }

    private var unknown: Problem { Problem(.notFound, "There is no picture with this hash.") }
}

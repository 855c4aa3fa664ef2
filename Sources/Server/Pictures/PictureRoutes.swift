import HTTPTypes
import Hummingbird
import News

/// `/media/{hash}/{width}q{quality}.jpg`: renditions, which never change.
struct PictureRoutes: Sendable {
    let store: PictureStore
    let press: Press

    func add(to router: Router<NewsRequestContext>) {
        router.get("/media/{hash}/{name}", use: rendition)
    }

    @Sendable private func rendition(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let hash = context.parameters.get("hash") ?? ""
        let name = context.parameters.get("name") ?? ""
        guard isSHA256(hash) else { throw unknown }
        guard name.hasSuffix(".jpg"), let asked = PictureSpec(name: name.dropLast(4)) else {
            throw Problem(
                .notFound, "Renditions are named {width}q{quality}.jpg.",
                available: Ladder.widths.map { "\($0)q60.jpg" })
        }
        let key = DocumentKey.rendition(hash: hash, asked)
        if let document = press.ready(key) { return Response(file: document, to: request) }
        if let bytes = try await store.file(hash, asked) { return keep(bytes, key, request) }
        guard let width = try await store.width(of: hash) else { throw unknown }
        let served = PictureSpec(
            width: Ladder.rung(for: asked.width, original: width),
            quality: Ladder.qualities.first { $0 >= asked.quality } ?? 90)
        guard served == asked else {
            let location = "/media/\(hash)/\(served.name).jpg"
            return Response(
                status: .permanentRedirect, headers: [.location: location, .cacheControl: "public, max-age=86400"])
        }
        guard let bytes = try await store.remade(hash, asked) else { throw unknown }
        return keep(bytes, key, request)
    }

    private func keep(_ bytes: [UInt8], _ key: DocumentKey, _ request: Request) -> Response {
        let document = Document(
            revision: nil, sent: bytes, type: "image/jpeg", coding: .identity,
            cacheControl: "public, max-age=31536000, immutable")
        press.cache[key] = document
        return Response(file: document, to: request)
    }

    private var unknown: Problem { Problem(.notFound, "There is no picture of this hash.") }
}

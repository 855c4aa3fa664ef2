import Archive
import Foundation
import HTTPTypes
import Hummingbird
import Imaging
import NIOCore
import News

/// `/api/v1/pictures`: upload of originals.
struct PictureUploadRoutes: Sendable {
    let desk: EditorDesk
    let store: PictureStore

    /// The largest picture and what a multipart body wraps around it.
    static let bodyLimit = ImageLimits.standard.bytes + 64 * 1024

    func add(to router: RouterGroup<NewsRequestContext>) {
        router.post("pictures", use: upload)
        router.get("pictures/{hash}", use: show)
    }

    private struct Output: Encodable {
        struct File: Encodable {
            var url: String
            var width: Int
            var height: Int
            var bytes: Int
        }
        var hash: String
        var format: String
        var width: Int
        var height: Int
        var bytes: Int
        var renditions: [File]

        init(_ stored: PictureStore.Stored) {
            let record = stored.record
            (hash, format, width, height, bytes) = (
                record.hash, record.format, record.width, record.height, record.bytes
            )
            renditions = stored.renditions.map {
                File(
                    url: "/media/\(record.hash)/\($0.spec.name).jpg", width: $0.width, height: $0.height,
                    bytes: $0.bytes)
            }
        }
    }

    /// Takes `multipart/form-data` with the picture as its file, or the picture itself as the body. The same bytes twice are one picture.
    @Sendable private func upload(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try await desk.editor(request, atLeast: .contributor)
        let tooLarge = Problem(.contentTooLarge, "A picture has at most \(ImageLimits.standard.bytes / 1_000_000) MB.")
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > Self.bodyLimit { throw tooLarge }
        let body: [UInt8]
        do {
            body = Array((try await request.body.collect(upTo: Self.bodyLimit)).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
        let type = request.headers[.contentType] ?? ""
        guard
            let file = type.lowercased().hasPrefix("multipart/form-data")
                ? Multipart.file(in: body, type: type) : body[...]
        else {
            throw Problem(.badRequest, "The multipart body has no part with a file.")
        }
        let stored = try await store.add(Array(file), by: editor.id)
        let response = try desk.read(Output(stored))
        return Response(
            status: .created, headers: response.headers.with(.location, "/api/v1/pictures/\(stored.record.hash)"),
            body: response.body)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        _ = try await desk.editor(request, atLeast: .contributor)
        let hash = context.parameters.get("hash") ?? ""
        guard isSHA256(hash), let stored = try await store.known(hash) else {
            throw Problem(.notFound, "There is no picture of this hash.")
        }
        return try desk.read(Output(stored))
    }
}

extension HTTPFields {
    func with(_ name: HTTPField.Name, _ value: String) -> HTTPFields {
        var fields = self
        fields[name] = value
        return fields
    }
}

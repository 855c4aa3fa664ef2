import Archive
import Foundation
import HTTPTypes
import Hummingbird
import Imaging
import News
import NIOCore

/// `/api/v1/pictures`: upload of originals, and what their crops show.
struct PictureUploadRoutes: Sendable {
    let desk: EditorDesk
    let store: PictureStore

    /// The largest picture and what a multipart body wraps around it.
    static let bodyLimit = ImageLimits.standard.bytes + 64 * 1024

    func add(to router: RouterGroup<NewsRequestContext>) {
        router.post("pictures", use: upload)
        router.get("pictures/{hash}", use: show)
        router.put("pictures/{hash}/focus", use: focus)
    }

    private struct Output: Encodable {
        struct Focus: Encodable {
            var x: Int
            var y: Int
            var isSet: Bool
        }
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
        var focus: Focus?
        /// The formats whose renditions are all there; the others are made in the background.
        var made: [String]
        var renditions: [File]

        init(_ stored: PictureStore.Stored) {
            let record = stored.record
            (hash, format, width, height, bytes) = (
                record.hash, record.format, record.width, record.height, record.bytes
            )
            focus = record.focus.map { Focus(x: $0.x, y: $0.y, isSet: $0.isSet) }
            made = record.made.map(\.rawValue)
            renditions = stored.renditions.map {
                File(
                    url: "/media/\(record.hash)/\($0.name.text)", width: $0.width, height: $0.height,
                    bytes: $0.bytes)
            }
        }
    }

    /// Takes `multipart/form-data` with the picture as its file, or the picture itself as the body. The same bytes twice are one picture.
    @Sendable private func upload(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try await desk.editor(request, context, atLeast: .contributor)
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
        let stored = try await store.add(Array(file), by: editor.maker)
        let response = try desk.read(Output(stored))
        return Response(
            status: .created, headers: response.headers.with(.location, "/api/v1/pictures/\(stored.record.hash)"),
            body: response.body)
    }

    private struct FocusInput: Decodable, Sendable {
        var x: Int
        var y: Int
    }

    /// Sets the focal point, in percent. The crops show it at once.
    @Sendable private func focus(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try await desk.editor(request, context, atLeast: .journalist, scope: .publish)
        let body = try await desk.body(request)
        let input = try desk.json(FocusInput.self, body)
        let faults = [("x", input.x), ("y", input.y)].filter { !(0...100).contains($0.1) }.map {
            ArticleDraft.Fault(field: $0.0, detail: "is \($0.1), but must be a percentage from 0 to 100")
        }
        guard faults.isEmpty else { throw EditorDesk.unacceptable(faults) }
        let hash = context.parameters.get("hash") ?? ""
        guard isSHA256(hash), let known = try await store.known(hash) else { throw unknown }
        let crops = try await store.crops(of: known.record, x: input.x, y: input.y)
        let response = try await desk.write(request, body, by: editor) { connection in
            try connection.setFocus(x: input.x, y: input.y, of: hash, by: editor.maker)
            try connection.writeRenditions(crops, of: hash)
            try connection.bumpPictures(changed: hash)
            guard let record = try connection.picture(hash) else { throw ArchiveError.notFound }
            return try .init(.ok, Output(.init(record: record, renditions: try connection.renditions(of: hash))))
        }
        store.lookForWork()
        return response
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        _ = try await desk.editor(request, context, atLeast: .contributor)
        let hash = context.parameters.get("hash") ?? ""
        guard isSHA256(hash), let stored = try await store.known(hash) else {
            throw unknown
        }
        return try desk.read(Output(stored))
    }

    private var unknown: Problem { Problem(.notFound, "There is no picture of this hash.") }
}

extension HTTPFields {
    func with(_ name: HTTPField.Name, _ value: String) -> HTTPFields {
        var fields = self
        fields[name] = value
        return fields
    }
}

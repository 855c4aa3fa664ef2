package import Archive
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import Imaging
import NIOCore
package import News
import Pictures
import Web

/// `/api/v1/pictures`: originals uploaded in one piece, and the focal points of their crops.
package struct PictureUploadRoutes: Sendable {
    let desk: EditorDesk
    let store: PictureStore

    /// The largest picture, with room for the multipart framing around it.
    package static let bodyLimit = ImageLimits.standard.bytes + 64 * 1024

    func add(to router: RouterGroup<NewsRequestContext>) {
        let contributors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        let publishers = router.group().add(
            middleware: TokenMiddleware(desk: desk, atLeast: .journalist, scope: .publish))
        contributors.post("pictures", use: upload)
        publishers.put("pictures/{hash}/focus", use: focus)
        publishers.post("pictures/{hash}/replacement", use: replace)
        publishers.post("pictures/{hash}/crop", use: crop)
        publishers.post("pictures/{hash}/former", use: bringBack)
    }

    /// Accepts `multipart/form-data` with the picture as its file, or the picture itself as the body.
    /// Uploading the same bytes twice makes one picture.
    @Sendable private func upload(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let hash = try await stored(try await body(request), request, by: editor)
        guard let output = try await desk.archive.read({ try PictureOutput.read(hash, $0) }) else {
            throw Self.unknown
        }
        let response = try desk.read(output, revision: output.revision)
        return Response(
            status: .created, headers: response.headers.with(.location, "/api/v1/pictures/\(hash)"), body: response.body
        )
    }

    private func body(_ request: Request) async throws -> [UInt8] {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > Self.bodyLimit {
            throw Problem.pictureTooLarge
        }
        do {
            return Array((try await request.body.collect(upTo: Self.bodyLimit)).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw Problem.pictureTooLarge
        }
    }

    private func stored(_ body: [UInt8], _ request: Request, by editor: Editor) async throws -> String {
        let type = request.headers[.contentType] ?? ""
        guard
            let file = type.lowercased().hasPrefix("multipart/form-data")
                ? Multipart.file(in: body, type: type) : .init(name: "", content: body[...])
        else {
            throw Problem(.badRequest, "The multipart body has no file part.")
        }
        return try await store.add(Array(file.content), fileName: file.fileName ?? "", by: editor.maker).record.hash
    }

    private struct FocusInput: Decodable, Sendable {
        var x: Int
        var y: Int
    }

    /// Sets the focal point, in percent. The crops show it immediately.
    @Sendable private func focus(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let body = try await desk.body(request)
        let input = try desk.json(FocusInput.self, body)
        let faults = PictureFocus.faults(x: input.x, y: input.y)
        guard faults.isEmpty else { throw EditorDesk.unacceptable(faults) }
        let hash = try Self.hash(context)
        guard let known = try await store.known(hash) else { throw Self.unknown }
        let crops = try await store.crops(of: known.record, x: input.x, y: input.y)
        let response = try await desk.write(request, body, by: editor) { holdings in
            try holdings.pictures.setFocus(x: input.x, y: input.y, of: hash, crops: crops, by: editor.maker)
            return try Self.answer(.ok, hash, holdings)
        }
        store.lookForWork()
        return response
    }

    private struct ReplacementInput: Decodable, Sendable { var hash: String }

    /// Accepts another original like an upload, or as JSON the hash of a picture uploaded before, and puts
    /// it in the place of this picture.
    @Sendable private func replace(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let (old, expected) = (try Self.hash(context), try desk.expectation(request))
        _ = try await desk.archive.read { try Self.replaceable(old, editor, $0) }
        let body = try await body(request)
        let isNamed = request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true
        let new =
            isNamed ? try desk.json(ReplacementInput.self, body).hash : try await stored(body, request, by: editor)
        guard isSHA256(new) else {
            throw EditorDesk.unacceptable([.init(field: "hash", detail: "is not a SHA-256 in lower-case hexadecimal")])
        }
        return try await desk.write(request, body, by: editor) { holdings in
            try put(new, insteadOf: old, expected, editor, holdings)
        }
    }

    private struct CropInput: Decodable, Sendable {
        var left: Double
        var top: Double
        var width: Double
        var height: Double
    }

    /// Puts a part of a picture in its place.
    @Sendable private func crop(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let (old, expected) = (try Self.hash(context), try desk.expectation(request))
        let body = try await desk.body(request)
        let input = try desk.json(CropInput.self, body)
        let picture = try await desk.archive.read { try Self.replaceable(old, editor, $0) }
        let record = picture.record
        guard let area = CropArea(left: input.left, top: input.top, width: input.width, height: input.height),
            area.crops(width: record.width, height: record.height)
        else {
            let detail =
                "is not a part of the picture, in percent of its sides, that is smaller than the picture and at least \(CropArea.leastSide) pixels wide and high"
            throw EditorDesk.unacceptable([.init(field: "width", detail: detail)])
        }
        let part = try await store.crop(record, to: area, fileName: picture.fileName, by: editor.maker)
        guard part.replacedBy == old else {
            let focus = try await store.focus(of: record, in: part, area)
            return try await desk.write(request, body, by: editor) { holdings in
                try put(part.hash, insteadOf: old, focus: focus, expected, editor, holdings)
            }
        }
        return try await bringBack(part, insteadOf: old, expected, body, request, by: editor)
    }

    private func put(
        _ new: String, insteadOf old: String, focus: PartFocus? = nil, _ expected: EditorDesk.Expectation,
        _ editor: Editor, _ holdings: Holdings
    ) throws -> EditorDesk.Answer {
        let picture = try Self.replaceable(old, editor, holdings)
        guard picture.record.replacedBy == nil else { throw Self.unknown }
        let revision = try expected.revision(picture.revision)
        try holdings.pictures.replace(old, revision: revision, by: new, maker: editor.maker)
        try focus?.set(of: new, holdings, by: editor.maker)
        store.removeRenditions(of: old)
        return try Self.answer(.created, new, holdings)
    }

    /// The picture that this editor may replace. It may have been replaced already: the answer to that is given again.
    private static func replaceable(_ hash: String, _ editor: Editor, _ holdings: Holdings) throws -> LibraryPicture {
        guard let picture = try holdings.pictures.libraryPicture(hash) else { throw unknown }
        guard try holdings.pictures.mayReplace(picture, editor) else {
            throw Problem(
                .forbidden,
                "A \(editor.role.rawValue) may only replace their own uploads that no more than drafts and submitted articles show. Ask an editor."
            )
        }
        return picture
    }

    /// The refusal of what somebody may do to their own pictures only.
    static func foreign(_ act: String, _ editor: Editor) -> Problem {
        Problem(
            .forbidden,
            "A \(editor.role.rawValue) may only \(act) their own uploads; \(editor.name) did not upload this one.")
    }

    /// Puts a picture that this one replaced in its place again.
    @Sendable private func bringBack(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let (present, expected) = (try Self.hash(context), try desk.expectation(request))
        _ = try await desk.archive.read { try Self.replaceable(present, editor, $0) }
        let body = try await desk.body(request)
        let former = try desk.json(ReplacementInput.self, body).hash
        guard isSHA256(former), let record = try await desk.archive.read({ try $0.pictures.find(former) }) else {
            throw EditorDesk.unacceptable([.init(field: "hash", detail: "is not a picture that this one replaced")])
        }
        return try await bringBack(record, insteadOf: present, expected, body, request, by: editor)
    }

    private func bringBack(
        _ former: PictureRecord, insteadOf present: String, _ expected: EditorDesk.Expectation, _ body: [UInt8],
        _ request: Request, by editor: Editor
    ) async throws -> Response {
        // An answer that is repeated needs no renditions again.
        let jpegs = former.replacedBy == present ? try await store.jpegs(of: former) : []
        let response = try await desk.write(request, body, by: editor) { holdings in
            let picture = try Self.replaceable(present, editor, holdings)
            let revision = try expected.revision(picture.revision)
            try holdings.pictures.bringBack(
                former.hash, insteadOf: present, revision: revision, jpegs: jpegs, by: editor.maker)
            store.removeRenditions(of: present)
            return try Self.answer(.created, former.hash, holdings)
        }
        store.lookForWork()
        return response
    }

    /// The response that shows a picture after a change.
    static func answer(_ status: HTTPResponse.Status, _ hash: String, _ holdings: Holdings) throws
        -> EditorDesk.Answer
    {
        guard let output = try PictureOutput.read(hash, holdings) else { throw unknown }
        return try .init(
            status, output, location: status == .created ? "/api/v1/pictures/\(hash)" : nil, revision: output.revision)
    }

    /// The hash in the address.
    static func hash(_ context: NewsRequestContext) throws -> String {
        guard let hash = context.parameters.get("hash"), isSHA256(hash) else { throw unknown }
        return hash
    }

    static let unknown = Problem(.notFound, "There is no picture of this hash.")
}

extension PictureFocus {
    /// The faults of a focal point.
    package static func faults(x: Int, y: Int) -> [ArticleDraft.Fault] {
        [("x", x), ("y", y)].filter { !(0...100).contains($0.1) }.map {
            ArticleDraft.Fault(field: $0.0, detail: "is \($0.1), but must be a percentage from 0 to 100")
        }
    }
}

extension HTTPFields {
    func with(_ name: HTTPField.Name, _ value: String) -> HTTPFields {
        var fields = self
        fields[name] = value
        return fields
    }
}

package import Archive
import Credentials
import Foundation
import HTTPTypes
package import Hummingbird
package import Imaging
package import Web

/// Resumable uploads: the tus 1.0.0 protocol (https://tus.io/protocols/resumable-upload), its core and
/// the extensions creation, expiration and termination. The response to the last part has the address
/// of the picture in `Location`.
package struct UploadRoutes: Sendable {
    package let uploads: UploadStore
    /// The path below which uploads and pictures are.
    package let root: String
    /// Returns the editor making the request; throws if they have no permission.
    package let editor: @Sendable (Request, NewsRequestContext) async throws -> Editor
    /// Says why a picture was refused, in the language of the request.
    package let words: @Sendable (ImagingError, Request) -> String

    package init(
        uploads: UploadStore, root: String,
        words: @escaping @Sendable (ImagingError, Request) -> String = { error, _ in error.description },
        editor: @escaping @Sendable (Request, NewsRequestContext) async throws -> Editor
    ) {
        (self.uploads, self.root, self.words, self.editor) = (uploads, root, words, editor)
    }

    package func add(to router: some RouterMethods<NewsRequestContext>) {
        router.on("uploads", method: .options, use: options)
        router.post("uploads", use: create)
        router.head("uploads/{id}", use: change)
        router.patch("uploads/{id}", use: change)
        router.delete("uploads/{id}", use: change)
        router.post("uploads/{id}", use: change)
    }

    @Sendable private func options(_ request: Request, _ context: NewsRequestContext) -> Response {
        Response(
            status: .noContent,
            headers: [
                .tusVersion: Self.version, .tusMaxSize: String(ImageLimits.standard.bytes),
                .tusExtension: "creation,expiration,termination",
            ])
    }

    @Sendable private func create(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await answer(request, context) { editor in
            guard let bytes = request.headers[.uploadLength].flatMap({ Int($0) }), bytes > 0 else {
                throw Problem(.badRequest, "State the size of the file in bytes: Upload-Length.")
            }
            let (name, state) = try await uploads.begin(
                bytes: bytes, fileName: try UploadMetadata.fileName(request.headers[.uploadMetadata] ?? ""), by: editor)
            return response(.created, state, [.location: "\(root)/uploads/\(name.text)"])
        }
    }

    /// Handles requests to an existing upload. Clients that cannot send the method itself use POST with
    /// `X-HTTP-Method-Override`.
    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await answer(request, context) { editor in
            guard let name = Secret(context.parameters.get("id") ?? "", bits: UploadStore.bits) else {
                throw UploadStore.unknown
            }
            let state = try await uploads.state(name, of: editor)
            switch request.method == .post ? request.headers[.methodOverride] ?? "POST" : request.method.rawValue {
            case "HEAD": return response(.ok, state)
            case "PATCH": return try await go(on: state, request, editor)
            case "DELETE":
                try await uploads.end(state)
                return Response(status: .noContent, headers: [.tusResumable: Self.version])
            default:
                throw Problem(
                    .methodNotAllowed, "This address answers to HEAD, PATCH, DELETE.",
                    headers: [.allow: "HEAD, PATCH, DELETE"])
            }
        }
    }

    private func go(on state: UploadStore.State, _ request: Request, _ editor: Editor) async throws -> Response {
        guard request.headers[.contentType] == "application/offset+octet-stream" else {
            throw Problem(.unsupportedMediaType, "Send parts as application/offset+octet-stream.")
        }
        guard let offset = request.headers[.uploadOffset].flatMap({ Int($0) }), offset >= 0 else {
            throw Problem(.badRequest, "State where the part begins: Upload-Offset.")
        }
        var state = try await uploads.append(request.body, at: offset, to: state)
        if state.offset == state.upload.bytes {
            state.upload.picture = try await uploads.finish(state, by: editor)
        }
        return response(.noContent, state)
    }

    private func response(_ status: HTTPResponse.Status, _ state: UploadStore.State, _ more: HTTPFields = [:])
        -> Response
    {
        var headers = more
        headers[.tusResumable] = Self.version
        headers[.cacheControl] = "no-store"
        headers[.uploadOffset] = String(state.offset)
        headers[.uploadLength] = String(state.upload.bytes)
        headers[.uploadExpires] = HTTPDate.string(state.upload.expiresAt)
        if let picture = state.upload.picture { headers[.location] = "\(root)/pictures/\(picture)" }
        return Response(status: status, headers: headers)
    }

    /// Checks the protocol version, and states it in every response.
    private func answer(
        _ request: Request, _ context: NewsRequestContext, _ body: (Editor) async throws -> Response
    ) async throws -> Response {
        do {
            let editor = try await editor(request, context)
            guard request.headers[.tusResumable] == Self.version else {
                throw Problem(
                    .preconditionFailed, "Uploads use tus 1.0.0: send Tus-Resumable: 1.0.0.",
                    headers: [.tusVersion: Self.version])
            }
            return try await body(editor)
        } catch var problem as Problem {
            problem.headers[.tusResumable] = Self.version
            throw problem
        } catch let error as ImagingError {
            throw Problem(
                .unprocessableContent, words(error, request), headers: [.tusResumable: Self.version])
        } catch let error where error.isFullDisk {
            var problem = Problem.fullDisk
            problem.detail =
                "The server has no room left on its disk. The part already uploaded is kept: tell the server's operator, and resume when there is room."
            problem.headers[.tusResumable] = Self.version
            throw problem
        }
    }

    private static let version = "1.0.0"
}

extension HTTPField.Name {
    fileprivate static let tusResumable = upload("Tus-Resumable")
    fileprivate static let tusVersion = upload("Tus-Version")
    fileprivate static let tusExtension = upload("Tus-Extension")
    fileprivate static let tusMaxSize = upload("Tus-Max-Size")
    fileprivate static let uploadLength = upload("Upload-Length")
    fileprivate static let uploadOffset = upload("Upload-Offset")
    fileprivate static let uploadMetadata = upload("Upload-Metadata")
    fileprivate static let uploadExpires = upload("Upload-Expires")
    fileprivate static let methodOverride = upload("X-HTTP-Method-Override")

    /// A valid token by construction; the fallback is never taken.
    private static func upload(_ name: String) -> Self { Self(name) ?? .server }
}

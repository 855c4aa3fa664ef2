package import Archive
import Credentials
import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
package import Web

/// Requests to the newsroom other than plain forms: files, and requests of its own scripts.
extension NewsroomDesk {
    /// The largest form with files, in bytes: a few pictures of the largest size.
    static let filesLimit = 60_000_000

    /// The fields and files of a form sent by somebody who is logged in. Throws 403 if it was not our form.
    /// A form without files may be URL-encoded.
    func filesForm(_ request: Request, _ visit: Visit) async throws -> (form: NewsroomForm, files: [Multipart.Part]) {
        let type = request.headers[.contentType] ?? ""
        guard type.lowercased().hasPrefix("multipart/form-data") else { return (try await form(request, visit), []) }
        let tooLarge = Problem(.contentTooLarge, visit.strings("room_filesLimit", "\(Self.filesLimit / 1_000_000)"))
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > Self.filesLimit {
            throw tooLarge
        }
        let body: [UInt8]
        do {
            body = Array((try await request.body.collect(upTo: Self.filesLimit)).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
        let parts = Multipart.parts(of: body, type: type)
        let form = NewsroomForm(
            parts.filter { $0.fileName == nil && $0.content.count <= FormBody.limit }.map {
                ($0.name, String(decoding: $0.content, as: UTF8.self))
            })
        try check(form["form_token"], request, visit)
        // A file field without a chosen file arrives as an empty file without a name.
        return (form, parts.filter { $0.fileName?.isEmpty == false })
    }

    /// The editor behind a request from one of our scripts, which must present the form token of the page
    /// in a header if it changes something. Throws `Problem` 401 and 403.
    @Sendable package func scriptEditor(_ request: Request, _ context: NewsRequestContext) async throws -> Editor {
        guard let visit = try await visit(request, context), visit.session.isComplete else {
            throw Problem(
                .unauthorized, strings(request)["room_scriptIsOver"],
                headers: [.wwwAuthenticate: #"Cookie realm="newsroom""#])
        }
        if !visit.session.hasSecondFactor, try await needsFactor(visit) {
            throw Problem(.forbidden, visit.strings["room_factorNeeded"])
        }
        if ![.get, .head].contains(request.method) { try check(request.headers[.formToken] ?? "", request, visit) }
        return visit.editor
    }

    private func check(_ token: String, _ request: Request, _ visit: Visit) throws {
        guard request.isFromThisSite else { throw Problem(.forbidden, visit.strings["room_formIsForeign"]) }
        guard Secret.areEqual(token, visit.formToken) else {
            throw Problem(.forbidden, visit.strings["room_formIsOld"])
        }
    }
}

extension HTTPField.Name {
    /// The form token sent by a script. A valid name by construction; the fallback is never taken.
    fileprivate static let formToken = Self("N4MD-Form-Token") ?? .server
}

package import Archive
import Credentials
import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
package import Web

/// What comes to the newsroom besides plain forms: files, and requests of its own scripts.
extension NewsroomDesk {
    /// The bytes of a form with files: a few pictures of the greatest size.
    static let filesLimit = 60_000_000

    /// The fields and the files of a form that who is logged in sent; 403 where it was not ours. A form without files may come as any other.
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
        // A field of files in which none was chosen comes as an empty one without a name.
        return (form, parts.filter { $0.fileName?.isEmpty == false })
    }

    /// Who is behind a request of one of our scripts, which shows the token of the page's forms in a header where it changes something.
    /// Throws `Problem` 401 and 403.
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
        guard isOurs(request) else { throw Problem(.forbidden, visit.strings["room_formIsForeign"]) }
        guard Secret.areEqual(token, visit.formToken) else {
            throw Problem(.forbidden, visit.strings["room_formIsOld"])
        }
    }
}

extension HTTPField.Name {
    /// The token of a form, from a script. A valid name by construction; the fallback is never taken.
    fileprivate static let formToken = Self("N4MD-Form-Token") ?? .server
}

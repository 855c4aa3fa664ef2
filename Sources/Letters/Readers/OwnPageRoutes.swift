import Archive
import Channels
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import Mail
import News
import Web
import WebEditions

/// `/me`: readers see, take along and delete what is kept of them. The way in is a link in a mail to their address, which works for a quarter
/// of an hour; nobody has an account or a password.
struct OwnPageRoutes: Sendable {
    let pages: PageDesk
    let links: LetterLinks
    let limits: RateLimits
    let wake: @Sendable () -> Void

    static let (page, open) = (LetterLinks.own, LetterLinks.own + "/open")
    static let (export, delete) = (LetterLinks.own + "/export", LetterLinks.own + "/delete")
    /// The most mails to an address in a day, since strangers may give it, and for one network.
    private static let (perAddress, perNetwork) = (3, 50)

    private var archive: Archive { pages.archive }

    func add(to router: Router<NewsRequestContext>) {
        router.get(RouterPath(Self.page), use: form)
        router.post(RouterPath(Self.page), use: ask)
        router.get(RouterPath(Self.open), use: offer)
        router.post(RouterPath(Self.open), use: show)
        router.post(RouterPath(Self.export), use: takeAlong)
        router.post(RouterPath(Self.delete), use: forget)
    }

    @Sendable private func form(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let isAsked = FormFields.parse(request.uri.query ?? "").contains { $0.name == "asked" }
        return try await answer(request, context) { _, strings in
            isAsked ? OwnPage(note: strings["me_asked"]) : OwnPage(form: .init())
        }
    }

    /// The answer is the same whether the address is known or not, so that nobody learns who reads the newspaper.
    @Sendable private func ask(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try limits.countStranger(request, context, pages.desk.origins)
        let typed = try await LetterRoutes.fields(request).first { $0.name == "address" }?.value ?? ""
        let address: MailAddress
        do throws(MailAddress.Fault) { address = try MailAddress(typed) } catch {
            var response = try await answer(request, context) { _, strings in
                OwnPage(form: .init(address: String(typed.prefix(300)), fault: strings["letters_fault_\(error)"]))
            }
            response.status = .unprocessableContent
            return response
        }
        let client = pages.desk.origins.client(request, context) ?? context.remoteAddress ?? ""
        let network = links.hash("own network", AddressRange.network(of: client))
        let (counted, hash) = (links.hash("own address", address.key), links.hash("address", address.key))
        try await archive.write { holdings in
            guard try holdings.mailLimits.count(network, most: Self.perNetwork) else {
                throw Problem(
                    .tooManyRequests, "Too many links were asked for from your network today. Try again tomorrow.")
            }
            guard try holdings.mailLimits.count(counted, most: Self.perAddress),
                try !holdings.mailLimits.isSuppressed(hash)
            else { return }
            try holdings.readers.askForOwnPage(address.description)
        }
        wake()
        return Response(
            status: .seeOther, headers: [.location: Self.page + "?asked=1", .cacheControl: "no-store"])
    }

    /// A GET shows nothing of the reader, since scanners follow the links of mails.
    @Sendable private func offer(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let owner = try owner(FormFields.parse(request.uri.query ?? ""))
        return try await answer(request, context) { _, _ in OwnPage(question: owner.text) }
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let (reader, key) = try await known(request)
        return try await answer(request, context) { masthead, strings in
            OwnPage(kept: .init(reader, key: key, masthead, strings))
        }
    }

    @Sendable private func takeAlong(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let (reader, _) = try await known(request)
        let data = try OwnData(reader, try await pages.revisions.masthead()).file()
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json", .contentDisposition: "attachment; filename=\"my-data.json\"",
                .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
            ], body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }

    @Sendable private func forget(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let owner = try owner(try await LetterRoutes.fields(request))
        try await archive.write { try $0.readers.leave(owner.reader, nil) }
        return try await answer(request, context) { OwnPage(note: $1["me_deleted"]) }
    }

    private func known(_ request: Request) async throws -> (KnownReader, key: String) {
        let owner = try owner(try await LetterRoutes.fields(request))
        guard let reader = try await archive.read({ try $0.readers.known(owner.reader) }) else { throw Self.over }
        return (reader, owner.text)
    }

    private func owner(_ fields: [(name: String, value: String)]) throws -> LetterLinks.Named {
        guard let owner = fields.first(where: { $0.name == "t" }).flatMap({ links.owner($0.value) }) else {
            throw Self.over
        }
        return owner
    }

    private static let over = Problem(
        .notFound, "This link is incomplete, or older than \(LetterLinks.minutes) minutes. Ask for another.",
        key: "ownLink")

    private func answer(
        _ request: Request, _ context: NewsRequestContext, _ part: (Masthead, Strings) -> OwnPage
    ) async throws -> Response {
        try await pages.reply("me", title: "me", request, context) { masthead, strings, _ in part(masthead, strings) }
    }
}

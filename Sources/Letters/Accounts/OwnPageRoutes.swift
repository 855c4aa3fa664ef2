import Archive
import Channels
import Credentials
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import Mail
import News
import Passkeys
import Syndication
import Web
import WebEditions

/// `/me`: readers see, take along and delete what is kept of them. They log in by a mail to their address, with a link and a code; nobody has a
/// password, and nobody needs to log in to read.
struct OwnPageRoutes: Sendable {
    let pages: PageDesk
    let accounts: AccountDesk
    let limits: RateLimits
    /// Nil if browsers give the site no passkeys.
    let passkeys: PasskeyDesk?

    static let page = "/me"
    static let saved = page + "/saved"
    /// The outcome of a passkey that was not accepted, in the page's address.
    static let refused = "refused"
    /// The most saved stories on a page.
    private static let savedOnPage = 40
    /// Where forms are posted, but for that which asks for an address.
    static let (code, export, delete, leave) = (page + "/code", page + "/export", page + "/delete", page + "/log-out")

    func add(to router: Router<NewsRequestContext>) {
        router.get(RouterPath(Self.page), use: show)
        router.post(RouterPath(Self.page), use: ask)
        router.get(RouterPath(Self.saved), use: showSaved)
        router.post(RouterPath(Self.saved), use: removeSaved)
        router.get(RouterPath(LogInLinks.path), use: offer)
        router.post(RouterPath(LogInLinks.path), use: open)
        router.post(RouterPath(Self.code), use: enter)
        router.post(RouterPath(Self.export), use: takeAlong)
        router.post(RouterPath(Self.delete), use: forget)
        router.post(RouterPath(Self.leave), use: logOut)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let names = Set(FormFields.parse(request.uri.query ?? "").map(\.name))
        if let (session, reader) = try await accounts.reader(request) {
            let trail = try await pages.archive.read { try $0.readers.trail(of: session.reader) }
            return try await answer(request, context) { masthead, strings in
                OwnPage(
                    note: names.contains(Self.refused) ? strings["passkey_fault"] : nil,
                    kept: .init(reader, trail, accounts.letters, masthead, strings, offersPasskeys: passkeys != nil))
            }
        }
        return try await answer(request, context) { _, strings in
            if names.contains("deleted") { return OwnPage(note: strings["me_deleted"]) }
            return names.contains("asked")
                ? OwnPage(note: strings["me_asked"], code: .init())
                : OwnPage(
                    note: names.contains("left") ? strings["me_left"] : nil,
                    form: .init(offersPasskeys: passkeys != nil))
        }
    }

    /// The answer is the same whether the address is known or not, so that nobody learns who reads the newspaper.
    @Sendable private func ask(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let typed = try await form(request, context)["address"] ?? ""
        let address: MailAddress
        do throws(MailAddress.Fault) { address = try MailAddress(typed) } catch {
            return try await refuse(request, context) { strings in
                OwnPage(form: .init(address: String(typed.prefix(300)), fault: strings["letters_fault_\(error)"]))
            }
        }
        let client = pages.desk.origins.client(request, context) ?? context.remoteAddress ?? ""
        let language = try await pages.understand(request, context).strings.language
        let key = try await accounts.ask(address, network: AddressRange.network(of: client), language: language)
        var response = Self.redirect("asked")
        // A browser that asked before keeps its key, so that the code of the last mail still works.
        let kept = key ?? accounts.askingCookie.secret(request) ?? Secret(bits: SecretCookie.bits)
        accounts.askingCookie.set(kept, on: &response)
        return response
    }

    /// A GET logs nobody in, since scanners follow the links of mails.
    @Sendable private func offer(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let text = FormFields.parse(request.uri.query ?? "").first { $0.name == "t" }?.value ?? ""
        guard let address = try await accounts.address(of: text) else { throw Self.over }
        return try await answer(request, context) { _, strings in
            OwnPage(question: .init(key: text, text: strings("me_question", address)))
        }
    }

    @Sendable private func open(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let text = try await form(request, context)["t"] ?? ""
        let former = accounts.sessionCookie.secret(request)
        if let key = try await accounts.logIn(link: text, former: former) { return logged(in: key) }
        // The button was pressed twice.
        guard try await accounts.session(request) != nil else { throw Self.over }
        return Self.redirect()
    }

    @Sendable private func enter(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let code = try await form(request, context)["code"] ?? ""
        if let asking = accounts.askingCookie.secret(request),
            let key = try await accounts.logIn(code: code, asking, former: accounts.sessionCookie.secret(request))
        {
            return logged(in: key)
        }
        return try await refuse(request, context) { OwnPage(code: .init(fault: $0["me_codeFault"])) }
    }

    func logged(in key: Secret) -> Response {
        var response = Self.redirect()
        accounts.set(key, on: &response)
        accounts.askingCookie.set(nil, on: &response)
        return response
    }

    @Sendable private func takeAlong(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let isList = try await form(request, context)["do"] == "opml"
        guard let (session, reader) = try await accounts.reader(request) else { return Self.redirect() }
        let (trail, version, authors) = try await pages.archive.read { holdings in
            let trail = try holdings.readers.trail(of: session.reader)
            let authors = try trail.topics.compactMap { topic -> Author? in
                if case .author(let slug) = topic { try holdings.authors.find(slug: slug) } else { nil }
            }
            return (trail, try holdings.readerTopics.feedVersion(of: session.reader) ?? 0, authors)
        }
        let masthead = try await pages.revisions.masthead()
        let feed = accounts.feeds.feed(of: session.reader, version: version)
        if isList {
            let strings = try await pages.understand(request, context).strings
            let list = OPML(following: trail.topics, own: (strings["me_news"], feed), authors, masthead, pages.site)
            return Self.file(list.document, "text/x-opml; charset=utf-8", name: "my-feeds.opml")
        }
        let data = try OwnData(reader, trail, feed: feed, masthead, pages.site).file()
        return Self.file([UInt8](data), "application/json", name: "my-data.json")
    }

    private static func file(_ bytes: [UInt8], _ type: String, name: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .contentDisposition: "attachment; filename=\"\(name)\"",
                .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
            ], body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    @Sendable private func forget(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        _ = try await form(request, context)
        guard let (session, _) = try await accounts.reader(request) else { return Self.redirect() }
        try await pages.archive.write { try $0.readers.delete(session.reader) }
        var response = Self.redirect("deleted")
        accounts.set(nil, on: &response)
        return response
    }

    @Sendable private func logOut(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let others = try await form(request, context)["do"] == "others"
        guard let (session, _) = try await accounts.reader(request) else { return Self.redirect() }
        try await pages.archive.write { try $0.readerSessions.end(session, others: others) }
        var response = Self.redirect(others ? nil : "left")
        if !others { accounts.set(nil, on: &response) }
        return response
    }

    @Sendable private func showSaved(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        guard let session = try await accounts.session(request) else { return Self.redirect() }
        let from = FormFields.parse(request.uri.query ?? "").first { $0.name == "from" }.flatMap { Int($0.value) } ?? 0
        let delta = try await pages.archive.read { try $0.readerItems.changes(of: session.reader, since: 0) }
        let numbers = delta?.update.stories[.saved]?.added ?? []
        let some = Array(numbers.dropFirst(max(0, from)).prefix(Self.savedOnPage))
        let stories = try await stories(some)
        return try await pages.reply("me", title: "me_saved", request, context) { _, _, rows in
            let shown = some.prefix(max(1, rows))
            let next = max(0, from) + shown.count
            return OwnPage(
                saved: .init(
                    shown.compactMap { stories[$0] }, next: next < numbers.count ? next : nil,
                    isEmpty: numbers.isEmpty))
        }
    }

    /// The published ones of some stories, by their numbers.
    private func stories(_ numbers: [Int]) async throws -> [Int: Story] {
        guard !numbers.isEmpty else { return [:] }
        var query = StoryQuery(limit: numbers.count)
        query.articles = numbers
        let wanted = query
        let found = try await pages.stories.current { masthead in
            try await pages.stories.list(wanted, text: .headline, pictures: nil, masthead).stories
        }
        return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    }

    @Sendable private func removeSaved(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let story = try await form(request, context)["remove"].flatMap { Int($0) }
        guard let session = try await accounts.session(request) else { return Self.redirect() }
        if let story {
            _ = try await pages.archive.write {
                try $0.readerItems.record(
                    .init(stories: [.saved: ReaderChange(dropped: [story])]), of: session.reader)
            }
        }
        return Response(status: .seeOther, headers: [.location: Self.saved, .cacheControl: "no-store"])
    }

    /// The fields of a form that this site's own page sent.
    func form(_ request: Request, _ context: NewsRequestContext) async throws -> [String: String] {
        let fields = try await fields(request, context)
        return Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The same, where a name may come several times.
    func fields(_ request: Request, _ context: NewsRequestContext) async throws -> [(name: String, value: String)] {
        try limits.countStranger(request, context, pages.desk.origins)
        let fields = try await LetterRoutes.fields(request)
        guard request.isFromThisSite else {
            throw Problem(.forbidden, try await pages.understand(request, context).strings["room_formIsForeign"])
        }
        return fields
    }

    private static let over = Problem(
        .notFound,
        "This link is incomplete, was used, or is older than \(ReaderLogIns.minutes) minutes. Ask for another.",
        key: "ownLink")

    static func redirect(_ outcome: String? = nil) -> Response {
        let location = page + (outcome.map { "?\($0)=1" } ?? "")
        return Response(status: .seeOther, headers: [.location: location, .cacheControl: "no-store"])
    }

    func refuse(
        _ request: Request, _ context: NewsRequestContext, _ part: (Strings) -> OwnPage
    ) async throws -> Response {
        var response = try await answer(request, context) { part($1) }
        response.status = .unprocessableContent
        return response
    }

    private func answer(
        _ request: Request, _ context: NewsRequestContext, _ part: (Masthead, Strings) -> OwnPage
    ) async throws -> Response {
        try await pages.reply("me", title: "me", request, context) { masthead, strings, _ in part(masthead, strings) }
    }
}

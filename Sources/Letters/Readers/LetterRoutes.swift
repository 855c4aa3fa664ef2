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

/// `/letters`: readers ask for newsletters, confirm them and leave them. A GET changes nothing, since mail programs and scanners follow links.
struct LetterRoutes: Sendable {
    let pages: PageDesk
    let links: LetterLinks
    let limits: RateLimits
    let wake: @Sendable () -> Void

    /// The most confirmation mails to an address in a day, since strangers may give it, and for one network.
    private static let (perAddress, perNetwork) = (2, 50)
    /// The most newsletters that are asked for at a time.
    private static let most = 50
    /// The most bytes of a form here.
    private static let limit = 8192

    private var archive: Archive { pages.archive }

    func add(to router: Router<NewsRequestContext>) {
        router.get(RouterPath(LetterLinks.page), use: form)
        router.post(RouterPath(LetterLinks.page), use: ask)
        router.get(RouterPath(LetterLinks.confirm), use: offerConfirming)
        router.post(RouterPath(LetterLinks.confirm), use: confirm)
        router.get(RouterPath(LetterLinks.leave), use: offerLeaving)
        router.post(RouterPath(LetterLinks.leave), use: leave)
    }

    @Sendable private func form(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let fields = FormFields.parse(request.uri.query ?? "")
        return try await answer(request, context) { masthead, strings in
            if fields.contains(where: { $0.name == "asked" }) { return SubscribingPage(note: strings["letters_asked"]) }
            let named = fields.filter { $0.name == "list" }.compactMap { MailingList($0.value) }
            return .asking(masthead, strings, chosen: named.isEmpty ? [.daily] : named)
        }
    }

    @Sendable private func ask(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try limits.countStranger(request, context, pages.desk.origins)
        let fields = try await Self.fields(request)
        let masthead = try await pages.revisions.masthead()
        let strings = try await pages.understand(request, context).strings
        let typed = fields.first { $0.name == "address" }?.value ?? ""
        let lists = fields.filter { $0.name == "list" }.compactMap { MailingList($0.value) }
            .filter { isOffered($0, masthead) }
        let address: MailAddress
        do throws(MailAddress.Fault) { address = try MailAddress(typed) } catch {
            return try await refuse(request, context, typed, lists, "letters_fault_\(error)")
        }
        guard lists.count <= Self.most else {
            throw Problem(.unprocessableContent, "Ask for at most \(Self.most) newsletters at a time.")
        }
        guard !lists.isEmpty else { return try await refuse(request, context, typed, lists, "letters_fault_list") }
        try await ask(
            address, Array(Set(lists)), consent: strings("letters_consent", masthead.title),
            language: strings.language, network: network(request, context))
        wake()
        return Response(
            status: .seeOther, headers: [.location: LetterLinks.page + "?asked=1", .cacheControl: "no-store"])
    }

    private func isOffered(_ list: MailingList, _ masthead: Masthead) -> Bool {
        switch list {
        case .editions, .daily, .weekly, .search: true
        case .section(let slug): masthead.sections.contains { $0.slug == slug }
        // Asked for on the page of what the reader follows.
        case .mine: false
        }
    }

    private func network(_ request: Request, _ context: NewsRequestContext) -> [UInt8] {
        let address = pages.desk.origins.client(request, context) ?? context.remoteAddress ?? ""
        return links.hash("network", AddressRange.network(of: address))
    }

    /// The answer is the same whether the address is known or not, so that nobody learns who reads the newspaper.
    private func ask(
        _ address: MailAddress, _ lists: [MailingList], consent: String, language: String, network: [UInt8]
    ) async throws {
        let hash = links.hash("address", address.key)
        try await archive.write { holdings in
            guard try holdings.mailLimits.count(network, most: Self.perNetwork) else {
                throw Problem(
                    .tooManyRequests, "Too many newsletters were asked for from your network today. Try again tomorrow."
                )
            }
            guard try !holdings.mailLimits.isSuppressed(hash),
                try holdings.mailLimits.count(hash, most: Self.perAddress)
            else { return }
            try holdings.readers.ask(address.description, lists, consent: consent, language: language)
        }
    }

    private func refuse(
        _ request: Request, _ context: NewsRequestContext, _ address: String, _ lists: [MailingList], _ fault: String
    ) async throws -> Response {
        var response = try await answer(request, context) { masthead, strings in
            .asking(masthead, strings, address: String(address.prefix(300)), chosen: lists, fault: strings[fault])
        }
        response.status = .unprocessableContent
        return response
    }

    @Sendable private func offerConfirming(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let named = try named(in: FormFields.parse(request.uri.query ?? ""), links.confirming)
        let open = try await archive.read { try $0.readers.subscriptions(of: named.reader) }.filter { !$0.isConfirmed }
        guard !open.isEmpty else { throw Self.unknown }
        return try await answer(request, context) { masthead, strings in
            SubscribingPage(
                question: .init(
                    text: strings["letters_confirmQuestion"], lists: open.map { strings.name(of: $0.list, masthead) },
                    action: LetterLinks.confirm, key: named.text, button: strings["letters_confirm"]))
        }
    }

    @Sendable private func confirm(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try limits.countStranger(request, context, pages.desk.origins)
        let named = try named(in: try await Self.fields(request), links.confirming)
        let known = try await archive.write { holdings in
            let lists = try holdings.readers.subscriptions(of: named.reader)
            let added = try holdings.readers.confirm(named.reader, lists.map(\.list))
            return !added.isEmpty || lists.contains(where: \.isConfirmed)
        }
        guard known else { throw Self.unknown }
        return try await answer(request, context) { SubscribingPage(note: $1["letters_confirmed"]) }
    }

    @Sendable private func offerLeaving(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let named = try named(in: FormFields.parse(request.uri.query ?? ""), links.leaving)
        return try await answer(request, context) { masthead, strings in
            SubscribingPage(
                question: .init(
                    text: strings["letters_leaveQuestion"],
                    lists: named.list.map { [strings.name(of: $0, masthead)] } ?? [], action: LetterLinks.leave,
                    key: named.text, button: strings["letters_leave"], all: strings["letters_leaveAll"]))
        }
    }

    /// Mail programs post here too, with the name of the list in the address (RFC 8058). It is done before the answer is sent, and doing it again
    /// is no fault.
    @Sendable private func leave(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let fields = try await Self.fields(request)
        let named = try named(in: fields + FormFields.parse(request.uri.query ?? ""), links.leaving)
        let isAll = fields.contains { $0 == ("do", "all") }
        let isKnown = try await archive.write { try $0.readers.leave(named.reader, isAll ? nil : named.list) }
        let note = !isAll ? "letters_left" : isKnown ? "letters_leftAllKept" : "letters_leftAll"
        return try await answer(request, context) { SubscribingPage(note: $1[note]) }
    }

    /// The fields of a form.
    static func fields(_ request: Request) async throws -> [(name: String, value: String)] {
        FormFields.parse(String(decoding: try await FormBody.collect(request, limit: limit), as: UTF8.self))
    }

    private func named(in fields: [(name: String, value: String)], _ read: (String) -> LetterLinks.Named?) throws
        -> LetterLinks.Named
    {
        guard let named = fields.first(where: { $0.name == "t" }).flatMap({ read($0.value) }) else {
            throw Self.unknown
        }
        return named
    }

    private static let unknown = Problem(
        .notFound, "This link is incomplete, or has been used up. Ask for the newsletter again.", key: "letterLink")

    private func answer(
        _ request: Request, _ context: NewsRequestContext, _ part: (Masthead, Strings) -> SubscribingPage
    ) async throws -> Response {
        try await pages.reply("letters", title: "letters", request, context) { masthead, strings, rows in
            part(masthead, strings).with(rows: rows)
        }
    }
}

extension PageDesk {
    /// A page about a reader, which nobody stores.
    /// - Parameters:
    ///   - title: the key of its title in the catalogues.
    ///   - part: what it says, with at most so many rows of a list.
    func reply(
        _ template: String, title: String, _ request: Hummingbird.Request, _ context: NewsRequestContext,
        _ part: (Masthead, Strings, _ rows: Int) -> some Sendable
    ) async throws -> Response {
        let wanted = try await understand(request, context)
        let masthead = try await revisions.masthead()
        let frame = frame(
            masthead, wanted.strings, title: wanted.strings[title], path: nil, plan: wanted.plan,
            coding: wanted.coding, sheet: "pages", why: nil)
        var response = try templates.page(template, frame, within: wanted.plan.budget, request) { rows in
            part(masthead, wanted.strings, rows)
        }
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

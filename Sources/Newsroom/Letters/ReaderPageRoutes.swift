import Archive
import Editorial
import Hummingbird
import News
import Web
import WebEditions

/// `/admin/letters/reader`: everything kept of one reader, for chiefs who were asked for it. Readers are never listed.
struct ReaderPageRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let chiefs = desk.signedIn(router, atLeast: .chief)
        chiefs.get("/admin/letters/reader", use: show)
        chiefs.post("/admin/letters/reader", use: find)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await page(try context.visit, request)
    }

    private func page(
        _ visit: NewsroomDesk.Visit, _ request: Request, address: String = "", reader: KnownReader? = nil,
        fault: String? = nil
    ) async throws -> Response {
        let part = ReaderPage(visit, address: address, reader, fault: fault)
        let status = PageStatus(title: "room_reader", path: NewsroomLinks.letters, fault: fault)
        return try await desk.page("reader", part, status, visit, request)
    }

    /// Finds a reader by an address, which is in nobody's log since it is in the form; or deletes the one that was found.
    @Sendable private func find(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        if form["do"] == "forget" {
            do {
                try await desk.archive.write { try $0.readers.forget(Int(form["id"]) ?? 0, by: visit.maker) }
            } catch ArchiveError.notFound {
                return try await page(visit, request, fault: visit.strings["room_readerNone"])
            }
            return desk.redirect(NewsroomLinks.letters + "/reader?done=readerGone")
        }
        let address = form.line("address", limit: 254)
        guard !address.isEmpty else {
            return try await page(visit, request, fault: visit.strings["room_readerAddress"])
        }
        let found = try await desk.archive.write { try $0.readers.look(up: address, by: visit.maker) }
        guard let found else {
            return try await page(visit, request, address: address, fault: visit.strings["room_readerNone"])
        }
        return try await page(visit, request, address: address, reader: found)
    }
}

/// The page of one reader.
struct ReaderPage: Sendable {
    struct Subscription: Sendable {
        var name: String
        var facts: [String]
        /// The words that the reader agreed to.
        var consent: String
    }
    struct Found: Sendable {
        var id: Int
        var address: String
        var since: String
        var subscriptions: [Subscription]
    }

    var address: String
    var isFault: Bool
    var found: Found?

    init(_ visit: NewsroomDesk.Visit, address: String, _ reader: KnownReader?, fault: String?) {
        let (strings, masthead) = (visit.strings, visit.masthead)
        (self.address, isFault) = (address, fault != nil)
        found = reader.map { reader in
            Found(
                id: reader.id, address: reader.address,
                since: strings("room_readerSince", Moment(reader.createdAt, strings).text),
                subscriptions: reader.subscriptions.map { one in
                    let asked = strings("room_readerAsked", Moment(one.askedAt, strings).text)
                    let confirmed = one.confirmedAt.map { strings("room_readerConfirmed", Moment($0, strings).text) }
                    return Subscription(
                        name: strings.name(of: one.list, masthead),
                        facts: [asked, confirmed ?? strings["room_readerUnconfirmed"]], consent: one.consent)
                })
        }
    }
}

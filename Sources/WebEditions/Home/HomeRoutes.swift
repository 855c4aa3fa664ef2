import Channels
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import News
import Syndication
import Web

/// The home page, which opens the web edition that suits the reader, and the page for choosing another and
/// for settings.
struct HomeRoutes: Sendable {
    let desk: PageDesk

    func add(to router: Router<NewsRequestContext>) {
        router.get("/", use: home)
        router.post("/", use: posted)
        router.get("/settings", use: settings)
        router.post("/settings", use: set)
    }

    @Sendable private func home(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        if let answer = try await OldAddresses(archive: desk.archive, revisions: desk.revisions).answer(request) {
            return answer
        }
        return try await open(try await desk.understand(request, context), request)
    }

    /// Opens the edition made for the context that a native shell posts. The context is kept in a cookie
    /// for a while, since the links of the pages do not repeat it.
    @Sendable private func posted(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let body = try await FormBody.collect(request)
        let wanted = try await desk.understand(request, body: body, context)
        var response = try await open(wanted, request)
        let told = ReaderSettings(try FormBody.fields(body, type: request.headers[.contentType]))
        response.setCookie(told.contextCookie(isSecure: isSecure))
        if let ignored = wanted.wanted.ignored { response.headers[.nIgnored] = ignored }
        return response
    }

    private var isSecure: Bool { desk.site.root.hasPrefix("https:") }

    /// Editions for links that cannot afford a round trip are answered directly; the others redirect to
    /// their own address.
    private func open(_ wanted: PageDesk.Request, _ request: Request) async throws -> Response {
        let edition = wanted.settings.edition ?? WebEdition.suited(to: wanted.wanted.context).edition
        switch edition {
        case .mobile, .lite: return try await PageRoutes(edition: edition, desk: desk).list(.front, request, wanted)
        case .news, .reader, .edition:
            return desk.redirect(to: edition)
        }
    }

    @Sendable private func settings(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let masthead = try await desk.revisions.masthead()
        let wanted = try await desk.understand(request, context)
        let saved = FormFields.parse(request.uri.query ?? "").last { $0.name == "saved" }?.value
        let page = SettingsPage(
            wanted, catalogues: desk.templates.catalogues, isSaved: saved == "1", isCleared: saved == "0",
            hasLetters: desk.hasLetters)
        var frame = desk.frame(
            masthead, wanted.strings, title: wanted.strings["settings"], path: "/settings", plan: wanted.plan,
            coding: wanted.coding, sheet: "pages", why: nil)
        frame.tongues = []  // its own form has them
        if let chosen = wanted.settings.edition { frame.home = chosen.home }
        return try desk.templates.page(
            "settings", Page(frame: frame, part: page), revision: nil,
            request)
    }

    @Sendable private func set(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let fields = try FormBody.fields(try await FormBody.collect(request), type: request.headers[.contentType])
        let isReset = fields.contains { $0.name == "reset" }
        let page = fields.last { $0.name == "back" }.map(\.value).flatMap { back in
            back.isEmpty ? Self.page(before: request) : Self.page(back)
        }
        var chosen = ReaderSettings(isReset ? [] : fields)
        // A page's own form changes what it names; the form of settings has all.
        if page != nil { chosen = ReaderSettings(request.cookies).changed(by: chosen) }
        var response = Response(
            status: .seeOther,
            headers: [
                .location: page ?? (isReset ? "/settings?saved=0" : "/settings?saved=1"), .cacheControl: "no-store",
            ])
        response.setCookie(chosen.wishCookie(isSecure: isSecure))
        return response
    }

    /// The page that a form stands on; the home page if the browser does not tell.
    private static func page(before request: Request) -> String {
        let address = request.headers[.referer].flatMap { URLComponents(string: $0) }
        guard let address, address.scheme?.hasPrefix("http") == true else { return "/" }
        return page(address.percentEncodedPath + (address.percentEncodedQuery.map { "?" + $0 } ?? "")) ?? "/"
    }

    /// A page of this newspaper to return to; nil for any other address.
    private static func page(_ path: String) -> String? {
        let isPath = path.hasPrefix("/") && !path.hasPrefix("//") && path.utf8.count <= 500
        return isPath && path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") } ? path : nil
    }
}

/// The page of settings.
struct SettingsPage: Sendable {
    struct Option: Sendable {
        var value: String
        var name: String
        var detail: String?
        var isChosen: Bool
    }
    struct Choice: Sendable {
        /// The field's name.
        var choice: String
        var heading: String
        var options: [Option]
    }

    var choices: [Choice]
    /// Whether they have just been saved.
    var isSaved: Bool
    var isCleared: Bool
    /// Whether readers can ask for newsletters.
    var hasLetters: Bool
    /// The edition that the home page currently opens, and why.
    var now: String

    init(_ wanted: PageDesk.Request, catalogues: Catalogues, isSaved: Bool, isCleared: Bool, hasLetters: Bool) {
        (self.isSaved, self.isCleared, self.hasLetters) = (isSaved, isCleared, hasLetters)
        let (strings, settings) = (wanted.strings, wanted.settings)
        now =
            settings.edition.map { strings["face_" + $0.rawValue] + " (" + strings["because_set"] + ")" }
            ?? strings.words(of: WebEdition.suited(to: wanted.wanted.context))
        func choice(_ name: String, _ values: [String], _ key: String, _ label: ((String) -> String)? = nil) -> Choice {
            let chosen = name == "web_edition" ? settings.edition?.rawValue ?? "" : settings.value(name)
            let options = ([""] + values).map { value in
                Option(
                    value: value,
                    name: value.isEmpty ? strings["asDevice"] : label?(value) ?? strings["\(key)_\(value)"],
                    detail: key == "face" && !value.isEmpty ? strings["face_\(value)_detail"] : nil,
                    isChosen: value == chosen)
            }
            return Choice(choice: name, heading: strings[key], options: options)
        }
        choices = [
            choice("web_edition", WebEdition.allCases.map(\.rawValue), "face"),
            choice("palette", ["day", "night", "contrast"], "palette"),
            choice("text_size", TextSizes.all, "size") { "\(TextSizes.percent($0))%" },
            choice("images", PictureUse.allCases.map(\.rawValue), "images"),
            choice("language", catalogues.all.keys.sorted(), "interface") { catalogues.all[$0]?["name"] ?? $0 },
        ]
    }
}

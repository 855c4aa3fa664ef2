import Archive
import Documents
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import News
import Web
import WebEditions

/// The frame that every page of the newsroom has.
struct NewsroomFrame: Sendable {
    /// The words of the interface.
    var t: Strings
    var asset: [String: [String: String]]
    var title: String
    var paper: String
    var paperLanguage: String
    /// The name of the person logged in; nil before.
    var person: String?
    var formToken: String?
    var tabs: [Tab]
    /// The pages of settings, on each of them; empty elsewhere, and where there is only one.
    var settingsTabs: [Tab] = []
    var isSettings = false
    struct Tab: Sendable {
        var name: String
        var url: String
        var isCurrent: Bool
        /// How many lines behind it are new.
        var unread: String?
    }
    /// A message about what was just done, or what is wrong. Named so that no row of a page is taken to have it.
    var pageNotice: String?
    var pageFault: String?

    init(
        _ visit: NewsroomDesk.Visit?, _ strings: Strings, _ masthead: Masthead?, _ assets: Assets, title: String,
        path: String, unread: Int, hasMessages: Bool, hasLetters: Bool, notice: String?, fault: String?
    ) {
        t = strings
        asset = assets.addresses
        paper = masthead?.title ?? "N4MD"
        paperLanguage = masthead?.language ?? "en"
        self.title = title
        (pageNotice, pageFault) = (notice, fault)
        let isIn = visit?.session.isComplete == true
        person = isIn ? visit?.editor.name : nil
        formToken = visit?.formToken
        let role = visit?.editor.role ?? .contributor
        var places = [
            (NewsroomLinks.root, "room_today"), (NewsroomLinks.articles, "room_articles"),
            (NewsroomLinks.calendar, "room_calendar"), (NewsroomLinks.pictures, "room_pictures"),
        ]
        if role >= .editor {
            places.append((NewsroomLinks.editions, "room_editions"))
            if hasMessages { places.append((NewsroomLinks.messages, "room_messages")) }
            if hasLetters { places.append((NewsroomLinks.letters, "letters")) }
        }
        if role >= .journalist { places.append((NewsroomLinks.sources, "room_sources")) }
        let settings = Self.settings(role)
        if let first = settings.first {
            places.append((first.url, settings.count == 1 ? first.name : "room_settings"))
        }
        places.append((NewsroomLinks.account, "room_account"))
        guard isIn else {
            tabs = []
            return
        }
        let isSetting = settings.contains { $0.url == path }
        tabs = places.map { url, name in
            let isUnread = url == NewsroomLinks.root && unread > 0
            return Tab(
                name: strings[name], url: url, isCurrent: url == path || isSetting && url == settings.first?.url,
                unread: isUnread ? "\(unread)" : nil)
        }
        isSettings = isSetting && settings.count > 1
        if isSettings {
            settingsTabs = settings.map { Tab(name: strings[$0.name], url: $0.url, isCurrent: $0.url == path) }
        }
    }

    /// The pages of settings that a role may open.
    private static func settings(_ role: EditorRole) -> [(url: String, name: String)] {
        switch role {
        case .chief:
            [
                (NewsroomLinks.settings, "room_settingsPaper"), (NewsroomLinks.sections, "room_sections"),
                (NewsroomLinks.pages, "room_standingPages"), (NewsroomLinks.policy, "room_policy"),
                (NewsroomLinks.people, "room_people"), (NewsroomLinks.webhooks, "room_webhooks"),
                (NewsroomLinks.audit, "room_audit"),
            ]
        case .editor: [(NewsroomLinks.sections, "room_sections")]
        default: []
        }
    }
}

/// The title, path and messages of a page, besides its own part.
struct PageStatus: Sendable {
    /// The key of its title in the catalogues, which names the kind of page.
    var title: String
    /// The name of the one thing that the page shows, which is its title then.
    var name: String?
    var path: String
    /// A message about what is in the form now.
    var notice: String?
    /// The article that the page opens, so that what was said about it is not new any more.
    var opening: Int?
    /// A fault in what was typed, for the whole form.
    var fault: String?
    var status: HTTPResponse.Status

    init(
        title: String, name: String? = nil, path: String, opening: Int? = nil, fault: String? = nil,
        status: HTTPResponse.Status = .ok
    ) {
        (self.title, self.name, self.path, self.opening, self.fault) = (title, name, path, opening, fault)
        self.status = fault == nil || status != .ok ? status : .unprocessableContent
    }
}

extension NewsroomDesk {
    /// A page, which is never cached: somebody else may use the browser next.
    func page(
        _ template: String, _ part: some Sendable, _ status: PageStatus, _ visit: Visit?, _ request: Request
    ) async throws -> Response {
        let (masthead, strings) = (try await revisions.latestMasthead(), visit?.strings ?? strings(request))
        let frame = NewsroomFrame(
            visit, strings, masthead, pages.templates.assets, title: status.name ?? strings[status.title],
            path: status.path, unread: try await unread(visit, besides: status.opening), hasMessages: push != nil,
            hasLetters: letters != nil, notice: status.fault == nil ? status.notice ?? notice(request, strings) : nil,
            fault: status.fault)
        let values = TemplateValues.properties(of: frame).merging(TemplateValues.properties(of: part)) { $1 }
        let document = Document(
            revision: nil, bytes: try pages.templates.render("room-" + template, of: values), type: Templates.type,
            coding: ContentCoding(accept: request.headers[.acceptEncoding]), cacheControl: "no-store",
            headers: Self.headers)
        var headers = document.headers
        headers[.eTag] = nil
        return Response(status: status.status, headers: headers, body: .init(byteBuffer: document.body))
    }

    /// The number of lines on the first page that a visitor has not opened yet.
    private func unread(_ visit: Visit?, besides article: Int?) async throws -> Int {
        guard let visit, visit.session.isComplete else { return 0 }
        let editor = visit.editor.id
        return try await archive.read { try $0.articles.untold(to: editor, besides: article) }
    }

    /// A part of a page, for a script to insert.
    func piece(_ template: String, _ part: some Sendable, _ visit: Visit) throws -> Response {
        let values = TemplateValues.properties(of: part).merging(["t": visit.strings]) { $1 }
        var headers = Self.headers
        headers[.contentType] = Templates.type
        headers[.cacheControl] = "no-store"
        let bytes = try pages.templates.render("room-" + template, of: values)
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The message for what was just done, named in the address by its key in the catalogues.
    private func notice(_ request: Request, _ strings: Strings) -> String? {
        let done = FormFields.parse(request.uri.query ?? "").last { $0.name == "done" }?.value ?? ""
        let name = "room_done_" + done
        let text = strings[name]
        return text == name ? nil : text
    }

    private static let headers: HTTPFields = {
        let policy = [
            "default-src 'none'", "img-src 'self' data:", "style-src 'self'", "script-src 'self'", "connect-src 'self'",
            "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
        ]
        return [
            .contentSecurityPolicy: policy.joined(separator: "; "), .xContentTypeOptions: "nosniff",
            .referrerPolicy: "same-origin",
            .vary: "Cookie, Accept-Language, Accept-Encoding",
        ]
    }()
}

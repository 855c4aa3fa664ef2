import Archive
import Editorial
import Foundation
import Hummingbird
import News
import Syndication
import Web
import WebEditions

/// `/admin/articles/{id}/message`: telling readers' devices of an article; `/admin/messages`: what they were told.
struct MessagePageRoutes: Sendable {
    let desk: NewsroomDesk
    let push: PushLink

    func add(to router: Router<NewsRequestContext>) {
        let editors = desk.signedIn(router, atLeast: .editor)
        editors.get("/admin/articles/{id}/message", use: show)
        editors.post("/admin/articles/{id}/message", use: change)
        editors.get("/admin/messages", use: list)
    }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let before = Int(NewsroomForm(FormFields.parse(request.uri.query ?? ""))["before"])
        let (messages, devices) = try await desk.archive.read { holdings in
            let messages = try holdings.readerMessages.list(limit: MessagesPage.limit + 1, after: before)
            return (try holdings.readerMessages.counted(messages), try holdings.pushSubscriptions.count().live)
        }
        let part = MessagesPage(
            messages, sections: visit.masthead.sectionNames, devices: devices, visit.strings)
        let status = PageStatus(title: "room_messages", path: NewsroomLinks.messages)
        return try await desk.page("messages", part, status, visit, request)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let article = try await desk.article(context, visit)
        guard article.canBeTold else { return desk.redirect(NewsroomLinks.article(article.id)) }
        let messages = try await desk.archive.read { holdings in
            try holdings.readerMessages.counted(
                try holdings.readerMessages.list(limit: MessagesPage.limit, of: article.id))
        }
        let last = messages.first { $0.state != .cancelled }
        // Who cancels a message in time mostly wants to send it otherwise; who comes back later does not.
        let isCancelling = NewsroomForm(FormFields.parse(request.uri.query ?? ""))["done"] == Self.cancelled
        if let newest = messages.first, newest.secondsToGo != nil || isCancelling && newest.wasJustCancelled {
            var form = MessageForm(newest)
            // Nothing may be left for it to replace.
            form.isSeries = form.isSeries && (newest.state != .cancelled || last != nil)
            return try await page(article, form, visit, request)
        }
        // A story that readers were told of already goes on in the same place.
        let topic = PushTopic("section/" + article.draft.section)
        let form = MessageForm(audience: topic.map { [$0] } ?? [], isSeries: last?.isSeries == true)
        return try await page(article, form, visit, request)
    }

    private func page(
        _ article: Article, _ form: MessageForm, _ visit: NewsroomDesk.Visit, _ request: Request,
        typed: NewsroomForm? = nil, fault: String? = nil, faults: [String: String] = [:]
    ) async throws -> Response {
        let part = try await desk.archive.read { holdings in
            let messages = try holdings.readerMessages.list(limit: MessagesPage.limit, of: article.id)
            return MessagePage(
                article, form, typed: typed, try holdings.topics(of: article, article.draft),
                try PushPreview(form.forecast(of: article), visit.strings.timeZone, holdings),
                try holdings.readerMessages.counted(messages), sections: visit.masthead.sectionNames, faults: faults,
                visit.strings)
        }
        let status = PageStatus(title: "room_tellReaders", path: NewsroomLinks.articles, fault: fault)
        return try await desk.page("message", part, status, visit, request)
    }

    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let typed = try await desk.form(request, visit)
        let article = try await desk.article(context, visit)
        let here = NewsroomLinks.article(article.id) + "/message"
        if let id = Int(typed["cancel"]) {
            return try await cancel(id, of: article, visit, then: here)
        }
        guard article.canBeTold else { return desk.redirect(NewsroomLinks.article(article.id)) }
        let form = MessageForm(typed, zone: visit.strings.timeZone)
        if typed["do"] == "test" { return try await test(form, typed["device"], article, visit, request) }
        guard typed["do"] == "send" else { return try await page(article, form, visit, request, typed: typed) }
        func again(_ field: String, _ words: String) async throws -> Response {
            let text = visit.strings[words]
            return try await page(
                article, form, visit, request, typed: typed, fault: text, faults: [field: text])
        }
        if form.time.isUnclear { return try await again("at", "room_fault_when") }
        if form.time.isPast { return try await again("at", "room_fault_past") }
        guard !form.audience.isEmpty else { return try await again("audience", "room_fault_audience") }
        if try await isRepeated(form, article), typed["again"].isEmpty {
            return try await again("again", "room_fault_again")
        }
        do {
            try await send(form, article, visit)
        } catch ArchiveError.faults(let faults) {
            return try await again(faults.first?.field ?? "", "room_fault_message_" + (faults.first?.field ?? ""))
        }
        push.wake()
        // Until the message goes out, the page says so by itself.
        return desk.redirect(here + (form.time.at == nil && article.publishAt == nil ? "" : "?done=messageScheduled"))
    }

    /// Whether readers were told of the story within a day, and the last message would stay beside the new one.
    private func isRepeated(_ form: MessageForm, _ article: Article) async throws -> Bool {
        guard !form.isSeries else { return false }
        return try await desk.archive.read { holdings in
            let messages = try holdings.readerMessages.list(limit: MessagesPage.limit, of: article.id)
            let soon = Date(timeIntervalSinceNow: ChosenTime.patience)
            return try holdings.readerMessages.counted(messages).contains { $0.isFresh(at: soon) }
        }
    }

    private func send(_ form: MessageForm, _ article: Article, _ visit: NewsroomDesk.Visit) async throws {
        let draft = form.draft(of: article.id)
        let isNow = draft.sendAt == nil && article.publishAt == nil
        var sent = draft
        // Nothing can be taken back from screens, so the message can be cancelled for some seconds.
        if isNow { sent.sendAt = form.time.due }
        try await desk.archive.write { [sent] holdings in
            _ = try holdings.readerMessages.insert(sent, by: visit.maker)
            guard isNow else { return }
            if try PushPreview(draft, visit.strings.timeZone, holdings).isForNobody {
                throw ArchiveError.faults([.init(field: "nobody", detail: "would get it")])
            }
        }
    }

    /// Sends the message to the editor's own device, by the subscription that a script found in the browser.
    private func test(
        _ form: MessageForm, _ device: String, _ article: Article, _ visit: NewsroomDesk.Visit, _ request: Request
    ) async throws -> Response {
        let draft = article.draft
        let test = PushLink.Test(
            device: device, title: form.headline ?? draft.headline, text: form.text ?? draft.standfirst,
            url: desk.pages.site.article(article.slug))
        // The editor learns whether the push service took it; there is no more to know.
        let isTaken = try await push.test(test)
        let here = NewsroomLinks.article(article.id) + "/message"
        return desk.redirect(here + (isTaken ? "?done=tested" : "?done=testFailed"))
    }

    /// The name of the notice after a message was cancelled in time.
    private static let cancelled = "messageCancelled"

    private func cancel(_ id: Int, of article: Article, _ visit: NewsroomDesk.Visit, then here: String) async throws
        -> Response
    {
        let isSent = try await desk.archive.write { holdings in
            guard let message = try holdings.readerMessages.find(id), message.article == article.id else {
                return false
            }
            try holdings.readerMessages.cancel(id, by: visit.maker)
            return try holdings.readerMessages.counted([message]).contains(where: \.isSent)
        }
        return desk.redirect(here + (isSent ? "?done=messageStopped" : "?done=" + Self.cancelled))
    }
}

extension Article {
    /// Whether readers can be told of it, now or once it is out.
    var canBeTold: Bool { state.publication.isOut || state.publication == .scheduled }
}

extension Masthead {
    /// The names of the sections, by slug.
    fileprivate var sectionNames: [String: String] {
        Dictionary(sections.map { ($0.slug, $0.name) }, uniquingKeysWith: { first, _ in first })
    }
}

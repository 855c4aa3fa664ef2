import Archive
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import News
import Syndication
import Web
import WebEditions

/// `/admin/articles/{id}/publish`: the panel for publishing an article, and undoing it before it has gone out.
struct PublishRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let editors = desk.signedIn(router, atLeast: .editor)
        editors.get("/admin/articles/{id}/publish", use: show)
        editors.post("/admin/articles/{id}/publish", use: publish)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let article = try await desk.article(context, visit)
        guard article.moves(for: visit.editor).contains(.schedule),
            let written = try await desk.written(article, visit)
        else { return desk.redirect(NewsroomLinks.article(article.id)) }
        let seen = FormFields.parse(request.uri.query ?? "").first { $0.name == "seen" }.flatMap { Int($0.value) }
        return try await page(article, written, visit, request, seen: seen)
    }

    /// - Parameter seen: the revision that the visitor has before them; nil if that is not known.
    private func page(
        _ article: Article, _ written: WrittenArticle, _ visit: NewsroomDesk.Visit, _ request: Request,
        typed: NewsroomForm? = nil, fault: String? = nil, atFault: String? = nil, seen: Int? = nil
    ) async throws -> Response {
        let editor = visit.editor.id
        let (present, front, comments, writers, next) = try await desk.archive.read { holdings in
            (
                try holdings.editions.begins(with: written.draft) ? try holdings.editions.latest() : nil,
                try holdings.editions.latest().map {
                    try holdings.editions.frontPage(of: $0.number, onlyPublished: false)
                },
                try holdings.comments.list(of: article.id),
                try holdings.workingCopies.writers(of: article.id, besides: editor),
                try holdings.editions.nextScheduled()
            )
        }
        let doubts = PublishDoubts(
            links: desk.linkChecker.known(BodyLinks.addresses(in: written.draft.bodyHTML)),
            tasks: comments.filter { $0.assignee != nil && $0.doneAt == nil }, writers: writers,
            drafter: article.state.workflow == .draft && !article.isOwn(of: visit.editor) ? article.author?.name : nil)
        let message = desk.push == nil ? nil : try await telling(article, written, typed, visit.strings)
        var part = PublishPage(
            article, written, doubts, front, telling: message, typed: typed, atFault: atFault, visit.strings)
        part.unseen = try await desk.unseen(article, since: seen, visit, words: "room_publishUnseen")
        part.presentEdition = present.map {
            visit.strings("room_publishKeep", $0.title.isEmpty ? "\($0.number)" : $0.title)
        }
        part.nextEdition = next.flatMap { next in
            next.publishAt.map {
                let words = ["edition": visit.strings.name(of: next), "time": Moment($0, visit.strings).text]
                return visit.strings.filled("room_publishNext", words)
            }
        }
        let status = PageStatus(title: "room_publishing", path: NewsroomLinks.articles, fault: fault ?? atFault)
        return try await desk.page("publish", part, status, visit, request)
    }

    /// The message that goes out with an article: as it was typed, or as it waits already, or none; and how many devices get it.
    private func telling(
        _ article: Article, _ written: WrittenArticle, _ typed: NewsroomForm?, _ strings: Strings
    ) async throws -> (MessageFields, MessageReach?) {
        try await desk.archive.read { holdings in
            let form =
                try typed.map { MessageForm($0, zone: strings.timeZone) }
                ?? holdings.readerMessages.waiting(for: article.id).map { MessageForm($0) } ?? MessageForm(audience: [])
            var message = form.draft(of: article.id)
            message.sendAt = typed.flatMap { PublishRequest($0, zone: strings.timeZone).time.at } ?? article.publishAt
            let fault = form.isForNobody ? strings["room_fault_messageForNobody"] : nil
            let fields = MessageFields(
                form, try holdings.topics(of: article, written.draft), about: written.draft, audienceFault: fault,
                strings)
            guard !form.audience.isEmpty else { return (fields, nil) }
            return (fields, MessageReach(try PushPreview(message, strings.timeZone, holdings), strings))
        }
    }

    @Sendable private func publish(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let (form, strings, editor) = (try await desk.form(request, visit), visit.strings, visit.editor)
        let article = try await desk.article(context, visit)
        if form["do"] == "undo" { return try await undo(article, form, visit) }
        guard article.moves(for: editor).contains(.schedule), let written = try await desk.written(article, visit)
        else { return desk.redirect(NewsroomLinks.article(article.id)) }
        func again(fault: String? = nil, atFault: String? = nil) async throws -> Response {
            try await page(article, written, visit, request, typed: form, fault: fault, atFault: atFault)
        }
        if form["do"] == "check" { return try await again() }
        guard Int(form["revision"]) == article.revision else {
            return try await page(
                article, written, visit, request, typed: form, fault: strings["room_publishOutdated"],
                seen: Int(form["revision"]))
        }
        let wanted = PublishRequest(form, zone: strings.timeZone)
        if wanted.time.isUnclear { return try await again(atFault: strings["room_fault_when"]) }
        if desk.push != nil, wanted.message.isForNobody {
            return try await again(fault: strings["room_fault_messageForNobody"])
        }
        guard written.gaps.isEmpty else { return try await again(fault: strings["room_faults"]) }
        guard written.draft.hasText || wanted.withoutText else {
            return try await again(fault: strings["room_check_noBody"])
        }
        do {
            let former = try await desk.change { holdings in
                let former = try holdings.publish(
                    article, saying: written.unsaved, at: wanted.time.due, place: wanted.place,
                    keepsEdition: wanted.keepsEdition,
                    by: editor)
                if desk.push != nil { try holdings.tell(wanted.message, of: article.id, by: editor) }
                return former
            }
            let due = article.publishAt.map { "due=\(Int($0.timeIntervalSince1970))" }
            let state = "state=" + article.state.workflow.rawValue.escapedForQuery
            let before = [former.map { "was=" + $0.name }, due, state].compactMap(\.self).joined(separator: "&")
            return desk.redirect(
                NewsroomLinks.article(article.id) + "?" + (wanted.time.at != nil ? "done=schedule" : before))
        } catch ArchiveError.faults(let faults) {
            let isTime = faults.contains { $0.field == "at" }
            let texts = faults.map { fault in
                let name = WritingPage.fields[fault.field] ?? fault.field
                return strings.label(ofField: name) + strings.fault(name, fault.detail)
            }
            return try await again(
                fault: isTime ? nil : strings("room_publishFaults", texts.joined(separator: " ")),
                atFault: isTime ? strings["room_fault_at"] : nil)
        } catch ArchiveError.refused(let refusal) {
            return try await again(fault: strings.text(of: refusal))
        } catch ArchiveError.outdated {
            return try await again(fault: strings["room_publishOutdated"])
        } catch ArchiveError.editionRefused {
            return try await again(fault: strings["room_editionRefused"])
        }
    }

    /// Takes the article back if it has not gone out yet. Text typed since stays.
    private func undo(_ article: Article, _ form: NewsroomForm, _ visit: NewsroomDesk.Visit) async throws -> Response {
        let (editor, here) = (visit.editor, NewsroomLinks.article(article.id))
        guard article.state.publication == .scheduled, article.moves(for: editor).contains(.unschedule) else {
            return desk.redirect(here + "?done=tooLate")
        }
        do {
            let due = Int(form["due"]).map { Date(timeIntervalSince1970: Double($0)) }
            let state = Workflow(rawValue: form["state"])
            try await desk.change {
                try $0.unpublish(article, until: due, to: FormerPlace(form["was"]), state, by: editor)
            }
        } catch ArchiveError.outdated {
            return desk.redirect(here + "?done=tooLate")
        }
        return desk.redirect(here + "?done=undone")
    }
}

import Archive
import Editorial
import Foundation
import News
import Web

/// The choices of somebody who publishes an article: when it goes out, and where it stands on the front page.
struct PublishRequest: Sendable {
    var time: ChosenTime
    /// Nil to leave the front page as it is.
    var place: FrontPage.Place?
    /// Whether it joins the edition that readers have, where it would begin another.
    var keepsEdition: Bool
    var withoutText: Bool
    /// The message to readers' devices about it; without an audience there is none.
    var message: MessageForm

    init(_ form: NewsroomForm, zone: TimeZone) {
        time = ChosenTime(form, choice: "when", time: "at", zone: zone)
        place = FrontPage.Place(rawValue: form["front"])
        keepsEdition = form["edition"] == "keep"
        message = MessageForm(form, zone: zone)
        withoutText = form["do"] == "publish" + WritingCommand.anyway
    }
}

/// The place that a story had on the front page before it was published, so that undoing restores it.
enum FormerPlace: Sendable, Equatable {
    case index(Int)
    case none

    init?(_ name: String) {
        if name == "none" { self = .none } else if let index = Int(name) { self = .index(index) } else { return nil }
    }

    var name: String { if case .index(let index) = self { "\(index)" } else { "none" } }
    var index: Int? { if case .index(let index) = self { index } else { nil } }
}

extension Holdings {
    /// Lets an article go out at a time, and gives it its place on the front page, which readers see from then on. Returns
    /// the place that it had, if that changed.
    /// - Parameter draft: nil to keep the saved text.
    func publish(
        _ article: Article, saying draft: ArticleDraft?, at moment: Date, place: FrontPage.Place?, keepsEdition: Bool,
        by editor: Editor
    ) throws -> FormerPlace? {
        var draft = draft
        if keepsEdition, try editions.begins(with: draft ?? article.draft), let present = try editions.latest() {
            draft = draft ?? article.draft
            draft?.edition = .number(present.number)
        }
        let edition = try place.flatMap { _ in try editions.front(with: draft ?? article.draft, at: moment)?.number }
        if let edition { try editions.hold(edition) }
        // A story on the front page of an edition belongs to it, unless somebody chose another.
        if let edition, place != .time, (draft ?? article.draft).edition == nil {
            draft = draft ?? article.draft
            draft?.edition = .number(edition)
        }
        let request = MoveRequest(.schedule, at: moment)
        _ = try articles.change(article.id, revision: article.revision, to: draft, request, by: editor)
        if draft != nil { try pictures.describe(of: article.id, before: article.draft) }
        try workingCopies.drop(of: article.id, editor: editor.id)
        guard let edition, let place else { return nil }
        var former: FormerPlace?
        _ = try editions.changeFrontPage(of: edition, by: editor.maker) { front in
            guard front.place(of: article.id) != place else { return }
            former = front.stories.firstIndex(of: article.id).map { .index($0) } ?? FormerPlace.none
            front.put(article.id, place)
        }
        return former
    }

    /// Has readers' devices told of an article once it is out, instead of what they were to be told before.
    func tell(_ message: MessageForm, of article: Int, by editor: Editor) throws {
        try readerMessages.callOff(article, by: editor.maker)
        guard !message.audience.isEmpty else { return }
        _ = try readerMessages.insert(message.draft(of: article), by: editor.maker)
    }

    /// Takes back an article that has not gone out yet, and its place on the front page.
    /// - Parameter due: when it was to go out before; nil if it was not.
    func unpublish(_ article: Article, until due: Date?, to place: FormerPlace?, _ state: Workflow?, by editor: Editor)
        throws
    {
        let edition = try place.flatMap { _ in
            try editions.front(with: article.draft, at: article.publishAt ?? Date())?.number
        }
        if let edition { try editions.hold(edition) }
        try readerMessages.callOff(article.id, by: editor.maker)
        let later = due.flatMap { $0 > Date() ? MoveRequest(.schedule, at: $0) : nil }
        func take(_ move: MoveRequest) throws {
            _ = try articles.change(article.id, revision: article.revision, move, by: editor)
        }
        do {
            try take(later ?? .init(.unschedule))
        } catch ArchiveError.faults {
            // That time is none any more; what matters is that nothing goes out now.
            try take(.init(.unschedule))
        }
        if later == nil, article.secondsToGo != nil { try articles.restore(state, of: article.id, by: editor) }
        guard let edition, let place else { return }
        _ = try editions.changeFrontPage(of: edition, by: editor.maker) { $0.put(article.id, at: place.index) }
    }
}

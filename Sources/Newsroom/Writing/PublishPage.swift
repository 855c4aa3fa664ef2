import Archive
import Editorial
import Foundation
import News
import Web

/// The panel for publishing an article: what is missing, when it goes out, and where it stands on the front page.
struct PublishPage: Sendable {
    /// A field without which the article cannot go out.
    struct Gap: Sendable {
        var url: String
        var fault: String
    }

    var id: Int
    var revision: Int
    /// The version of the text that is published, which the page behind the panel goes on from.
    var version: Int
    var headline: String
    var gaps: [Gap]
    /// What readers would miss, although it can go out without.
    var checks: [String]
    var isWhole: Bool
    var noText: Bool
    /// The end of an embargo, before which it cannot go out.
    var embargo: String?
    var isLater: Bool
    var at: String
    var zone: String
    var atFault: String?
    /// The changes that others saved since the visitor opened the article; nil if there are none.
    var unseen: UnseenChanges?
    /// The places on the front page; empty if there is no front page yet.
    var places: [Choice]
    var hasPlaces: Bool
    /// That another edition, with a front page of its own, comes soon; nil if none is scheduled.
    var nextEdition: String?
    /// The edition that readers have, if they would have a new one's front page once the article is out.
    var presentEdition: String?
    var keepsEdition: Bool
    /// The message to readers' devices that goes out with it; nil if there is no push.
    var telling: MessageFields?
    /// How many devices get it; nil while it is for nobody.
    var reach: MessageReach?
    var confirm: String
    /// The words of the button that confirms it.
    struct Names: Sendable {
        var now: String
        /// Now, and readers' devices get a message.
        var telling: String
        var later: String
    }
    var names: Names
    var name: String

    init(
        _ article: Article, _ written: WrittenArticle, _ doubts: PublishDoubts, _ front: FrontPage?,
        telling: (message: MessageFields, reach: MessageReach?)?, typed: NewsroomForm?, atFault: String?,
        _ strings: Strings
    ) {
        (self.telling, reach) = (telling?.message, telling?.reach)
        let draft = written.draft
        (id, revision, version) = (article.id, article.revision, written.version)
        headline = draft.headline.isEmpty ? strings["room_noHeadline"] : draft.headline
        gaps = written.gaps.map { fault in
            let name = WritingPage.fields[fault.field] ?? fault.field
            return Gap(url: NewsroomLinks.article(article.id) + "#" + name, fault: strings.fault(name, fault.detail))
        }
        noText = !draft.hasText
        let named: Set<ArticleCheck> = [.noBody, .noAlt]
        checks = doubts.drafter.map { [strings("room_publishDraft", $0)] } ?? []
        checks += ArticleCheck.of(draft).filter { !named.contains($0) }.map { strings["room_check_" + $0.rawValue] }
        checks += doubts.links.map { $0.address + ": " + strings.text(of: $0.fault) }
        checks += doubts.tasks.compactMap { task in
            strings.task(of: task).map { $0 + ": " + CommentText.beginning(task.text) }
        }
        checks += doubts.writers.map { strings("room_publishWriter", $0) }
        isWhole = gaps.isEmpty
        let until = draft.embargoUntil.flatMap { $0 > Date() ? $0 : nil }
        embargo = until.map { strings("room_embargoUntil", Moment($0, strings).text) }
        // A time that has nearly come is that of somebody who has just published it.
        let planned = article.secondsToGo == nil ? article.publishAt : nil
        let isLater = typed.map { $0["when"] == "later" } ?? (planned != nil) || until != nil
        self.isLater = isLater
        at = typed?["at"] ?? LocalMoment.text(planned ?? until?.nextMinute, in: strings.timeZone)
        zone = strings.zoneName
        self.atFault = atFault
        places = front.map { Self.places(of: article.id, on: $0, typed?["front"], strings) } ?? []
        hasPlaces = !places.isEmpty
        keepsEdition = typed?["edition"] != "new"
        confirm = noText ? "publish" + WritingCommand.anyway : "publish"
        let words = noText ? "room_withoutText_" : "room_move_"
        let names = Names(
            now: strings[words + "publish"], telling: strings[words + "publishTelling"],
            later: strings[words + "schedule"])
        name = isLater ? names.later : telling?.reach != nil ? names.telling : names.now
        self.names = names
    }

    /// Among the front page's stories there is a place only if it has others.
    private static func places(of story: Int, on front: FrontPage, _ typed: String?, _ strings: Strings) -> [Choice] {
        let chosen = typed.flatMap { FrontPage.Place(rawValue: $0) } ?? front.place(of: story)
        let isAlone = front.stories.allSatisfy { $0 == story }
        return FrontPage.Place.allCases.filter { $0 != .placed || !isAlone }.map {
            let name = "room_place_" + $0.rawValue + ($0 == .time && isAlone ? "_alone" : "")
            return Choice(value: $0.rawValue, name: strings[name], isChosen: $0 == chosen)
        }
    }
}

extension Date {
    /// The next full minute, since times are typed to the minute.
    fileprivate var nextMinute: Date { Date(timeIntervalSince1970: (timeIntervalSince1970 / 60).rounded(.up) * 60) }
}

/// Reasons to wait with an article that others know of.
struct PublishDoubts: Sendable {
    /// The links that did not answer when they were checked lately.
    var links: [(address: String, fault: LinkChecker.Fault)]
    /// The open tasks.
    var tasks: [Comment]
    /// Others who have text that is not saved.
    var writers: [String]
    /// Somebody else who began the article and has not submitted it, or has taken it back.
    var drafter: String?
}

/// An article as somebody has written it, saved or not, merged with what others saved meanwhile.
struct WrittenArticle: Sendable {
    /// The saved draft, or the one to save.
    var draft: ArticleDraft
    var isSaved: Bool
    /// The version of the unsaved text; 0 if there is none.
    var version: Int
    /// What is wrong with it or missing, so that it cannot go out.
    var gaps: [ArticleDraft.Fault]

    /// The draft to save; nil if it is saved.
    var unsaved: ArticleDraft? { isSaved ? nil : draft }
}

extension NewsroomDesk {
    /// What the visitor has written; nil if it collides with what somebody else saved.
    func written(_ article: Article, _ visit: Visit) async throws -> WrittenArticle? {
        let editor = visit.editor.id
        guard let copy = try await archive.read({ try $0.workingCopies.find(of: article.id, editor: editor) }) else {
            return WrittenArticle(draft: article.draft, isSaved: true, version: 0, gaps: article.draft.gaps)
        }
        let saved = try await articleForm(article, visit)
        let merge = try await merge(ArticleForm(copy.fields), since: copy.base, article, saved, visit)
        guard merge.theirs.isEmpty else { return nil }
        let (draft, faults) = try await merge.form.read(of: article, instead: saved, visit.strings.timeZone)
        let named = Set(faults.map(\.field))
        return WrittenArticle(
            draft: draft, isSaved: merge.form.differences(from: saved).isEmpty, version: copy.version,
            gaps: faults + draft.gaps.filter { !named.contains($0.field) })
    }
}

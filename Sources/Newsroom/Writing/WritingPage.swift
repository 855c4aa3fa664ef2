import Archive
import Editorial
import Foundation
import News
import Web

/// The page on which an article is written.
struct WritingPage: Sendable {
    struct Field: Sendable {
        var value: String
        /// The fault, and what to do about it.
        var fault: String?
        /// The version that somebody else saved meanwhile.
        var theirs: Theirs?

        var isUsed: Bool { !value.isEmpty || fault != nil || theirs != nil }
    }
    /// The version of a field that somebody else saved meanwhile, with its differences from the one written here.
    struct Theirs: Sendable {
        var input: String
        var label: String
        var parts: [TextDifference.Part]

        init(_ input: String, _ theirs: String, instead mine: String, _ strings: Strings) {
            (self.input, label) = (input, strings["room_field_" + input])
            let (before, after) = (strings.withNamedPictures(mine), strings.withNamedPictures(theirs))
            let parts = TextDifference.excerpt(TextDifference.parts(from: before, to: after))
            self.parts = theirs.isEmpty ? [.init(text: "–")] : parts
        }
    }
    struct Button: Sendable {
        var value: String
        var name: String
    }
    /// A picture of the library.
    struct Picture: Sendable {
        var value: String
        var name: String
        var image: String
    }

    /// Something that the visitor has to know.
    struct Notice: Sendable {
        var noticeText: String
        var noticeWords: String?
        /// Whether the article was taken back from its writers.
        var isBad: Bool

        /// That an article was sent back is shown to everyone, since it explains why it is a draft again;
        /// other notices go only to its writers, and only once.
        init?(_ article: Article, for editor: Editor, _ strings: Strings) {
            guard let notice = article.notice, notice.move == .sendBack || notice.untold.contains(editor.id) else {
                return nil
            }
            noticeText = strings.text(of: notice) + ", " + Moment(notice.at, strings).text
            noticeWords = notice.note.isEmpty ? nil : notice.note
            isBad = notice.move.takesBack
        }
    }

    struct Together: Sendable {
        var comments: CommentsPart
        var presence: PresencePart
        /// Names this page to those who have the article open.
        var page: String
    }

    /// A move that was refused.
    struct Refused: Sendable {
        var text: String
        /// The fault in the text.
        var fault: String?
    }

    /// Whether the page is laid out as the desk.
    let isDesk = true
    var id: Int
    /// The writer whose text the browser keeps.
    var writer: Int
    /// The browser's copy that arrived with the form, which the browser can now drop.
    var received: String?
    var revision: Int
    /// The revision that the changes started from, and the version of the stored copy.
    var base: Int
    var version: Int
    var state: String
    var details: [String]
    /// The move that took the article back from its writer, and the reason given.
    var sentBack: Notice?
    var url: String?
    /// Whether the visitor may tell readers' devices of it.
    var canTell = false
    /// How many devices have a message about it, which changes with a correction, in words.
    var toldDevices: String?
    var isEditable: Bool
    /// The saved text as HTML, which was sanitised when it was written, for those who cannot change it.
    var readBody: String
    /// Text of the visitor's own that cannot be saved any more, to be copied.
    var unwritten: String?
    /// Who saved what collides with the text, in words; nil if nothing does.
    var collision: String?
    /// The time when the unsaved changes were stored.
    var unsaved: String?
    /// What others write about it, and who of them has it open.
    var together: Together
    var openComments: Bool
    var headlineLimit = ArticleCheck.headlineLimit
    /// The number of characters for which small screens still have room.
    var headlineLeft: String
    var field: [String: Field]
    var sections: [Choice]
    var editions: [Choice]
    /// The name of saving: for an article that readers see, it is publishing.
    var save: String
    /// Whether this visitor may publish it, or say when it goes out.
    var mayPublish: Bool
    /// Whether its writer may take it back, and cannot change it until then.
    var mayRecall: Bool
    /// The move of the button beside *Save* for whoever may not publish.
    var nextMove: Button?
    /// The other moves that need only a click.
    var moves: [Button]
    /// The seconds within which publishing it can be undone, and the place that the story had on the front page.
    var going: Int?
    var formerPlace: String?
    /// When it was to go out before, in seconds since 1970.
    var formerTime: Int?
    /// How far the newsroom was with it before.
    var formerState: String?
    /// The revision that readers had until the change that was published just now.
    var changedSince: Int?
    /// The name of the move after which nothing of it is shown again.
    var killName: String
    var killDetail: String
    /// Moves that need a text or a time, by name.
    var needs: [String: Bool]
    /// The text of a move that was refused, by the move's name.
    var refused: [String: Refused]
    /// A question about a move, if that needs confirming.
    var question: Question?
    /// The changes of others that are shown before a move, and the button that makes it then.
    var unseen: UnseenChanges?
    var unseenMove: Button?
    /// The time zone of the times shown, as scripts know it, and by name.
    var zone: String
    var zoneName: String
    /// Whether groups of fields are unfolded. On a phone only those are that need attention.
    var openSide: Bool
    var openPicture: Bool
    /// The addresses of the chosen picture, and of the one that somebody else saved meanwhile.
    var chosen: String?
    var theirPicture: String?
    /// The pictures found by a search without a script.
    var pictures: [Picture]
    var pictureWords: String
    var picturesNone: Bool
    var openSection: Bool
    var openPlace: Bool
    /// Places that match the typed name.
    var places: PlaceOffers
    /// The related stories chosen, and those found by a search.
    var related: [Button]
    var foundStories: [Button]
    var relatedWords: String
    var keywordsHint: String
    var mayCluster: Bool
    var relatedNone: Bool
    var openMore: Bool
    var faults: [Field]
    var aside: ArticleAside
    var links: LinksPart

    init(
        _ visit: NewsroomDesk.Visit, _ article: Article, _ merge: ArticleMerge, isFolded: Bool, copy: WorkingCopy?,
        isTyped: Bool,
        _ together: Together, _ choices: ArticleChoices, _ offers: WritingOffers, faults: [ArticleDraft.Fault],
        refused: MoveRequest?, asking: MoveQuestion?, received: String?, _ aside: ArticleAside, _ links: LinksPart?
    ) {
        let strings = visit.strings
        (writer, self.received) = (visit.editor.id, received)
        (id, revision) = (article.id, article.revision)
        // A form without collisions has everything that others saved: it goes on from the current revision.
        base = merge.theirs.isEmpty ? article.revision : copy?.base ?? article.revision
        version = copy?.version ?? 0
        state =
            article.secondsToGo == nil ? strings.state(of: article.state) : strings["room_publishingSoon"]
        details = Self.details(article, strings)
        sentBack = Notice(article, for: visit.editor, strings)
        url = article.state.publication.isOut ? "/articles/" + article.slug : nil
        let possible = article.moves(for: visit.editor)
        isEditable = possible.contains(.save)
        readBody = ReadText(article.draft).html
        unsaved =
            isTyped
            ? nil
            : copy.map {
                strings(
                    article.state.publication.isOut ? "room_unsavedOut" : "room_unsaved",
                    Moment($0.updatedAt, strings).text)
            }
        self.together = together
        openComments = !isFolded || together.comments.isOpen
        let left = headlineLimit - (merge.form.fields["headline"] ?? "").unicodeScalars.count
        headlineLeft = strings[left < 0 ? "room_counterOver" : "room_counter"].replacing("{}", with: "\(abs(left))")
        let (field, marked) = Self.fields(of: merge, faults, refused, strings)
        (self.field, self.faults) = (field, marked)
        sections = choices.sections(chosen: merge.form["section"])
        editions = choices.editions(chosen: merge.form["edition"], strings)
        let publishes = possible.contains(.schedule)
        going = publishes ? article.secondsToGo : nil
        mayPublish = publishes && going == nil
        let next: Move? = possible.contains(.submit) && !publishes ? .submit : nil
        nextMove = next.map { Self.button($0, strings) }
        // Editors send back what others submitted.
        let isOthers = possible.contains(.sendBack) && article.author?.id != visit.editor.id
        let hidden =
            [next, isOthers ? .recall : nil, going == nil ? nil : .unschedule].compactMap(\.self) + Self.special
        mayRecall = !isEditable && possible.contains(.recall) && !isOthers
        moves = possible.filter { !hidden.contains($0) }.map { Self.button($0, strings) }
        (formerPlace, formerTime, formerState) = (nil, nil, nil)
        let isDraft = article.state.publication.wasNeverOut
        killName = strings[isDraft ? "room_deleteDraft" : "room_move_kill"]
        killDetail = strings[isDraft ? "room_deleteDraftDetail" : "room_killDetail"]
        save = strings[article.state.publication.isOut ? "room_saveOut" : "room_save"]
        needs = Self.needs(of: possible)
        self.refused =
            refused.map { [Self.key($0.move): Refused(text: $0.text, fault: field["text"]?.fault)] } ?? [:]
        question = asking.map { Question($0, strings) }
        (zone, zoneName) = (strings.timeZone.identifier, strings.zoneName)
        // What a search found and what is at fault is shown on any screen.
        func opens(_ names: [String], _ isWide: Bool) -> Bool {
            names.contains { name in
                let needsAttention = field[name]?.fault != nil || field[name]?.theirs != nil
                return needsAttention || offers.search?.field == name || isWide && field[name]?.value.isEmpty == false
            }
        }
        openSide = !isFolded
        openPicture = !isFolded || opens(["picture", "alt", "caption", "credit"], false)
        chosen = Thumbnail.address(merge.form["picture"])
        theirPicture = merge.theirs["picture"].flatMap(Thumbnail.address)
        pictures = offers.pictures.map {
            Picture(value: $0.record.hash, name: $0.name(strings), image: $0.thumbnail)
        }
        pictureWords = offers.search?.of("picture") ?? ""
        picturesNone = offers.search?.of("picture") != nil && offers.pictures.isEmpty
        openSection = !isFolded || opens(["section", "categories", "byline"], false)
        openPlace = opens(["place_name", "latitude", "longitude", "radius"], !isFolded)
        places = offers.places
        related = merge.form.related.map { Button(value: $0, name: offers.headlines[$0] ?? $0) }
        foundStories = offers.stories.map { Button(value: $0.slug, name: ArticleRow($0, strings).headline) }
        relatedWords = offers.search?.of("related") ?? ""
        relatedNone = offers.search?.of("related") != nil && offers.stories.isEmpty
        keywordsHint = strings("room_keywordsHint", offers.keywords.joined(separator: ", "))
        mayCluster = visit.editor.role >= .editor && article.state.publication.isOut
        openMore = opens(
            ["related", "keywords", "translation_of", "slug", "embargo", "planned", "edition", "language"],
            false)
        self.aside = aside
        self.links = links ?? LinksPart(nil, links: 0, of: article.id, strings)
    }
}

extension Article {
    /// The seconds until it goes out, if somebody has just published it.
    var secondsToGo: Int? {
        guard let left = publishAt?.timeIntervalSinceNow, (0...ChosenTime.patience).contains(left) else {
            return nil
        }
        return Int(left.rounded(.up))
    }
}

import Archive
import Editorial
import Foundation
import News
import PostgreSQL
import Web

/// What can be chosen in an article.
struct ArticleChoices: Sendable {
    var sections: [Section]
    var editions: [Edition]

    init(_ connection: Connection) throws {
        sections = try connection.sections()
        editions = try connection.editions(limit: 20, onlyPublished: false)
    }
}

/// What the page offers for what was typed.
struct WritingOffers: Sendable {
    var places = PlaceOffers()
    /// The headlines of the related stories, by their slugs.
    var headlines: [String: String] = [:]
    /// What the article is about by its text.
    var keywords: [String] = []
    /// The words of a search for related stories, and what it found.
    var words: String?
    var stories: [Article] = []
}

/// The page on which an article is written.
struct WritingPage: Sendable {
    struct Field: Sendable {
        var value: String
        /// What is wrong with it, and what to do.
        var fault: String?
        /// What somebody else saved meanwhile.
        var theirs: String?
    }
    struct Button: Sendable {
        var value: String
        var name: String
        var isMain = false
    }

    /// Something of which who looks has to know.
    struct Notice: Sendable {
        var noticeText: String
        var noticeWords: String?

        /// That it was sent back tells everybody why it is a draft again; the rest its writers alone, once.
        init?(_ article: Article, for editor: Editor, _ strings: Strings) {
            guard let notice = article.notice, notice.move == .sendBack || notice.untold.contains(editor.id) else {
                return nil
            }
            noticeText = strings.text(of: notice) + ", " + Moment(notice.at, strings).text
            noticeWords = notice.note.isEmpty ? nil : notice.note
        }
    }

    /// A move that was refused.
    struct Refused: Sendable {
        var text: String
        /// What is wrong with the text.
        var fault: String?
    }

    var id: Int
    /// Whose text the browser keeps.
    var writer: Int
    /// The browser's copy that came here with the form, of which it need keep nothing more.
    var received: String?
    var revision: Int
    /// The revision that was begun from, and the version of what is kept.
    var base: Int
    var version: Int
    var state: String
    var details: [String]
    /// What took the article back from who wrote it, and what was said with that.
    var sentBack: Notice?
    var url: String?
    var isEditable: Bool
    var isCollision: Bool
    /// When what is not saved was kept.
    var unsaved: String?
    var others: [String]
    var headlineLimit = ArticleCheck.headlineLimit
    /// How many more characters small screens have room for.
    var headlineLeft: String
    var field: [String: Field]
    var sections: [Choice]
    var editions: [Choice]
    /// What saving is called: of what readers see, it is publishing.
    var save: String
    /// Moves that need nothing but a press.
    var moves: [Button]
    /// Moves that need words or a moment, by their names.
    var needs: [String: Bool]
    /// What was typed with a move that was refused, by its name.
    var refused: [String: Refused]
    /// What makes the move though there is no text, where that is asked.
    var textQuestion: Button?
    /// When an article is scheduled for, unless another moment is said.
    var at: String
    /// In what times are told.
    var zone: String
    /// Which groups of fields there is something in.
    var openPicture: Bool
    /// The address of the picture as it was chosen.
    var chosen: String?
    var openPlace: Bool
    /// Places of the name that was typed.
    var places: PlaceOffers
    /// The stories that are chosen as related, and those that were searched for.
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
        _ visit: NewsroomDesk.Visit, _ article: Article, _ merge: ArticleMerge, copy: WorkingCopy?, isTyped: Bool,
        others: [Writing], _ choices: ArticleChoices, _ offers: WritingOffers, faults: [ArticleDraft.Fault],
        refused: MoveRequest?, asking: Move?, received: String?, _ aside: ArticleAside, _ links: LinksPart?
    ) {
        let strings = visit.strings
        (writer, self.received) = (visit.editor.id, received)
        (id, revision) = (article.id, article.revision)
        (base, version) = (copy?.base ?? article.revision, copy?.version ?? 0)
        state = strings.state(of: article.state)
        details = Self.details(article, strings)
        sentBack = Notice(article, for: visit.editor, strings)
        url = article.state.publication.isOut ? "/articles/" + article.slug : nil
        let possible = article.moves(for: visit.editor)
        isEditable = possible.contains(.save)
        isCollision = !merge.theirs.isEmpty
        unsaved = isTyped ? nil : copy.map { strings("room_unsaved", Moment($0.updatedAt, strings).text) }
        self.others = others.map { strings("room_alsoWriting", $0.editor) }
        let left = headlineLimit - (merge.form.fields["headline"] ?? "").unicodeScalars.count
        headlineLeft = strings["room_counter"].replacing("{}", with: "\(left)")
        var field: [String: Field] = [:]
        for name in ArticleForm.names {
            field[name] = Field(
                value: merge.form.fields[name] ?? "", theirs: merge.theirs[name].map { $0.isEmpty ? "–" : $0 })
        }
        self.faults = faults.map { fault in
            let name = Self.fields[fault.field] ?? fault.field
            let text = strings.fault(name, fault.detail)
            field[name, default: Field(value: "")].fault = text
            return Field(value: name == "text" ? "text_" + (refused?.move.rawValue ?? "") : name, fault: text)
        }
        self.field = field
        sections = choices.sections.map {
            Choice(value: $0.slug, name: $0.name, isChosen: $0.slug == merge.form["section"])
        }
        editions =
            [Choice(value: "", name: strings["room_weekly"])]
            + choices.editions.map { edition in
                Choice(
                    value: "\(edition.number)",
                    name: "\(edition.number), \(Moment.day(edition.date, strings))"
                        + (edition.title.isEmpty ? "" : ", " + edition.title),
                    isChosen: "\(edition.number)" == merge.form["edition"])
            }
        moves = possible.filter { $0 != .save && !Self.needing.contains($0) }.map {
            Button(
                value: $0.rawValue, name: strings["room_move_" + $0.rawValue],
                isMain: $0 == (possible.contains(.publish) ? .publish : .submit))
        }
        save = strings[article.state.publication.isOut ? "room_saveOut" : "room_save"]
        needs = Dictionary(
            uniqueKeysWithValues: possible.filter { Self.needing.contains($0) }.map {
                (Self.key($0), true)
            })
        self.refused =
            refused.map { [Self.key($0.move): Refused(text: $0.text, fault: field["text"]?.fault)] } ?? [:]
        textQuestion = asking.map {
            Button(
                value: $0.rawValue + WritingCommand.withoutText, name: strings["room_withoutText_" + $0.rawValue])
        }
        let hour = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 / 3600).rounded(.up) * 3600)
        at = LocalMoment.text(refused?.at ?? article.publishAt ?? hour, in: strings.timeZone)
        zone = strings.timeZone.identifier
        func isUsed(_ names: [String]) -> Bool {
            names.contains { field[$0].map { !$0.value.isEmpty || $0.fault != nil || $0.theirs != nil } ?? false }
        }
        openPicture = isUsed(["picture", "alt", "caption", "credit"])
        chosen = isSHA256(merge.form["picture"]) ? "/media/\(merge.form["picture"])/240q60.jpg" : nil
        openPlace = isUsed(["place_name", "latitude", "longitude", "radius"])
        places = offers.places
        related = merge.form.related.map { Button(value: $0, name: offers.headlines[$0] ?? $0) }
        foundStories = offers.stories.map { Button(value: $0.slug, name: ArticleRow($0, strings).headline) }
        (relatedWords, relatedNone) = (offers.words ?? "", offers.words != nil && offers.stories.isEmpty)
        keywordsHint = strings("room_keywordsHint", offers.keywords.joined(separator: ", "))
        mayCluster = visit.editor.role >= .editor && article.state.publication.isOut
        openMore =
            offers.words != nil || isUsed(["related", "keywords", "translation_of", "slug", "embargo", "edition"])
            || field["language"]?.fault != nil
        self.aside = aside
        self.links = links ?? LinksPart(nil, links: 0, of: article.id, strings)
    }

    /// How templates call a move.
    private static func key(_ move: Move) -> String { move.rawValue.replacing("-", with: "_") }

    private static let needing: [Move] = [.sendBack, .schedule, .correct, .withdraw, .kill]

    /// The fields of the page for those of the API that are called otherwise.
    private static let fields = [
        "picture.hash": "picture", "picture.alt": "alt", "place": "latitude", "place.radius": "radius",
        "translationOf": "translation_of", "embargoUntil": "embargo",
    ]

    private static func details(_ article: Article, _ strings: Strings) -> [String] {
        var details: [String] = []
        if let at = article.publishAt { details.append(strings("room_scheduledFor", Moment(at, strings).text)) }
        if let until = article.state.embargoUntil, until > Date() {
            details.append(strings("room_embargoUntil", Moment(until, strings).text))
        }
        if let author = article.author { details.append(strings("room_begunBy", author.name)) }
        details.append(strings("room_savedAt", Moment(article.updatedAt, strings).text))
        return details
    }
}

extension Strings {
    /// Both states of an article in words.
    func state(of state: ArticleState) -> String {
        let publication = self["room_publication_" + state.publication.rawValue]
        guard state.publication == .unpublished else { return publication }
        return self["room_workflow_" + state.workflow.rawValue.replacing(" ", with: "-")]
    }

    /// What is wrong with a field of an article, and what to do; as it was told where no words stand for it.
    fileprivate func fault(_ name: String, _ detail: String) -> String {
        let key = "room_fault_" + name
        let text = self[key]
        return text == key ? detail : text
    }
}

import Archive
import Editorial
import Foundation
import News
import Web

/// The choices for an article's fields.
struct ArticleChoices: Sendable {
    var sections: [Section]
    var editions: [Edition]

    init(_ holdings: Holdings) throws {
        sections = try holdings.sections.list()
        editions = try holdings.editions.list(limit: 20, onlyPublished: false)
    }
}

/// The suggestions for what was typed.
struct WritingOffers: Sendable {
    var places = PlaceOffers()
    /// The headlines of the related stories, by their slugs.
    var headlines: [String: String] = [:]
    /// The keywords found in the article's text.
    var keywords: [String] = []
    /// The words of a search for related stories, and its results.
    var words: String?
    var stories: [Article] = []
}

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
            let parts = TextDifference.excerpt(TextDifference.parts(from: mine, to: theirs))
            self.parts = theirs.isEmpty ? [.init(text: "–")] : parts
        }
    }
    struct Button: Sendable {
        var value: String
        var name: String
        var isMain = false
    }

    /// Something that the visitor has to know.
    struct Notice: Sendable {
        var noticeText: String
        var noticeWords: String?

        /// That an article was sent back is shown to everyone, since it explains why it is a draft again;
        /// other notices go only to its writers, and only once.
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
        /// The fault in the text.
        var fault: String?
    }

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
    var isEditable: Bool
    var isCollision: Bool
    /// The time when the unsaved changes were stored.
    var unsaved: String?
    var others: [String]
    var headlineLimit = ArticleCheck.headlineLimit
    /// The number of characters for which small screens still have room.
    var headlineLeft: String
    var field: [String: Field]
    var sections: [Choice]
    var editions: [Choice]
    /// The name of saving: for an article that readers see, it is publishing.
    var save: String
    /// Moves that need only a click.
    var moves: [Button]
    /// Moves that need a text or a time, by name.
    var needs: [String: Bool]
    /// The text of a move that was refused, by the move's name.
    var refused: [String: Refused]
    /// The button that makes the move although there is no text, if that needs confirming.
    var textQuestion: Button?
    /// The suggested time for scheduling.
    var at: String
    /// The time zone of the times shown.
    var zone: String
    /// Whether these groups of fields contain anything.
    var openPicture: Bool
    /// The address of the chosen picture.
    var chosen: String?
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
        _ visit: NewsroomDesk.Visit, _ article: Article, _ merge: ArticleMerge, copy: WorkingCopy?, isTyped: Bool,
        others: [Writing], _ choices: ArticleChoices, _ offers: WritingOffers, faults: [ArticleDraft.Fault],
        refused: MoveRequest?, asking: Move?, received: String?, _ aside: ArticleAside, _ links: LinksPart?
    ) {
        let strings = visit.strings
        (writer, self.received) = (visit.editor.id, received)
        (id, revision) = (article.id, article.revision)
        // A form without collisions has everything that others saved: it goes on from the current revision.
        base = merge.theirs.isEmpty ? article.revision : copy?.base ?? article.revision
        version = copy?.version ?? 0
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
        let (field, marked) = Self.fields(of: merge, faults, refused, strings)
        (self.field, self.faults) = (field, marked)
        sections = choices.sections(chosen: merge.form["section"])
        editions = choices.editions(chosen: merge.form["edition"], strings)
        moves = Self.buttons(of: possible, strings)
        save = strings[article.state.publication.isOut ? "room_saveOut" : "room_save"]
        needs = Self.needs(of: possible)
        self.refused =
            refused.map { [Self.key($0.move): Refused(text: $0.text, fault: field["text"]?.fault)] } ?? [:]
        textQuestion = asking.map { Self.question($0, strings) }
        at = LocalMoment.text(refused?.at ?? article.publishAt ?? .nextHour, in: strings.timeZone)
        zone = strings.timeZone.identifier
        let used = Set(field.filter(\.value.isUsed).keys)
        openPicture = !used.isDisjoint(with: ["picture", "alt", "caption", "credit"])
        chosen = isSHA256(merge.form["picture"]) ? "/media/\(merge.form["picture"])/240q60.jpg" : nil
        openPlace = !used.isDisjoint(with: ["place_name", "latitude", "longitude", "radius"])
        places = offers.places
        related = merge.form.related.map { Button(value: $0, name: offers.headlines[$0] ?? $0) }
        foundStories = offers.stories.map { Button(value: $0.slug, name: ArticleRow($0, strings).headline) }
        (relatedWords, relatedNone) = (offers.words ?? "", offers.words != nil && offers.stories.isEmpty)
        keywordsHint = strings("room_keywordsHint", offers.keywords.joined(separator: ", "))
        mayCluster = visit.editor.role >= .editor && article.state.publication.isOut
        openMore =
            offers.words != nil || field["language"]?.fault != nil
            || !used.isDisjoint(with: ["related", "keywords", "translation_of", "slug", "embargo", "edition"])
        self.aside = aside
        self.links = links ?? LinksPart(nil, links: 0, of: article.id, strings)
    }

    /// The fields with their values and faults, and the faults in the order of the check.
    private static func fields(
        of merge: ArticleMerge, _ faults: [ArticleDraft.Fault], _ refused: MoveRequest?, _ strings: Strings
    ) -> (all: [String: Field], faults: [Field]) {
        let values = ArticleForm.names.map { name in
            let mine = merge.form.fields[name] ?? ""
            return (
                name, Field(value: mine, theirs: merge.theirs[name].map { Theirs(name, $0, instead: mine, strings) })
            )
        }
        var all = Dictionary(uniqueKeysWithValues: values)
        let links = faults.map { fault in
            let name = fields[fault.field] ?? fault.field
            let text = strings.fault(name, fault.detail)
            all[name, default: Field(value: "")].fault = text
            return Field(value: name == "text" ? "text_" + (refused?.move.rawValue ?? "") : name, fault: text)
        }
        return (all, links)
    }

    private static func needs(of possible: [Move]) -> [String: Bool] {
        Dictionary(uniqueKeysWithValues: possible.filter(needing.contains).map { (key($0), true) })
    }

    private static func question(_ move: Move, _ strings: Strings) -> Button {
        Button(value: move.rawValue + WritingCommand.withoutText, name: strings["room_withoutText_" + move.rawValue])
    }

    /// The moves that need only a click.
    private static func buttons(of possible: [Move], _ strings: Strings) -> [Button] {
        let main: Move = possible.contains(.publish) ? .publish : .submit
        return possible.filter { $0 != .save && !needing.contains($0) }.map {
            Button(value: $0.rawValue, name: strings["room_move_" + $0.rawValue], isMain: $0 == main)
        }
    }

    /// The name of a move in templates.
    private static func key(_ move: Move) -> String { move.rawValue.replacing("-", with: "_") }

    private static let needing: [Move] = [.sendBack, .schedule, .correct, .withdraw, .kill]

    /// The page's names for fields whose API names differ.
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

extension ArticleChoices {
    fileprivate func sections(chosen slug: String) -> [Choice] {
        sections.map { Choice(value: $0.slug, name: $0.name, isChosen: $0.slug == slug) }
    }

    /// The editions after the choice of none.
    fileprivate func editions(chosen number: String, _ strings: Strings) -> [Choice] {
        [Choice(value: "", name: strings["room_weekly"])]
            + editions.map { edition in
                let title = edition.title.isEmpty ? "" : ", " + edition.title
                return Choice(
                    value: "\(edition.number)",
                    name: "\(edition.number), \(Moment.day(edition.date, strings))\(title)",
                    isChosen: "\(edition.number)" == number)
            }
    }
}

extension Date {
    /// The next full hour.
    fileprivate static var nextHour: Date {
        Date(timeIntervalSince1970: (Date().timeIntervalSince1970 / 3600).rounded(.up) * 3600)
    }
}

extension Strings {
    /// Both states of an article, in words.
    func state(of state: ArticleState) -> String {
        let publication = self["room_publication_" + state.publication.rawValue]
        guard state.publication == .unpublished else { return publication }
        return self["room_workflow_" + state.workflow.rawValue.replacing(" ", with: "-")]
    }

    /// The fault of a field and what to do about it; the original text if the catalogue has none.
    fileprivate func fault(_ name: String, _ detail: String) -> String {
        let key = "room_fault_" + name
        let text = self[key]
        return text == key ? detail : text
    }
}

import Archive
import Locating
import News
import Web

/// The topics that a reader follows, and their newest stories.
struct OwnNewsPage: Sendable {
    /// Something to follow.
    struct Choice: Sendable {
        var topic: String
        var name: String
        var isChosen: Bool
    }
    /// The topics of a kind.
    struct Group: Sendable {
        var heading: String
        var choices: [Choice]
        /// The page with all of them, if some are left out.
        var all: String?
        /// Whether it is unfolded.
        var isOpen: Bool
    }
    struct Story: Sendable {
        var headline: String
        var url: String
        var language: String
        var standfirst: String
        var moment: Moment
    }

    /// The state in which the form begins.
    struct Choices: Sendable {
        var followed: [ReaderTopic] = []
        /// The topic of the page that the reader comes from, which is ticked.
        var asked: ReaderTopic?
        /// The authors to choose from.
        var authors: [Author] = []
        /// The places of a name that was typed.
        var places: [Gazetteer.Entry] = []
        /// The key of what is to say about them.
        var placeNote: String?
        /// Whether the stories come by mail.
        var getsLetter = false
    }

    var stories: [Story]
    /// The start of older ones, for the address.
    var older: String?
    var groups: [Group]
    /// The address of the feed; nil as long as nothing is followed.
    var feed: String?
    /// Whether nothing is followed yet.
    var isEmpty: Bool
    var getsLetter: Bool
    /// A note about the place that was typed.
    var placeNote: String?

    /// - Parameter rows: the most stories, and the most topics of a kind.
    init(
        _ found: (stories: [News.Story], rest: Cursor?), _ choices: Choices, feed: String, _ masthead: Masthead,
        _ strings: Strings, rows: Int
    ) {
        let kept = found.stories.prefix(max(1, rows))
        stories = kept.map {
            Story(
                headline: $0.headline, url: "/articles/\($0.slug)", language: $0.language, standfirst: $0.standfirst,
                moment: Moment($0.publishedAt, strings))
        }
        let last = kept.last.map { Cursor(publishedAt: $0.publishedAt, id: $0.id) }
        older = (kept.count < found.stories.count ? last : found.rest)?.token
        groups = Self.groups(choices, masthead, strings, rows: rows)
        self.feed = choices.followed.isEmpty ? nil : feed
        (isEmpty, getsLetter) = (choices.followed.isEmpty, choices.getsLetter)
        placeNote = choices.placeNote.map { strings[$0] }
    }

    private static func groups(_ choices: Choices, _ masthead: Masthead, _ strings: Strings, rows: Int) -> [Group] {
        let followed = choices.followed + [choices.asked].compactMap(\.self)
        let found = choices.places.compactMap { entry in
            ReaderTopic(entry.place, named: entry.name).map { ($0, entry.title(in: strings.language)) }
        }
        let typed = followed.compactMap { topic -> (isPlace: Bool, topic: ReaderTopic, name: String)? in
            switch topic {
            case .keyword(let words): (false, topic, words)
            case .place(_, let name): found.contains { $0.0 == topic } ? nil : (true, topic, name)
            case .section, .category, .author: nil
            }
        }
        func group(_ kind: String, _ topics: [(topic: ReaderTopic, name: String)], page: Bool = true) -> Group? {
            let all = topics.map {
                Choice(topic: $0.topic.name, name: $0.name, isChosen: followed.contains($0.topic))
            }
            // Topics that are followed stay on the form, however little room there is: those missing would be followed no longer.
            var room = rows
            let shown = all.filter { choice in
                room -= choice.isChosen ? 0 : 1
                return choice.isChosen || room >= 0
            }
            guard !all.isEmpty else { return nil }
            return Group(
                heading: strings[kind], choices: shown, all: page && shown.count < all.count ? "/" + kind : nil,
                isOpen: !page || choices.followed.isEmpty || shown.contains(where: \.isChosen))
        }
        return [
            group("sections", masthead.sections.map { (.section($0.slug), $0.name) }),
            group("categories", masthead.categories.map { (.category($0.slug), $0.name) }),
            group("authors", choices.authors.map { (.author($0.slug), $0.title) }),
            group("me_keywords", typed.filter { !$0.isPlace }.map { ($0.topic, $0.name) }, page: false),
            group("me_places", typed.filter(\.isPlace).map { ($0.topic, $0.name) } + found, page: false),
        ].compactMap(\.self)
    }
}

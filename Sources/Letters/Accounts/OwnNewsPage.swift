import Archive
import News
import Web

/// The topics that a reader follows, and their newest stories.
struct OwnNewsPage: Sendable {
    /// A section, category or author.
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

    var stories: [Story]
    /// The start of older ones, for the address.
    var older: String?
    var groups: [Group]
    /// The address of the feed; nil as long as nothing is followed.
    var feed: String?
    /// Whether nothing is followed yet.
    var isEmpty: Bool

    /// - Parameters:
    ///   - asked: the topic of the page that the reader comes from, which is ticked.
    ///   - rows: the most stories, and the most topics of a kind.
    init(
        _ found: (stories: [News.Story], rest: Cursor?), _ followed: [PushTopic], asked: PushTopic?, authors: [Author],
        feed: String, _ masthead: Masthead, _ strings: Strings, rows: Int
    ) {
        let kept = found.stories.prefix(max(1, rows))
        stories = kept.map {
            Story(
                headline: $0.headline, url: "/articles/\($0.slug)", language: $0.language, standfirst: $0.standfirst,
                moment: Moment($0.publishedAt, strings))
        }
        let last = kept.last.map { Cursor(publishedAt: $0.publishedAt, id: $0.id) }
        older = (kept.count < found.stories.count ? last : found.rest)?.token
        func group(_ kind: String, _ topics: [(topic: PushTopic, name: String)]) -> Group? {
            let choices = topics.map {
                Choice(topic: $0.topic.name, name: $0.name, isChosen: followed.contains($0.topic) || $0.topic == asked)
            }
            // Topics that are followed stay on the form, however little room there is: those missing would be followed no longer.
            var room = rows
            let shown = choices.filter { choice in
                room -= choice.isChosen ? 0 : 1
                return choice.isChosen || room >= 0
            }
            guard !choices.isEmpty else { return nil }
            return Group(
                heading: strings[kind], choices: shown, all: shown.count < choices.count ? "/" + kind : nil,
                isOpen: followed.isEmpty || shown.contains(where: \.isChosen))
        }
        groups = [
            group("sections", masthead.sections.map { (.section($0.slug), $0.name) }),
            group("categories", masthead.categories.map { (.category($0.slug), $0.name) }),
            group("authors", authors.map { (.author($0.slug), $0.title) }),
        ].compactMap(\.self)
        self.feed = followed.isEmpty ? nil : feed
        isEmpty = followed.isEmpty
    }
}

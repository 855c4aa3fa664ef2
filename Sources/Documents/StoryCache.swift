import Archive
import News
import Synchronization
import Syndication

/// Stories as written for channels, by identifier and revision. After a change of the newspaper, only what
/// changed is read and written again, and another selection of known stories costs the archive no more than
/// their list.
final class StoryCache: Sendable {
    private struct Key: Hashable, Sendable {
        let id: Int
        let revision: Int
        let text: TextFormat
        let pictures: PicturePair?
        let format: DocumentFormat
        let writing: Int

        init(_ id: Int, _ revision: Int, _ plan: DeliveryPlan, _ format: DocumentFormat, _ masthead: Masthead) {
            self.id = id
            self.revision = revision
            text = max(plan.text, .summary)
            pictures = plan.pair
            self.format = format
            writing = masthead.writingHash
        }
    }

    private let cache: Mutex<ClockCache<Key, WrittenStory>>

    /// Creates a storyCache that holds about this many bytes.
    init(limit: Int) {
        cache = Mutex(ClockCache(limit: limit, costOf: { $0.size + 800 }))
    }

    /// Bytes that are in use.
    var cost: Int { cache.withLock(\.cost) }

    /// The stories of a page; nil for each one not on the storyCache.
    func stories(
        _ entries: [StoryPage.Entry], _ plan: DeliveryPlan, _ format: DocumentFormat, _ masthead: Masthead
    ) -> [WrittenStory?] {
        cache.withLock { cache in
            entries.map { cache.value(Key($0.id, $0.revision, plan, format, masthead)) }
        }
    }

    func add(_ stories: [WrittenStory], _ plan: DeliveryPlan, _ format: DocumentFormat, _ masthead: Masthead) {
        cache.withLock { cache in
            for story in stories {
                cache.insert(story, Key(story.story.id, story.story.revision, plan, format, masthead))
            }
        }
    }
}

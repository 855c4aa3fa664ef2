import Documents
import News
import Synchronization
import Web

/// The stories of lists, rendered once for all pages and attempts that show them in the same way: lists differ mostly in which
/// stories they have, and to render one takes longer than everything else.
final class StoryMarkup: Sendable {
    /// Everything that the markup of a story in a list depends on.
    struct Key: Hashable, Sendable {
        let id: Int
        let revision: Int
        let share: Packer.Share
        let pictures: PicturePair?
        /// The names of sections, and which renditions there are.
        let writing: Int
        let template: String
        let root: String
        let language: String
        /// Whether the section stands above the headline.
        let hasSection: Bool
        let isEditorial: Bool
    }

    private let templates: Templates
    private let cache: Mutex<ClockCache<Key, String>>

    /// - Parameter limit: the most bytes to keep.
    init(templates: Templates, limit: Int) {
        self.templates = templates
        cache = Mutex(ClockCache(limit: limit, costOf: { $0.utf8.count + 300 }))
    }

    /// A story with its share, as a template shows it in a list.
    func html(
        _ story: Story, _ share: Packer.Share, _ template: String, _ pictures: PicturePair?, _ masthead: Masthead,
        _ subject: ListPage.Subject
    ) throws -> String {
        let key = Key(
            id: story.id, revision: story.revision, share: share, pictures: pictures, writing: masthead.writingHash,
            template: template, root: subject.webEdition.root, language: subject.strings.language,
            hasSection: subject.section == nil, isEditorial: story.id == masthead.front.editorial)
        if let known = cache.withLock({ $0.value(key) }) { return known }
        let item = ListPage.Item(story, share, masthead, subject)
        let values = TemplateValues.properties(of: item).merging(["t": subject.strings]) { item, _ in item }
        let html = String(decoding: try templates.render(template, of: values), as: UTF8.self)
        cache.withLock { $0.insert(html, key) }
        return html
    }
}

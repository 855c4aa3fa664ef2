package import Archive
import Logging
package import News
import Synchronization
package import Syndication
package import Web

/// Provides documents: from the cache while they show the current revision, otherwise rendered once for
/// everyone who waits. While the database is unavailable, it provides the last known ones.
package final class DocumentCache: Sendable {
    /// A document and how it was obtained.
    package struct Copy: Sendable {
        package var document: Document
        package var source: Source

        package init(document: Document, source: Source) {
            self.document = document
            self.source = source
        }
        package enum Source: Sendable { case cache, rendered, stale }
    }

    package let archive: Archive
    package let revisions: Revisions
    package let cache: RenderedDocuments
    private let storyCache: StoryCache
    private let rendering = Mutex<[DocumentKey: Task<Document, any Error>]>([:])

    package init(archive: Archive, revisions: Revisions, cacheBytes: Int) {
        self.archive = archive
        self.revisions = revisions
        cache = RenderedDocuments(limit: cacheBytes / 3)
        storyCache = StoryCache(limit: cacheBytes / 3 * 2)
    }

    /// Bytes of cached documents and written stories.
    package var bytesInMemory: Int { cache.cost + storyCache.cost }

    /// The cached document of a key, if it is current.
    package func ready(_ key: DocumentKey) -> Document? {
        guard let document = cache[key], revisions.isCurrent(document.revision) else { return nil }
        return document
    }

    /// The document of a key. `render` is called with the masthead of the current revision, and may be
    /// called again if the newspaper changes meanwhile. If an earlier document exists, nobody waits for an
    /// unresponsive database.
    package func copy(_ key: DocumentKey, render: @escaping @Sendable (Masthead) async throws -> Document) async throws
        -> Copy
    {
        if let document = ready(key) { return Copy(document: document, source: .cache) }
        guard earlier(key) != nil else { return Copy(document: try await rendered(key, render), source: .rendered) }
        do {
            if let document = try await archive.answer({ try await self.rendered(key, render) }) {
                return Copy(document: document, source: .rendered)
            }
        } catch let error where ArchiveFault.away ~= error {
            guard earlier(key) != nil else { throw error }
        }
        // Looks again, since a kill may have arrived meanwhile.
        guard let document = earlier(key) else {
            return Copy(document: try await rendered(key, render), source: .rendered)
        }
        return Copy(document: document, source: .stale)
    }

    /// The last document of a key, current or not, if it may still be shown.
    private func earlier(_ key: DocumentKey) -> Document? {
        cache[key].flatMap { revisions.isPurged($0.revision) ? nil : $0 }
    }

    /// Stories as of the masthead's revision, with their texts. Throws 404 if the edition does not exist,
    /// and `Outdated` if the newspaper has changed since the masthead was read.
    /// - Parameter sources: whether to add the picture sources that pages show.
    package func stories(
        _ wanted: StoryQuery, text: TextFormat, pictures: PicturePair?, sources: Bool = false, _ masthead: Masthead
    ) async throws -> (stories: [Story], rest: Cursor?) {
        try await page(wanted, masthead) { entries, holdings in
            let stories = try self.read(entries, text, pictures, holdings)
            guard sources, let pictures else { return stories }
            return try holdings.pictures.adding(sources: pictures, to: stories)
        }
    }

    /// A story with everything that its own page shows.
    package struct Opened: Sendable {
        package var story: Story
        /// Its text, with the pictures in it.
        package var body: [BodyPart]
        /// Those pictures, by their hashes.
        package var pictures: [String: StoryPicture]
        package var translations: [Translation]
        /// The same story from other sources.
        package var doubles: [StoryCluster.Member]
        /// Its keywords, the most telling first.
        package var keywords: [Keyword]
        /// Related stories, with headline and standfirst.
        package var related: [Story]

        package init(
            story: Story, body: [BodyPart], pictures: [String: StoryPicture], translations: [Translation],
            doubles: [StoryCluster.Member], keywords: [Keyword], related: [Story]
        ) {
            self.story = story
            self.body = body
            self.pictures = pictures
            self.translations = translations
            self.doubles = doubles
            self.keywords = keywords
            self.related = related
        }
    }

    /// The published story with a slug, and everything that its page shows.
    package func story(slug: String, pictures: PicturePair?, _ masthead: Masthead) async throws -> Opened? {
        try await archive.read { holdings in
            let page = try holdings.stories.page(slug: slug)
            try self.check(page, masthead)
            var stories = try self.read(page.entries, .html, pictures, holdings)
            if let pictures { stories = try holdings.pictures.adding(sources: pictures, to: stories) }
            guard let story = stories.first else { return nil }
            let body = try holdings.stories.body(of: story.id, pictures: pictures)
            return Opened(
                story: story, body: body.parts + [.markup(story.correctionMarkup)], pictures: body.pictures,
                translations: try holdings.stories.translations(of: story.id),
                doubles: try holdings.clusters.find(of: story.id)?.members.filter { $0.id != story.id } ?? [],
                keywords: try holdings.keywords.list(of: [story.id])[story.id] ?? [],
                related: try self.read(
                    holdings.stories.related(to: story.id, limit: Self.relatedLimit).entries, .headline, nil, holdings))
        }
    }

    /// The number of related stories on an article's page.
    private static let relatedLimit = 4

    /// The results of a search.
    package struct Found: Sendable {
        /// A story with the search terms marked.
        package struct Hit: Sendable {
            package var story: Story
            package var marked: SearchHighlight
        }
        package var page: SearchPage
        /// The stories of the page, in its order.
        package var hits: [Hit]
    }

    /// A page of search results as of the masthead's revision.
    package func search(_ query: SearchQuery, limit: Int, _ masthead: Masthead) async throws -> Found {
        try await archive.read { holdings in
            let page = try holdings.search.find(query, in: masthead, limit: limit)
            try self.check(page.stories, masthead)
            let marked = try holdings.search.highlights(of: page)
            let stories = try self.read(page.stories.entries, .headline, nil, holdings)
            return Found(
                page: page,
                hits: stories.compactMap { story in marked[story.id].map { .init(story: story, marked: $0) } })
        }
    }

    /// The stories of a selection, written for channels. Those written before come from the storyCache.
    package func written(
        _ wanted: StoryQuery, _ plan: DeliveryPlan, _ format: DocumentFormat, _ site: Site, _ masthead: Masthead
    ) async throws -> (stories: [WrittenStory], rest: Cursor?) {
        try await page(wanted, masthead) { [storyCache] entries, holdings in
            var stories = storyCache.stories(entries, plan, format, masthead)
            let gaps = stories.indices.filter { stories[$0] == nil }
            if !gaps.isEmpty {
                let writer = StoryWriter(
                    masthead: masthead, site: site, text: max(plan.text, .summary), format: format)
                let read = try self.read(gaps.map { entries[$0] }, plan.text, plan.pair, holdings).map(
                    writer.write)
                storyCache.add(read, plan, format, masthead)
                for (gap, story) in zip(gaps, read) { stories[gap] = story }
            }
            return stories.compactMap(\.self)
        }
    }

    /// A page of a selection: finds its stories, then makes something of them.
    func page<Made: Sendable>(
        _ wanted: StoryQuery, _ masthead: Masthead,
        _ make: @escaping @Sendable ([StoryPage.Entry], Holdings) throws -> [Made]
    ) async throws -> (stories: [Made], rest: Cursor?) {
        try await archive.read { holdings in
            let page = try holdings.stories.page(wanted)
            if page.entries.isEmpty, let reference = wanted.edition { try holdings.checkEdition(reference) }
            try self.check(page, masthead)
            return (try make(page.entries, holdings), page.rest)
        }
    }

    /// Reads stories, in the order of their entries.
    func read(
        _ entries: [StoryPage.Entry], _ text: TextFormat, _ pictures: PicturePair?, _ holdings: Holdings,
        keepsBodyPictures: Bool = false
    ) throws -> [Story] {
        let stories = try holdings.stories.find(
            entries.map(\.id), text: text, pictures: pictures, keepsBodyPictures: keepsBodyPictures)
        let byID = Dictionary(stories.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return try entries.map { entry in
            guard var story = byID[entry.id], story.revision == entry.revision else { throw Outdated() }
            story.appendCorrections(text)
            return story
        }
    }

    /// Throws `Outdated` if the stories are of another revision than the masthead.
    func check(_ page: StoryPage, _ masthead: Masthead) throws {
        guard let revision = page.revision, revision != masthead.revision else { return }
        revisions.observe(revision)
        throw Outdated()
    }

    /// The newspaper changed while a document was being rendered.
    private struct Outdated: Error {}
    /// The number of times a document is rendered if it keeps being outdated when it is done.
    private static let attempts = 8

    /// Runs a body with the masthead of the current revision, and again if the newspaper changes meanwhile.
    package func current<T>(_ body: (Masthead) async throws -> T) async throws -> T {
        for _ in 0..<Self.attempts {
            do { return try await body(try await revisions.masthead()) } catch is Outdated {}
        }
        throw ArchiveFault.overloaded
    }

    /// Joins a rendering that is under way. Its document is used only if it is still current afterwards.
    private func rendered(_ key: DocumentKey, _ render: @escaping @Sendable (Masthead) async throws -> Document)
        async throws -> Document
    {
        var last: Document?
        for _ in 0..<Self.attempts {
            do {
                let document = try await task(key, render).value
                if document.revision.map({ $0 >= revisions.known }) ?? true { return document }
                last = document
            } catch is Outdated {
                continue
            }
        }
        // The newspaper changes faster than it is rendered: a document that was right a moment ago is
        // better than none.
        guard let last else { throw ArchiveFault.overloaded }
        return last
    }

    private func task(_ key: DocumentKey, _ render: @escaping @Sendable (Masthead) async throws -> Document) -> Task<
        Document, any Error
    > {
        rendering.withLock { rendering in
            if let task = rendering[key] { return task }
            let task = Task {
                defer { _ = self.rendering.withLock { $0.removeValue(forKey: key) } }
                let document = try await render(try await revisions.masthead())
                cache[key] = document
                return document
            }
            rendering[key] = task
            return task
        }
    }
}

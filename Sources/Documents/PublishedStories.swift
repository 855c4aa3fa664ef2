package import Archive
package import News
package import Syndication

/// Stories as readers get them, read at one revision of the newspaper; what was written for channels is kept.
package final class PublishedStories: Sendable {
    package let archive: Archive
    private let revisions: Revisions
    private let written: StoryCache

    /// - Parameter cacheBytes: the most that written stories may take.
    package init(archive: Archive, revisions: Revisions, cacheBytes: Int) {
        self.archive = archive
        self.revisions = revisions
        written = StoryCache(limit: cacheBytes)
    }

    /// Bytes of written stories.
    package var bytesInMemory: Int { written.cost }

    /// Stories as of the masthead's revision, with their texts. Throws 404 if the edition does not exist,
    /// and `Outdated` if the newspaper has changed since the masthead was read.
    /// - Parameter sources: whether to add the picture sources that pages show.
    package func list(
        _ wanted: StoryQuery, text: TextFormat, pictures: PicturePair?, sources: Bool = false, _ masthead: Masthead
    ) async throws -> (stories: [Story], rest: Cursor?) {
        try await page(wanted, masthead) { entries, holdings in
            let stories = try self.read(entries, text, pictures, holdings)
            guard sources, let pictures else { return stories }
            return try holdings.pictures.adding(sources: pictures, to: stories)
        }
    }

    /// The published story with a slug, and everything that its page shows.
    /// - Parameter otherPictures: the pictures of the stories to which it leads.
    package func open(
        slug: String, pictures: PicturePair?, otherPictures: PicturePair? = nil, _ masthead: Masthead
    ) async throws -> OpenedStory? {
        try await archive.read { holdings in
            let page = try holdings.stories.page(slug: slug)
            try self.check(page, masthead)
            var stories = try self.read(page.entries, .html, pictures, holdings)
            if let pictures { stories = try holdings.pictures.adding(sources: pictures, to: stories) }
            guard let story = stories.first else { return nil }
            let body = try holdings.stories.body(of: story.id, pictures: pictures)
            let related = try self.related(to: story, otherPictures, holdings)
            let next = try self.next(after: story, otherPictures, masthead, holdings)
            let authors = try holdings.authors.list(of: [story.id])[story.id] ?? []
            return OpenedStory(
                story: story, body: body.parts + [.markup(story.correctionMarkup)], pictures: body.pictures,
                translations: try holdings.stories.translations(of: story.id),
                doubles: try holdings.clusters.find(of: story.id)?.members.filter { $0.id != story.id } ?? [],
                keywords: try holdings.keywords.list(of: [story.id])[story.id] ?? [],
                authors: authors, portrait: try holdings.authors.portrait(of: authors), related: related,
                more: try self.more(
                    besides: related + [story] + (next.map { [$0] } ?? []), of: story.sectionID, otherPictures, holdings
                ),
                next: next,
                isEditionOut: try holdings.editions.find(.number(story.edition), onlyPublished: true) != nil)
        }
    }

    private func related(to story: Story, _ pictures: PicturePair?, _ holdings: Holdings) throws -> [Story] {
        try pictured(try holdings.stories.related(to: story.id, limit: Self.relatedLimit).entries, pictures, holdings)
    }

    /// The story that follows on the front page, where the newest of all follows those that editors chose. Elsewhere the next older
    /// one of the section, and after the oldest the newest of all. One in the same language comes before others.
    private func next(
        after story: Story, _ pictures: PicturePair?, _ masthead: Masthead, _ holdings: Holdings
    ) throws -> Story? {
        let front = masthead.front.stories
        var first = StoryQuery(limit: Self.nextLimit)
        if let place = front.firstIndex(of: story.id) {
            first.articles = front.dropFirst(place + 1).prefix(Self.nextLimit).map(\.self)
        } else {
            (first.sections, first.before) = ([story.sectionID], Cursor(publishedAt: story.publishedAt, id: story.id))
        }
        let newest = StoryQuery(limit: front.count + Self.nextLimit)
        var nearest: StoryPage.Entry?
        for query in first.articles.isEmpty && first.sections.isEmpty ? [newest] : [first, newest] {
            var entries = try holdings.stories.page(query).entries
            if query.articles.isEmpty, query.sections.isEmpty { entries.removeAll { front.contains($0.id) } }
            entries.removeAll { $0.id == story.id }
            if !query.articles.isEmpty {
                entries = query.articles.compactMap { id in entries.first { $0.id == id } }
            }
            let languages = try read(entries, .headline, nil, holdings).map(\.language.primarySubtag)
            if let place = languages.firstIndex(of: story.language.primarySubtag) {
                return try pictured([entries[place]], pictures, holdings).first
            }
            nearest = nearest ?? entries.first
        }
        return try nearest.flatMap { try pictured([$0], pictures, holdings).first }
    }

    /// The newest stories of a section besides some.
    private func more(
        besides known: [Story], of section: Int, _ pictures: PicturePair?, _ holdings: Holdings
    ) throws -> [Story] {
        var query = StoryQuery(limit: Self.moreLimit + known.count)
        query.sections = [section]
        let others = try holdings.stories.page(query).entries.filter { entry in !known.contains { $0.id == entry.id } }
        return try pictured(Array(others.prefix(Self.moreLimit)), pictures, holdings)
    }

    /// The headlines of stories, with their pictures if wanted.
    private func pictured(_ entries: [StoryPage.Entry], _ pictures: PicturePair?, _ holdings: Holdings) throws
        -> [Story]
    {
        let stories = try read(entries, .headline, pictures, holdings)
        return try pictures.map { try holdings.pictures.adding(sources: $0, to: stories) } ?? stories
    }

    /// The number of related stories on an article's page.
    private static let relatedLimit = 4
    /// The number of stories among which one in the same language is looked for.
    private static let nextLimit = 6
    /// The number of other stories of its section on an article's page.
    private static let moreLimit = 4

    /// A page of search results as of the masthead's revision.
    /// - Parameter pictures: the renditions to show; nil if no picture is wanted.
    package func search(
        _ query: SearchQuery, pictures: PicturePair?, limit: Int, _ masthead: Masthead
    ) async throws -> FoundStories {
        try await archive.read { holdings in
            var page = try holdings.search.find(query, in: masthead, limit: limit)
            var meant: SearchQuery?
            if page.count == 0, page.older == nil, !page.isVague, query.start == 0 {
                for other in try self.guesses(about: query, masthead, holdings) where meant == nil {
                    let found = try holdings.search.find(other, in: masthead, limit: limit)
                    if found.count > 0 { (page, meant) = (found, other) }
                }
            }
            try self.check(page.stories, masthead)
            let marked = try holdings.search.highlights(of: page)
            let stories = try self.pictured(page.stories.entries, pictures, holdings)
            return FoundStories(
                page: page,
                hits: stories.compactMap { story in marked[story.id].map { .init(story: story, marked: $0) } },
                author: try Slug.make((meant ?? query).words).flatMap { try holdings.authors.find(slug: $0) },
                meant: meant)
        }
    }

    /// Other searches for one that found nothing, the likeliest first: a section or category of that name, the nearest
    /// words of the newspaper, the list that has those for its name, or any of the words instead of all.
    private func guesses(about query: SearchQuery, _ masthead: Masthead, _ holdings: Holdings) throws -> [SearchQuery] {
        if let list = query.list(in: masthead) { return [list] }
        let corrected = try correction(of: query, masthead, holdings)
        return [corrected, corrected?.list(in: masthead), (corrected ?? query).withAnyWord].compactMap(\.self)
    }

    private func correction(of query: SearchQuery, _ masthead: Masthead, _ holdings: Holdings) throws -> SearchQuery? {
        let names = masthead.sections.map(\.name) + masthead.categories.map(\.name)
        let authors = try holdings.authors.latest(limit: Self.spellingTexts).map(\.name)
        let spelling = SearchSpelling(try holdings.search.texts(limit: Self.spellingTexts) + names + authors)
        var other = query
        other.words = spelling.correction(of: query.words) ?? query.words
        other.author = query.author.map { SearchSpelling(authors, areNames: true).correction(of: $0) ?? $0 }
        return other == query ? nil : other
    }

    /// The number of stories whose words are compared with those of a search that found nothing.
    private static let spellingTexts = 1000

    /// The stories of a selection, written for channels. Those written before come from a cache.
    package func written(
        _ wanted: StoryQuery, _ plan: DeliveryPlan, _ format: DocumentFormat, _ site: Site, _ masthead: Masthead
    ) async throws -> (stories: [WrittenStory], rest: Cursor?) {
        try await page(wanted, masthead) { [written] entries, holdings in
            var stories = written.stories(entries, plan, format, masthead)
            let gaps = stories.indices.filter { stories[$0] == nil }
            if !gaps.isEmpty {
                let writer = StoryWriter(
                    masthead: masthead, site: site, text: max(plan.text, .summary), format: format)
                let read = try self.read(gaps.map { entries[$0] }, plan.text, plan.pair, holdings).map(
                    writer.write)
                written.add(read, plan, format, masthead)
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
            if text == .opening { story.cutToOpening() }
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

    /// Runs a body with the masthead of the current revision, and again if the newspaper changes meanwhile.
    package func current<T>(_ body: (Masthead) async throws -> T) async throws -> T {
        for _ in 0..<Outdated.attempts {
            do { return try await body(try await revisions.masthead()) } catch is Outdated {}
        }
        throw ArchiveFault.overloaded
    }
}

extension SearchQuery {
    /// All stories of the section or category that has the name that was searched for; nil if none has.
    fileprivate func list(in masthead: Masthead) -> SearchQuery? {
        guard let slug = Slug.make(words), section == nil, category == nil else { return nil }
        var list = self
        list.words = ""
        if masthead.sections.contains(where: { $0.slug == slug }) {
            list.section = slug
        } else if masthead.categories.contains(where: { $0.slug == slug }) {
            list.category = slug
        } else {
            return nil
        }
        return list
    }

    /// The search for stories with any of the words; nil for a single word, many, or one with operators.
    fileprivate var withAnyWord: SearchQuery? {
        let typed = words.split(separator: " ")
        guard typed.count > 1, typed.count <= SearchSpelling.mostWords,
            typed.allSatisfy({ $0 != "OR" && $0.allSatisfy { $0.isLetter || $0.isNumber } })
        else {
            return nil
        }
        var other = self
        other.words = typed.joined(separator: " OR ")
        return other
    }
}

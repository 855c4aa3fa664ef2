package import Archive
import HTTPTypes
package import News
package import Syndication
import Web

extension PublishedStories {
    /// The author with a slug taken from a request. Throws 404 if there is none.
    package func author(_ slug: String) async throws -> Author {
        guard let author = try await archive.read({ try $0.authors.find(slug: slug) }) else {
            throw Problem(.notFound, "There is no author \(slug).", key: "noAuthor")
        }
        return author
    }

    /// The author's portrait.
    package func portrait(of author: Author) async throws -> Portrait? {
        try await archive.read { try $0.authors.portrait(of: [author]) }
    }

    /// The stories of a query as feed entries.
    /// - Parameter bodyPictures: whether to include the pictures in the texts.
    package func feedEntries(
        _ wanted: StoryQuery, text: TextFormat, pictures: PicturePair?, bodyPictures: Bool, _ masthead: Masthead
    ) async throws -> (stories: [SyndicatedFeed.Entry], rest: Cursor?) {
        try await page(wanted, masthead) { entries, holdings in
            try self.feedEntries(entries, text, pictures, bodyPictures, holdings)
        }
    }

    /// The results of a search as feed entries, newest first.
    package func feedEntries(
        of search: SearchQuery, text: TextFormat, pictures: PicturePair?, bodyPictures: Bool, limit: Int,
        _ masthead: Masthead
    ) async throws -> [SyndicatedFeed.Entry] {
        var newest = search
        newest.isByTime = true
        return try await archive.read { [newest] holdings in
            let found = try holdings.search.find(newest, in: masthead, limit: limit)
            try self.check(found.stories, masthead)
            return try self.feedEntries(found.stories.entries, text, pictures, bodyPictures, holdings)
        }
    }

    /// The newest results of a search, with their texts.
    package func newest(of search: SearchQuery, limit: Int, _ masthead: Masthead) async throws -> [Story] {
        var newest = search
        newest.isByTime = true
        return try await archive.read { [newest] holdings in
            let found = try holdings.search.find(newest, in: masthead, limit: limit)
            try self.check(found.stories, masthead)
            return try self.read(found.stories.entries, .plain, nil, holdings)
        }
    }

    private func feedEntries(
        _ entries: [StoryPage.Entry], _ text: TextFormat, _ pictures: PicturePair?, _ bodyPictures: Bool,
        _ holdings: Holdings
    ) throws -> [SyndicatedFeed.Entry] {
        let stories = try read(entries, text, pictures, holdings, keepsBodyPictures: bodyPictures)
        let authors = try holdings.authors.list(of: stories.map(\.id))
        let inBodies =
            try bodyPictures ? pictures.map { try holdings.stories.pictures(in: stories.map(\.text), $0) } ?? [:] : [:]
        return stories.map { story in
            SyndicatedFeed.Entry(story, authors: authors[story.id] ?? [], bodyPictures: inBodies)
        }
    }
}

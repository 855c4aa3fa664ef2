package import News
package import PostgreSQL

/// The topics that readers follow.
package struct ReaderTopics: Noun {
    package let connection: Connection
}

extension ReaderTopics {
    /// The topics that a reader follows, in the order in which they were chosen.
    package func list(of reader: Int) throws -> [ReaderTopic] {
        let names: [String] = try query(
            "select topic from reader_topics where reader_id = \(reader) order by created_at, topic"
        ).values()
        return names.compactMap { ReaderTopic($0) }
    }

    /// Replaces what a reader follows.
    package func set(_ topics: [ReaderTopic], of reader: Int) throws {
        let names = Array(topics.prefix(ReaderTopic.limit).map(\.name))
        try query("delete from reader_topics where reader_id = \(reader) and topic <> all(\(names)::text[])")
        try query(
            """
            insert into reader_topics (reader_id, topic)
            select r.id, t.name from readers r cross join unnest(\(names)::text[]) t (name) where r.id = \(reader)
            on conflict do nothing
            """)
    }

    /// The version of the address of a reader's feed; nil if there is no such reader.
    package func feedVersion(of reader: Int) throws -> Int? {
        try query("select feed_version from readers where id = \(reader)").firstValue()
    }

    /// Ends the address of a reader's feed; there is another from now on.
    package func renewFeed(of reader: Int) throws {
        try query("update readers set feed_version = feed_version + 1 where id = \(reader)")
    }
}

extension ReaderTopics {
    /// The stories of what somebody follows. What does not exist any more is left out.
    package func query(following topics: [ReaderTopic], in masthead: Masthead, limit: Int) throws -> StoryQuery {
        var (followed, keywords): (FollowedTopics, [String]) = (.init(), [])
        for topic in topics {
            switch topic {
            case .section(let slug): followed.sections += masthead.sections.filter { $0.slug == slug }.map(\.id)
            case .category(let slug): followed.categories += masthead.categories.filter { $0.slug == slug }.map(\.id)
            case .author(let slug): followed.authors += try holdings.authors.find(slug: slug).map { [$0.id] } ?? []
            case .keyword(let words): keywords.append(words)
            case .place(let place, _): followed.places.append(place)
            }
        }
        followed.places = Array(followed.places.prefix(ReaderTopic.placesLimit))
        followed.keywords = try holdings.keywords.terms(of: keywords)
        var query = StoryQuery(limit: limit)
        query.followed = followed
        return query
    }
}

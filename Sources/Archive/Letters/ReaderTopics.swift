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
            "select topic from reader_topics where reader_id = \(reader) and is_kept order by created_at, topic"
        ).values()
        return names.compactMap { ReaderTopic($0) }
    }

    /// Replaces what a reader follows.
    package func set(_ topics: [ReaderTopic], of reader: Int) throws {
        let wanted = topics.prefix(ReaderTopic.limit)
        // Also holds up whoever else changes them.
        let next: Int? = try query("update readers set revision = revision + 1 where id = \(reader) returning revision")
            .firstValue()
        guard let next else { return }
        let known = try list(of: reader)
        let change = ReaderChange(
            added: wanted.filter { !known.contains($0) }, dropped: known.filter { !wanted.contains($0) })
        try record(change, of: reader, next)
    }

    /// The changes after a revision of the reader, but for those of one revision.
    func changes(of reader: Int, since: Int, except own: Int?) throws -> ReaderChange<ReaderTopic> {
        let rows: [(ReaderTopic?, Bool)] = try query(
            """
            select topic, is_kept from reader_topics
            where reader_id = \(reader) and revision > \(since) and (is_kept or \(since) > 0)
                and revision is distinct from \(own)::bigint
            order by revision desc, created_at desc, topic
            """
        ).map { (ReaderTopic(try $0.get("topic")), try $0.get("is_kept")) }
        func topics(_ isKept: Bool) -> [ReaderTopic] { rows.filter { $0.1 == isKept }.compactMap(\.0) }
        return ReaderChange(added: topics(true), dropped: topics(false))
    }

    /// Records changes, as of a revision of the reader.
    func record(_ change: ReaderChange<ReaderTopic>, of reader: Int, _ revision: Int) throws {
        try query(
            """
            insert into reader_topics as t (reader_id, topic, revision)
            select distinct \(reader)::bigint, name, \(revision)::bigint from unnest(\(change.added.map(\.name))::text[]) n (name)
            on conflict (reader_id, topic) do update
                set is_kept = true, revision = excluded.revision, created_at = now(), changed_at = now() where not t.is_kept
            """)
        try query(
            """
            update reader_topics set is_kept = false, revision = \(revision), changed_at = now()
            where reader_id = \(reader) and topic = any(\(change.dropped.map(\.name))::text[]) and is_kept
            """)
    }

    /// Whether a reader follows more than may be.
    func isFull(of reader: Int) throws -> Bool {
        let topics = try list(of: reader)
        let places = topics.count { if case .place = $0 { true } else { false } }
        return topics.count > ReaderTopic.limit || places > ReaderTopic.placesLimit
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

import Archive
package import PostgreSQL

/// The parts of a newspaper, except the files of its pictures, in the order in which they move: later ones
/// name earlier ones. People, their passwords and tokens, devices, and the audit trail do not move.
package enum MovingPart: String, Sendable, CaseIterable {
    // Sources decide whose name an article bears, so they come before it.
    case sections, sources, categories, editions, policy, pages, pictures, articles, revisions, corrections, redirects,
        fronts,
        doubles, namesakes, portraits
}

extension MovingPart {
    /// Columns that hold numbers of one database, or counts of what its readers got. Their meaning moves by
    /// name.
    static let own: [String] = [
        "id", "section_id", "category_ids", "translation_of", "created_by", "editor_id", "article_id", "changed_in",
        "changed_at", "related", "follows",
    ]

    /// The names that replace the numbers of an article, from `json`: its row, or what a revision kept of it.
    private static func names(_ json: SQL) -> SQL {
        """
        jsonb_build_object(
            'section', (select s.slug from sections s where s.id = (\(json) ->> 'section_id')::integer),
            'categories', array(
                select k.slug::text from jsonb_array_elements_text(\(json) -> 'category_ids') c
                join categories k on k.id = c::integer order by k.slug::text collate "C"),
            'related', array(
                select o.guid from jsonb_array_elements_text(coalesce(\(json) -> 'related', '[]')) with ordinality r(id, n)
                join articles o on o.id = r.id::bigint order by r.n),
            'original', (select o.guid from articles o where o.id = (\(json) ->> 'translation_of')::bigint))
        """
    }

    /// One JSON text for each row, the same for equal newspapers.
    fileprivate var rows: SQL {
        let own: SQL = "array[\(SQL(script: Self.own.map { "'\($0)'" }.joined(separator: ", ")))]"
        return switch self {
        case .sections: "select (to_jsonb(s) - \(own))::text from sections s order by position, id"
        case .pages: "select (to_jsonb(p) - \(own))::text from pages p order by position, id"
        case .categories: "select (to_jsonb(k) - \(own))::text from categories k order by slug collate \"C\""
        case .editions: "select (to_jsonb(e) - 'editorial')::text from editions e order by number"
        case .policy: "select (to_jsonb(p) - \(own))::text from policy_settings p order by version"
        case .pictures:
            """
            select jsonb_build_object('hash', encode(hash, 'hex'), 'format', format, 'created_at', created_at, 'title', title,
                'alt', alt, 'caption', caption, 'credit', credit, 'file_name', file_name,
                'focus', case when focus_is_set then jsonb_build_array(focus_x, focus_y) end)::text
            from pictures order by hash
            """
        case .articles:
            """
            select (j - \(own) || \(Self.names("j")))::text
            from articles a cross join lateral (select to_jsonb(a)) row(j) order by a.id
            """
        case .revisions:
            """
            select jsonb_build_object('article', a.guid, 'revision', r.revision, 'created_at', r.created_at,
                'editor', coalesce(e.name, r.editor_name), 'content', r.content - \(own) || \(Self.names("r.content")))::text
            from article_revisions r join articles a on a.id = r.article_id left join editors e on e.id = r.editor_id
            order by r.article_id, r.revision
            """
        case .corrections:
            """
            select (to_jsonb(c) - \(own) || jsonb_build_object('article', a.guid))::text
            from corrections c join articles a on a.id = c.article_id order by c.id
            """
        case .redirects:
            """
            select jsonb_build_object('path', r.path, 'article', a.guid)::text
            from redirects r join articles a on a.id = r.article_id order by r.path collate "C"
            """
        case .fronts:
            """
            select jsonb_build_object('edition', e.number,
                'editorial', (select a.guid from articles a where a.id = e.editorial),
                'stories', array(
                    select a.guid from front_pages f join articles a on a.id = f.article_id
                    where f.edition = e.number order by f.position))::text
            from editions e
            where e.editorial is not null or exists (select from front_pages f where f.edition = e.number) order by e.number
            """
        case .doubles:
            """
            select jsonb_build_object('first', a.guid, 'second', b.guid, 'is_same', d.is_same, 'at', d.at)::text
            from cluster_decisions d join articles a on a.id = d.first join articles b on b.id = d.second order by d.first, d.second
            """
        case .namesakes:
            """
            select jsonb_build_object('article', a.guid, 'name', d.name, 'author', p.slug, 'printed', p.name, 'note', p.note,
                'host', d.host, 'at', d.at)::text
            from author_decisions d join articles a on a.id = d.article_id join authors p on p.id = d.author_id
            order by d.article_id, d.name collate "C"
            """
        case .portraits:
            """
            select jsonb_build_object('author', slug, 'name', name, 'picture', encode(portrait, 'hex'))::text
            from authors where portrait is not null order by slug collate "C"
            """
        case .sources:
            """
            select jsonb_build_object('url', s.url, 'host', s.host, 'site', s.site, 'title', s.title, 'section', k.slug,
                'language', s.language, 'trust', s.trust, 'byline', s.byline, 'page_rule', s.page_rule, 'takes_text', s.takes_text,
                'include_words', s.include_words, 'exclude_words', s.exclude_words, 'categories', s.categories,
                'section_rules', \(Sources.rulesColumn), 'stop_reason', s.stop_reason)::text
            from sources s join sections k on k.id = s.section_id order by s.url collate "C"
            """
        }
    }
}

/// The newspaper as it moves out of one archive and into another.
package struct Moving: Noun {
    package let connection: Connection
}

extension Moving {
    /// Keeps the newspaper as it is now in view until the transaction ends, whatever changes meanwhile; the
    /// transaction may take its time.
    package func beginOut() throws {
        try run(
            script: """
                set transaction isolation level repeatable read, read only;
                set local idle_in_transaction_session_timeout = 0
                """)
    }

    /// What the newspaper says of itself and how it looks, as JSON.
    package func masthead() throws -> String {
        try query(
            """
            select jsonb_build_object('title', title, 'description', description, 'language', language, 'time_zone', time_zone,
                'accent', accent, 'logo', encode(logo, 'hex'), 'footer', footer)::text from newspaper
            """
        ).value()
    }

    /// Passes on the rows of a part, each as one line of JSON, a few at a time.
    package func give(_ part: MovingPart, _ body: (String) throws -> Void) throws {
        let isThere: Bool = try query("select to_regclass(\(part.table)) is not null").value()
        guard isThere else { return }
        try run(script: "declare moving no scroll cursor for \(part.rows.text)")
        while true {
            let rows: [String] = try query("fetch 20 from moving").values()
            for row in rows { try body(row) }
            if rows.isEmpty { break }
        }
        try run(script: "close moving")
    }
}

extension MovingPart {
    /// The table of its rows.
    var table: String {
        switch self {
        case .policy: "policy_settings"
        case .revisions: "article_revisions"
        case .fronts: "front_pages"
        case .doubles: "cluster_decisions"
        case .namesakes: "author_decisions"
        case .portraits: "authors"
        default: rawValue
        }
    }
}

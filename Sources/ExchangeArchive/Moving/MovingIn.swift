import Archive
import News
import PostgreSQL

// Everything moves in within one transaction: all of it, or nothing.
extension Moving {
    /// Prepares for the rows of a newspaper. Returns whether there was none here.
    package func beginIn(masthead json: String) throws -> Bool {
        try run(
            script: """
                set local idle_in_transaction_session_timeout = 0;
                create temporary table moving_articles (guid text primary key, id bigint not null unique, original text, related text[]) on commit drop;
                create temporary table moving_editions (number integer primary key, local integer not null) on commit drop
                """)
        let isNew = try holdings.articles.isEmpty()
        if isNew {
            try query(
                """
                update newspaper set title = j ->> 'title', description = j ->> 'description', language = j ->> 'language',
                    time_zone = j ->> 'time_zone', accent = j ->> 'accent',
                    logo = (select hash from pictures where encode(hash, 'hex') = j ->> 'logo'),
                    footer = case when jsonb_typeof(j -> 'footer') = 'array' then j -> 'footer' else '[]' end
                from (select \(json)::jsonb) line(j)
                """)
        }
        return isNew
    }

    /// Takes a row in.
    /// - Parameter isNew: whether the newspaper was empty: only then does it get the policy.
    package func take(_ part: MovingPart, _ row: MovingRow, isNew: Bool) throws -> MovedRow {
        switch part {
        case .sections, .categories:
            try insert(part, row.json, ending: "on conflict (slug) do nothing") > 0 ? .added : .known
        case .editions: try moveEdition(row.json)
        case .policy: try isNew && insert(part, row.json, ending: "on conflict do nothing") > 0 ? .added : .known
        case .pages: try movePage(row)
        case .pictures: try movePicture(row.json)
        case .articles: try moveArticle(row)
        case .revisions: try moveRevision(row)
        case .corrections: try moveCorrection(row.json)
        case .redirects: try moveRedirect(row.json)
        case .fronts: try moveFront(row.json)
        case .doubles: try moveDouble(row.json)
        case .namesakes: try moveNamesake(row.json)
        case .portraits: try movePortrait(row.json)
        case .sources: try moveSource(row.json)
        }
    }

    /// Completes what could be known only at the end.
    package func endIn(articles: Int) throws {
        try query(
            """
            update articles a set translation_of = o.id
            from moving_articles m join articles o on o.guid = m.original where a.id = m.id and o.id <> a.id
            """)
        try query(
            """
            update articles a set related = array(
                select o.id from unnest(m.related) with ordinality r(guid, n) join articles o on o.guid = r.guid
                where o.id <> a.id order by r.n limit \(ArticleDraft.relatedLimit))
            from moving_articles m where a.id = m.id and m.related <> '{}'
            """)
        try query(
            """
            insert into article_categories (article_id, category_id, published_at, revision)
            select a.id, c, a.published_at, a.revision from articles a join moving_articles m on m.id = a.id, unnest(a.category_ids) c
            where a.status = 'published' on conflict do nothing
            """)
        try query(
            """
            insert into unread_stories select id from articles a join moving_articles m using (id) where a.status = 'published'
            on conflict do nothing
            """)
        try holdings.audit.note("import", "newspaper", by: nil, detail: ["articles": articles])
        try holdings.newspaper.bump()
    }
}

extension Moving {
    /// The columns of a table that a row names and that may come from outside, for a statement's text: the
    /// names are the catalogue's own.
    private func columns(_ part: MovingPart, _ json: String, and more: [String] = []) throws -> SQL {
        let names: String? = try query(
            """
            select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
            where attrelid = \(part.table)::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
                and (attname = any(\(more)::text[]) or \(json)::jsonb ? attname::text and attname <> all(\(MovingPart.own)::text[]))
            """
        ).optionalValue()
        guard let names else {
            throw ArchiveError.faults([.init(field: part.rawValue, detail: "names nothing that is kept")])
        }
        return SQL(script: names)
    }

    private func insert(_ part: MovingPart, _ json: String, ending: SQL = "") throws -> Int {
        let columns = try columns(part, json)
        let table = SQL(script: part.table)
        return try query(
            """
            insert into \(table) (\(columns)) select \(columns) from jsonb_populate_record(null::\(table), \(json)::jsonb) \(ending)
            """
        ).affected
    }

    /// A page whose address is taken is known.
    private func movePage(_ row: MovingRow) throws -> MovedRow {
        let json: String = try query(
            "select (\(row.json)::jsonb || jsonb_build_object('body', \(row.body.html)::text))::text"
        ).value()
        return try insert(.pages, json, ending: "on conflict (slug) do nothing") > 0 ? .added : .known
    }

    /// Keeps its number if that is free. An edition of the same day is the same edition.
    private func moveEdition(_ json: String) throws -> MovedRow {
        let row = try query(
            """
            select (j ->> 'number')::integer as number, (select number from editions where date = (j ->> 'date')::date) as same_day,
                (select number from editions where number = (j ->> 'number')::integer) as taken
            from (select \(json)::jsonb) line(j)
            """)[0]
        let number: Int = try row.get("number")
        let sameDay: Int? = try row.optional("same_day")
        let taken: Int? = try row.optional("taken")
        var local = sameDay ?? number
        if sameDay == nil, taken == nil {
            _ = try insert(.editions, json)
        } else if sameDay == nil {
            local = try query(
                """
                insert into editions (number, date, title, state, weekly)
                select (select max(number) + 1 from editions), (j ->> 'date')::date, j ->> 'title',
                    coalesce(j ->> 'state', 'published')::edition_state, coalesce((j ->> 'weekly')::boolean, false)
                from (select \(json)::jsonb) line(j)
                returning number
                """
            ).value()
        }
        try query("insert into moving_editions values (\(number), \(local))")
        if local == number { return sameDay == nil ? .added : .known }
        return .changed("edition \(number) is number \(local) here")
    }

    private func movePicture(_ json: String) throws -> MovedRow {
        let changed = try query(
            """
            update pictures p set created_at = least(p.created_at, (j ->> 'created_at')::timestamptz),
                title = coalesce(j ->> 'title', p.title), alt = coalesce(j ->> 'alt', p.alt),
                caption = coalesce(j ->> 'caption', p.caption), credit = coalesce(j ->> 'credit', p.credit),
                file_name = coalesce(j ->> 'file_name', p.file_name)
            from (select \(json)::jsonb) line(j) where p.hash = decode(j ->> 'hash', 'hex')
            """
        ).affected
        return changed > 0 ? .added : .known
    }

    private func moveArticle(_ row: MovingRow) throws -> MovedRow {
        let json = row.json
        let found = try query(
            """
            select j ->> 'guid' as guid, j ->> 'slug' as slug, exists (select from articles where guid = j ->> 'guid') as is_known,
                (j ->> 'picture') is not null and not exists (select from pictures where hash = (j ->> 'picture')::bytea) as lacks_picture
            from (select \(json)::jsonb) line(j)
            """)[0]
        if try found.get("is_known") { return .known }
        let wish: String = try found.get("slug")
        let slug = try holdings.articles.unusedSlug(wish)
        let lacksPicture: Bool = try found.get("lacks_picture")
        let columns = try columns(.articles, json, and: ["section_id", "category_ids"])
        let id: Int = try query(
            """
            insert into articles (\(columns)) select \(columns)
            from (select \(json)::jsonb) line(j) cross join lateral jsonb_populate_record(null::articles,
                j - array['picture', 'related'] || \(Self.numbers("j")) || jsonb_build_object('slug', \(slug)::text,
                    'picture', case when \(lacksPicture)::boolean then null else j ->> 'picture' end,
                    'body_html', \(row.body.html)::text,
                    'body_text', coalesce(\(row.body.text)::text, j ->> 'body_text')))
            returning id
            """
        ).value()
        try query(
            """
            insert into moving_articles select j ->> 'guid', \(id)::bigint, j ->> 'original',
                array(select jsonb_array_elements_text(coalesce(j -> 'related', '[]'))) from (select \(json)::jsonb) line(j)
            """)
        var changes: [String] = []
        if slug != wish { changes.append("its address is /articles/\(slug), since \(wish) is taken") }
        if lacksPicture { changes.append("without its picture, which is not in the archive") }
        if row.body.text != nil { changes.append("its text contained forbidden markup, which was removed") }
        let guid: String = try found.get("guid")
        return changes.isEmpty ? .added : .changed("article \(guid): \(changes.joined(separator: "; "))")
    }

    /// The numbers in this database for the names in a row.
    private static func numbers(_ json: SQL) -> SQL {
        """
        jsonb_build_object(
            'section_id', (select s.id from sections s where s.slug = \(json) ->> 'section'),
            'category_ids', array(select k.id from categories k
                where k.slug in (select jsonb_array_elements_text(\(json) -> 'categories')) order by k.id),
            'edition', (select e.local from moving_editions e where e.number = (\(json) ->> 'edition')::integer))
        """
    }

    private func moveRevision(_ row: MovingRow) throws -> MovedRow {
        let added = try query(
            """
            insert into article_revisions (article_id, revision, created_at, editor_name, content)
            select m.id, (j ->> 'revision')::integer, (j ->> 'created_at')::timestamptz, j ->> 'editor',
                c - array['section', 'categories', 'original'] || \(Self.numbers("c")) || jsonb_build_object(
                    'related', array(
                        select o.id from jsonb_array_elements_text(coalesce(c -> 'related', '[]')) with ordinality r(guid, n)
                        join articles o on o.guid = r.guid order by r.n),
                    'translation_of', (select o.id from articles o where o.guid = c ->> 'original'),
                    'body_html', \(row.body.html)::text,
                    'body_text', coalesce(\(row.body.text)::text, c ->> 'body_text'))
            from (select \(row.json)::jsonb) line(j) cross join lateral (select j -> 'content') content(c)
                join moving_articles m on m.guid = j ->> 'article'
            """
        ).affected
        return added > 0 ? .added : .known
    }

    private func moveCorrection(_ json: String) throws -> MovedRow {
        let columns = try columns(.corrections, json)
        let added = try query(
            """
            insert into corrections (article_id, \(columns)) select m.id, \(columns)
            from (select \(json)::jsonb) line(j) join moving_articles m on m.guid = j ->> 'article'
                cross join lateral jsonb_populate_record(null::corrections, j)
            """
        ).affected
        return added > 0 ? .added : .known
    }

    private func moveRedirect(_ json: String) throws -> MovedRow {
        let added = try query(
            """
            insert into redirects (path, article_id) select j ->> 'path', a.id
            from (select \(json)::jsonb) line(j) join articles a on a.guid = j ->> 'article'
            on conflict do nothing
            """
        ).affected
        return added > 0 ? .added : .known
    }

    /// Moves in the front page of an edition; one that already has a front page keeps it.
    private func moveFront(_ json: String) throws -> MovedRow {
        let row = try query(
            """
            select e.local, (select id from articles where guid = j ->> 'editorial') as editorial, array(
                select a.id from jsonb_array_elements_text(j -> 'stories') with ordinality story(guid, position)
                join articles a on a.guid = story.guid order by position) as stories
            from (select \(json)::jsonb) line(j) join moving_editions e on e.number = (j ->> 'edition')::integer
            """
        ).first {
            (
                edition: try $0.get("local", as: Int.self), editorial: try $0.optional("editorial", as: Int.self),
                stories: try $0.get("stories", as: [Int].self)
            )
        }
        guard let row else { return .known }
        let old = try holdings.editions.frontPage(of: row.edition, onlyPublished: false)
        guard old == FrontPage() else { return .known }
        try holdings.editions.setFrontPage(
            of: row.edition,
            to: FrontPage(stories: Array(row.stories.prefix(FrontPage.limit)), editorial: row.editorial))
        return .added
    }
}

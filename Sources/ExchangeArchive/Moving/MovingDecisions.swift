import Archive
import PostgreSQL

// The decisions of editors on articles, and the sources, as they move in.
extension Moving {
    /// Moves in a decision on whether two articles tell the same story.
    func moveDouble(_ json: String) throws -> MovedRow {
        let added = try query(
            """
            insert into cluster_decisions (first, second, is_same, at)
            select least(a.id, b.id), greatest(a.id, b.id), (j ->> 'is_same')::boolean, (j ->> 'at')::timestamptz
            from (select \(json)::jsonb) line(j) join articles a on a.guid = j ->> 'first' join articles b on b.guid = j ->> 'second'
            where a.id <> b.id on conflict do nothing
            """
        ).affected
        return added > 0 ? .added : .known
    }

    /// Moves in a decision on whom a name in a byline means. An author with the same slug and name is the same
    /// person.
    func moveNamesake(_ json: String) throws -> MovedRow {
        try query(
            """
            insert into authors (slug, name, note)
            select case when exists (select from authors where slug = j ->> 'author') then author_slug(j ->> 'printed')
                else (j ->> 'author')::slug end, j ->> 'printed', j ->> 'note'
            from (select \(json)::jsonb) line(j) join articles a on a.guid = j ->> 'article'
            where not exists (select from authors p where p.slug = j ->> 'author' and lower(p.name) = lower(j ->> 'printed'))
            """)
        let entered = try query(
            """
            insert into author_decisions (article_id, name, author_id, host, at)
            select a.id, j ->> 'name', (
                select p.id from authors p where lower(p.name) = lower(j ->> 'printed')
                order by p.slug = j ->> 'author' desc, p.id desc limit 1), j ->> 'host', (j ->> 'at')::timestamptz
            from (select \(json)::jsonb) line(j) join articles a on a.guid = j ->> 'article'
            on conflict do nothing returning article_id, author_id
            """
        ).first { (article: try $0.get("article_id", as: Int.self), author: try $0.get("author_id", as: Int.self)) }
        guard let entered else { return .known }
        try query(
            """
            update authors set note = j ->> 'note' from (select \(json)::jsonb) line(j) where id = \(entered.author) and note = ''
            """)
        try query("select enter_authors_of(a) from articles a where id = \(entered.article)")
        return .added
    }

    /// Moves in the portrait of an author who has none here.
    func movePortrait(_ json: String) throws -> MovedRow {
        let set = try query(
            """
            update authors p set portrait = i.hash from (select \(json)::jsonb) line(j) join pictures i on encode(i.hash, 'hex') = j ->> 'picture'
            where p.slug = j ->> 'author' and p.name = j ->> 'name' and p.portrait is null
            """
        ).affected
        return set > 0 ? .added : .known
    }

    /// Moves in a source, which is fetched from now on if it was before. Its pages link to its site, so that must be a web address.
    func moveSource(_ json: String) throws -> MovedRow {
        let added = try query(
            """
            insert into sources (url, host, site, title, section_id, language, trust, byline, page_rule, takes_text,
                include_words, exclude_words, categories, stopped_at, stop_reason)
            select j ->> 'url', j ->> 'host', case when j ->> 'site' ~* '^https?://' then j ->> 'site' else '' end, j ->> 'title', k.id, j ->> 'language', j ->> 'trust', j ->> 'byline',
                j -> 'page_rule', (j ->> 'takes_text')::boolean,
                array(select jsonb_array_elements_text(coalesce(j -> 'include_words', '[]'))),
                array(select jsonb_array_elements_text(coalesce(j -> 'exclude_words', '[]'))),
                array(select jsonb_array_elements_text(coalesce(j -> 'categories', '[]'))), case when j ->> 'stop_reason' is not null then now() end,
                j ->> 'stop_reason'
            from (select \(json)::jsonb) line(j) join sections k on k.slug = j ->> 'section' on conflict (url) do nothing
            """
        ).affected
        guard added > 0 else { return .known }
        try query(
            """
            insert into source_sections (source_id, position, words, section_id)
            select s.id, row_number() over (order by r.place), array(select jsonb_array_elements_text(r.rule -> 'words')), x.id
            from (select \(json)::jsonb) line(j) join sources s on s.url = j ->> 'url'
                cross join lateral jsonb_array_elements(coalesce(j -> 'section_rules', '[]')) with ordinality r(rule, place)
                join sections x on x.slug = r.rule ->> 'section'
            """)
        return .added
    }
}

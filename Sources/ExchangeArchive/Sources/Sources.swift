package import Archive
package import Foundation
import News
package import PostgreSQL

/// A feed of others whose entries become articles.
package struct Source: Sendable {
    /// The reason why it is not fetched.
    package enum Stop: String, Sendable {
        /// Somebody paused it.
        case paused
        /// It answered 410 Gone.
        case gone
        /// The server that was reading it ended twice in a row.
        case crashed
    }

    /// The number under which the archive knows it.
    package let id: Int
    /// Rises with every change that somebody makes; `If-Match` names it.
    package let revision: Int
    /// The settings that the editor asked for.
    package let draft: SourceDraft
    /// When it was added.
    package let createdAt: Date
    /// The reason why it is not fetched; nil while it is.
    package let stop: Stop?
    /// When fetching stopped.
    package let stoppedAt: Date?
    /// When it is fetched next; nil if it is not, or is being fetched now.
    package let nextFetchAt: Date?
    /// Seconds from one fetch to the next while all is well; nil before the first.
    package let interval: Int?
    /// Failed fetches in a row.
    package let failures: Int
    /// The number of articles that came from it.
    package let articles: Int
    /// The last fetch; nil before it.
    package let lastFetch: SourceFetch?
    /// The state of its hub; nil if it has none.
    package let hub: SourceHubState?
    /// The entries that wait for their page or picture; nil if none does.
    package let waiting: SourceWaiting?
}

/// A filter for sources by state.
package enum SourceState: String, Sendable, CaseIterable {
    /// They are fetched.
    case active
    /// They are fetched, and the last fetch failed.
    case failing
    /// Somebody paused it.
    case paused
    /// They answered 410 Gone.
    case gone
    /// The server that was reading them ended twice in a row.
    case crashed

    fileprivate var condition: SQL {
        switch self {
        case .active: "s.stopped_at is null"
        case .failing: "s.stopped_at is null and s.failures > 0"
        case .paused: "s.stop_reason = 'paused'"
        case .gone: "s.stop_reason = 'gone'"
        case .crashed: "s.stop_reason = 'crashed'"
        }
    }
}

/// Feeds of others, whose entries become articles.
package struct Sources: Noun {
    package let connection: Connection
}

extension Sources {
    /// The maximum number.
    package static var limit: Int { 20_000 }

    /// Adds a source, which is fetched soon. Throws `faults`; `url` is at fault if there already is a source
    /// with this address.
    /// - Parameter maker: nil for the command line.
    package func insert(_ draft: SourceDraft, isPaused: Bool = false, by maker: Maker?) throws -> Source {
        let section = try check(draft)
        guard try query("select count(*) from sources").value() < Self.limit else {
            throw ArchiveError.faults([
                .init(field: "url", detail: "cannot be: there are \(Self.limit) sources already")
            ])
        }
        let id: Int? = try query(
            """
            insert into sources (url, host, site, title, section_id, language, trust, byline, page_rule, takes_text,
                include_words, exclude_words, categories, created_by, stopped_at, stop_reason)
            values (\(draft.url), \(draft.host), \(draft.site), \(draft.title), \(section), \(draft.language), \(draft.trust.rawValue),
                \(draft.byline), \(draft.ruleJSON)::jsonb, \(draft.takesText)::bool, \(draft.words.include)::text[], \(draft.words.exclude)::text[],
                \(draft.categories)::text[], \(maker?.editor)::int, case when \(isPaused)::bool then now() end,
                case when \(isPaused)::bool then 'paused' end)
            on conflict (url) do nothing returning id
            """
        ).firstValue()
        guard let id else { throw ArchiveError.faults([.isKnown]) }
        try setRules(draft.sectionRules, of: id)
        try holdings.audit.note(
            "source.create", "source/\(id)", by: maker, detail: ["name": draft.title, "host": draft.host])
        return try existingSource(id)
    }

    /// Adds many sources at once, with one entry in the audit trail; known addresses are skipped. Returns how
    /// many are new.
    /// - Parameter drafts: without faults, in known sections. Those for which there is no room are left out.
    package func insert(_ drafts: [SourceDraft], by maker: Maker) throws -> Int {
        let room = Self.limit - (try query("select count(*) from sources").value(as: Int.self))
        let drafts = drafts.prefix(max(room, 0))
        let added = try query(
            """
            insert into sources (url, host, site, title, section_id, language, trust, byline, created_by)
            select n.url, n.host, n.site, n.title, k.id, n.language, n.trust, n.byline, \(maker.editor)
            from unnest(\(drafts.map(\.url))::text[], \(drafts.map(\.host))::text[], \(drafts.map(\.site))::text[],
                \(drafts.map(\.title))::text[], \(drafts.map(\.section))::text[], \(drafts.map(\.language))::text[],
                \(drafts.map(\.trust.rawValue))::text[], \(drafts.map(\.byline))::text[])
                as n(url, host, site, title, section, language, trust, byline) join sections k on k.slug = n.section
            on conflict (url) do nothing
            """
        ).affected
        try holdings.audit.note("source.import", "newspaper", by: maker, detail: ["sources": added])
        return added
    }

    /// Replaces a source that has this revision, and sets whether it is fetched. Throws `faults`, `notFound`
    /// and `outdated`.
    package func update(_ id: Int, revision: Int, _ draft: SourceDraft, isPaused: Bool, by maker: Maker) throws
        -> Source
    {
        let section = try check(draft)
        let old = try lockedSource(id, revision: revision)
        guard try query("select from sources where url = \(draft.url) and id <> \(id)").count == 0 else {
            throw ArchiveError.faults([.isKnown])
        }
        let stop = isPaused ? old.stop ?? .paused : nil
        // Nothing is known of another address, and other words may let in what the feed has already; a source that was stopped or failed has to be seen to work at once.
        let isOther = draft.url != old.draft.url || draft.rule != old.draft.rule || draft.words != old.draft.words
        try query(
            """
            update sources set url = \(draft.url), host = \(draft.host), site = \(draft.site), title = \(draft.title),
                section_id = \(section), language = \(draft.language), trust = \(draft.trust.rawValue), byline = \(draft.byline),
                page_rule = \(draft.ruleJSON)::jsonb, takes_text = \(draft.takesText)::bool,
                include_words = \(draft.words.include)::text[], exclude_words = \(draft.words.exclude)::text[],
                categories = \(draft.categories)::text[], revision = revision + 1, stop_reason = \(stop?.rawValue),
                stopped_at = case when \(isPaused)::bool then coalesce(stopped_at, now()) end,
                etag = case when not \(isOther)::bool then etag end,
                last_modified = case when not \(isOther)::bool then last_modified end,
                moved_to = null, moved_times = 0, unfinished = case when \(isPaused)::bool then unfinished else 0 end,
                next_fetch_at = case when \(isOther || old.stop != nil)::bool then now() else next_fetch_at end
            where id = \(id)
            """)
        if draft.sectionRules != old.draft.sectionRules { try setRules(draft.sectionRules, of: id) }
        try holdings.audit.note(
            "source.update", "source/\(id)", by: maker,
            detail: ["name": draft.title, "host": draft.host, "state": isPaused ? "paused" : "active"])
        return try existingSource(id)
    }

    /// Pauses or resumes a source from the command line, whatever its revision. Throws `notFound`.
    package func set(_ id: Int, isPaused: Bool) throws -> Source {
        let changed = try query(
            """
            update sources set stop_reason = case when \(isPaused)::bool then coalesce(stop_reason, 'paused') end,
                stopped_at = case when \(isPaused)::bool then coalesce(stopped_at, now()) end, next_fetch_at = now(),
                unfinished = case when \(isPaused)::bool then unfinished else 0 end,
                leased_until = case when leased_until > now() then leased_until end, revision = revision + 1
            where id = \(id)::bigint and (stopped_at is not null) <> \(isPaused)::bool returning id
            """)
        let source = try existingSource(id)
        guard changed.count == 1 else { return source }
        try holdings.audit.note(
            "source.update", "source/\(id)", by: nil,
            detail: ["name": source.draft.title, "host": source.draft.host, "state": isPaused ? "paused" : "active"])
        return source
    }

    /// Removes a source that has this revision, with its history; its articles stay. Throws `notFound` and
    /// `outdated`.
    package func delete(_ id: Int, revision: Int, by maker: Maker) throws {
        let old = try lockedSource(id, revision: revision)
        try query("delete from sources where id = \(id)")
        try holdings.audit.note(
            "source.delete", "source/\(id)", by: maker, detail: ["name": old.draft.title, "host": old.draft.host])
    }

    /// Has a source, and what waits of it, fetched as soon as a server is free. Throws `notFound`, and `faults` if it is stopped.
    package func refresh(_ id: Int) throws -> Source {
        let source = try existingSource(id)
        guard source.stop == nil else {
            throw ArchiveError.faults([
                .init(field: "state", detail: "is \(source.stop?.rawValue ?? ""): resume it first")
            ])
        }
        try query("update sources set next_fetch_at = now() where id = \(id) and next_fetch_at > now()")
        try hurryRetries(of: id)
        return source
    }

    /// The sources, the newest first, after an identifier if one is given.
    package func list(_ state: SourceState? = nil, limit: Int, after id: Int? = nil) throws -> [Source] {
        try list(
            """
            where (\(id)::bigint is null or s.id < \(id)::bigint) and \(state?.condition ?? "true")
            order by s.id desc limit \(limit)
            """)
    }

    /// The source with this number.
    package func find(_ id: Int) throws -> Source? { try list("where s.id = \(id)::bigint").first }

    /// The number of sources in each state; the failing ones are active too.
    package func count() throws -> [SourceState: Int] {
        let row = try query(
            """
            select count(*) filter (where \(SourceState.active.condition)) as active,
                count(*) filter (where \(SourceState.failing.condition)) as failing,
                count(*) filter (where \(SourceState.paused.condition)) as paused,
                count(*) filter (where \(SourceState.gone.condition)) as gone,
                count(*) filter (where \(SourceState.crashed.condition)) as crashed
            from sources s
            """)[0]
        return [
            .active: try row.get("active"), .failing: try row.get("failing"), .paused: try row.get("paused"),
            .gone: try row.get("gone"),
            .crashed: try row.get("crashed"),
        ]
    }

    /// The settings of all sources, by section and title, for a list to take elsewhere.
    package func drafts() throws -> [SourceDraft] {
        try query(
            """
            select \(draftColumns) from sources s join sections k on k.id = s.section_id order by k.position, k.id, s.title, s.id
            """
        ).map(sourceDraft)
    }

    /// Those of these addresses that belong to sources.
    package func known(_ urls: [String]) throws -> Set<String> {
        Set(try query("select url from sources where url = any(\(urls)::text[])").values())
    }

    /// The columns of a draft, from a source `s` and its section `k`.
    var draftColumns: SQL {
        """
        s.url, s.site, s.title, k.slug::text as section, s.language, s.trust, s.byline, s.page_rule::text, s.takes_text,
        s.include_words, s.exclude_words, s.categories, \(Self.rulesColumn)::text as section_rules
        """
    }

    func sourceDraft(_ row: Row) throws -> SourceDraft {
        SourceDraft(
            url: try row.get("url"), site: try row.get("site"), title: try row.get("title"),
            section: try row.get("section"), categories: try row.get("categories"), language: try row.get("language"),
            trust: SourceDraft.Trust(rawValue: try row.get("trust")) ?? .draft, byline: try row.get("byline"),
            rule: SourceDraft.rule(json: try row.get("page_rule")), takesText: try row.get("takes_text"),
            words: EntryWords(include: try row.get("include_words"), exclude: try row.get("exclude_words")),
            sectionRules: try Self.rules(json: row.get("section_rules")))
    }

    private func list(_ condition: SQL) throws -> [Source] {
        try query(
            """
            select s.id, s.revision, s.created_at, s.stop_reason, s.stopped_at,
                case when s.stopped_at is null and coalesce(s.leased_until <= now(), true) then s.next_fetch_at end as next_fetch_at,
                s."interval", s.failures, s.articles, \(draftColumns), f.id is not null as is_fetched, \(fetchColumns),
                h.hub, case when h.expires_at > now() then h.expires_at end as told_until, h.fault,
                w.entries as waiting, w.next_try_at
            from sources s join sections k on k.id = s.section_id left join source_hubs h on h.source_id = s.id left join lateral (
                select * from source_fetches where source_id = s.id order by id desc limit 1) f on true
                cross join lateral (select count(*) as entries, min(next_try_at) as next_try_at from source_retries
                    where source_id = s.id) w \(condition)
            """
        ).map { row in
            Source(
                id: try row.get("id"), revision: try row.get("revision"), draft: try sourceDraft(row),
                createdAt: try row.get("created_at"), stop: try row.optional("stop_reason").flatMap(Source.Stop.init),
                stoppedAt: try row.optional("stopped_at"), nextFetchAt: try row.optional("next_fetch_at"),
                interval: try row.optional("interval"),
                failures: try row.get("failures"), articles: try row.get("articles"),
                lastFetch: try row.get("is_fetched") ? try sourceFetch(row) : nil,
                hub: try row.optional("hub").map {
                    SourceHubState(hub: $0, until: try row.optional("told_until"), fault: try row.get("fault"))
                },
                waiting: try row.optional("next_try_at").map {
                    SourceWaiting(entries: try row.get("waiting"), nextTryAt: $0)
                })
        }
    }

    /// The section's number; throws all faults at once.
    private func check(_ draft: SourceDraft) throws -> Int {
        var faults = draft.faults
        let section = try holdings.sections.find(slug: draft.section)?.section.id
        if section == nil { faults.append(.init(field: "section", detail: "does not exist: name one by its slug")) }
        if try sections(of: draft.sectionRules).contains(where: { $0 == nil }) { faults.append(.noSuchSection) }
        guard faults.isEmpty, let section else { throw ArchiveError.faults(faults) }
        return section
    }

    private func existingSource(_ id: Int) throws -> Source {
        guard let source = try find(id) else { throw ArchiveError.notFound }
        return source
    }

    private func lockedSource(_ id: Int, revision: Int) throws -> Source {
        try query("select from sources where id = \(id)::bigint for update")
        let source = try existingSource(id)
        guard source.revision == revision else { throw ArchiveError.outdated(current: source.revision) }
        return source
    }
}

extension ArticleDraft.Fault {
    /// Another source has the same address.
    fileprivate static let isKnown = Self(field: "url", detail: "is that of another source")
}

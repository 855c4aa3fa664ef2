package import Foundation
import News
package import PostgreSQL

/// The same story from several sources.
package struct StoryCluster: Sendable {
    /// The articles that tell it, the lead first, then by publication; just one if there is no other.
    package var members: [Member]
    /// Whether an editor chose the lead; otherwise it is one of our own, or the first published.
    package var isLeadChosen: Bool

    /// The one that lists show.
    package var lead: Int { members.first?.id ?? 0 }
    /// Differs for other members or another lead; `If-Match` names it.
    package var version: Int { ([isLeadChosen ? 1 : 0] + members.map(\.id)).version }

    /// An article of a cluster.
    package struct Member: Sendable, Identifiable {
        /// The article's number.
        package var id: Int
        /// The last part of its address.
        package var slug: String
        /// Its headline.
        package var headline: String
        /// The names of its writers, as printed.
        package var byline: String
        /// When it was published.
        package var publishedAt: Date
        /// The address of its page at the source; empty for our own.
        package var canonicalAddress: String
        /// The name of the source that it came from, if we still fetch that.
        package var source: String?
        /// Whether we have more of it than headline and standfirst: the text of a mere headline is the name of its
        /// source.
        package var hasText: Bool
    }

    /// The most articles that an editor can put into a cluster.
    package static let limit = 100
}

/// Clusters of articles that tell the same story.
package struct Clusters: Noun {
    package let connection: Connection
}

extension Clusters {
    /// The cluster that an article is in. Nil if there is no such article; without members if readers do not
    /// see it.
    package func find(of id: Int) throws -> StoryCluster? {
        guard let lead = try lead(of: id) else { return nil }
        var isChosen = false
        let members = try query(
            """
            select id, slug, headline, byline, published_at, canonical_address, (
                    select s.title from source_entries e join sources s on s.id = e.source_id where e.article_id = a.id limit 1
                ) as source, length(body_text) > \(literal: Self.headlineText) as has_text, follows is null and leads as is_chosen
            from articles a
            where (id = \(lead) or follows = \(lead)) and status = 'published'
            order by follows is not null, \(leadOrder)
            """
        ).map { row in
            if try row.get("is_chosen") { isChosen = true }
            return StoryCluster.Member(
                id: try row.get("id"), slug: try row.get("slug"), headline: try row.get("headline"),
                byline: try row.get("byline"),
                publishedAt: try row.get("published_at"), canonicalAddress: try row.get("canonical_address"),
                source: try row.optional("source"),
                hasText: try row.get("has_text"))
        }
        return StoryCluster(members: members, isLeadChosen: isChosen)
    }

    /// The characters that do not make a text yet, only the origin of a headline.
    private static let headlineText = 200

    /// Makes a cluster of exactly these articles. Articles that join or leave it are remembered as an editor's
    /// decision, which no later text changes.
    /// - Parameters:
    ///   - id: one of them, whose cluster is changed.
    ///   - version: the version of the cluster as it was seen; nil for any.
    ///   - lead: the one that leads from now on; nil for the one that an editor chose before, otherwise the
    ///     first published.
    package func set(of id: Int, version: Int? = nil, to wanted: [Int], lead: Int? = nil, by maker: Maker) throws
        -> StoryCluster
    {
        guard let seen = try find(of: id) else { throw ArchiveError.notFound }
        try holdings.articles.lock(seen.members.map(\.id) + wanted)
        // From here on nobody else can put an article anywhere.
        try query("select from newspaper for no key update")
        guard let old = try find(of: id) else { throw ArchiveError.notFound }
        guard version ?? old.version == old.version else { throw ArchiveError.outdated(current: old.version) }
        let members = Array(Set(wanted)).sorted()
        try require(members, of: id, lead)
        let before = old.members.map(\.id)
        let (added, removed) = (members.filter { !before.contains($0) }, before.filter { !members.contains($0) })
        // The followers of an article that joins this cluster go on without it.
        var changed = Set(before + members)
        try query("update articles set leads = false where id = any(\(removed + added)::bigint[]) and leads")
        for other in added { changed.formUnion(try passLead(of: other)) }
        try query("update articles set follows = null where id = any(\(removed + added)::bigint[])")
        let kept = old.isLeadChosen && members.contains(old.lead) ? old.lead : nil
        try elect(members, chosen: lead ?? kept)
        try holdings.articles.enterCategories(removed)
        try decide(members, added.isEmpty ? [] : members, isSame: true, maker)
        try decide(members, removed, isSame: false, maker)
        try holdings.audit.note(
            "article.cluster", "article/\(id)", by: maker,
            detail: ClusterEntry(from: before, to: members, lead: lead))
        try holdings.newspaper.bump(articles: changed.sorted())
        guard let new = try find(of: id) else { throw ArchiveError.notFound }
        return new
    }

    /// Takes an article out of its cluster, for good. The others stay together.
    package func leave(_ id: Int, version: Int? = nil, by maker: Maker) throws -> StoryCluster {
        guard let old = try find(of: id) else { throw ArchiveError.notFound }
        let others = old.members.map(\.id).filter { $0 != id }
        if let first = others.first { _ = try set(of: first, version: version, to: others, by: maker) }
        guard let new = try find(of: id) else { throw ArchiveError.notFound }
        return new
    }

    private func require(_ members: [Int], of id: Int, _ lead: Int?) throws {
        var faults: [ArticleDraft.Fault] = []
        if members.count > StoryCluster.limit {
            faults.append(.init(field: "members", detail: "must have at most \(StoryCluster.limit) entries"))
        }
        if !members.contains(id) { faults.append(.init(field: "members", detail: "lack \(id), whose cluster it is")) }
        if let lead, !members.contains(lead) { faults.append(.init(field: "lead", detail: "is not a member")) }
        let known = Set(
            try query(
                "select id from articles where id = any(\(members.prefix(StoryCluster.limit).map(\.self))::bigint[]) and status = 'published'"
            )
            .values(of: Int.self))
        for other in members.prefix(StoryCluster.limit) where !known.contains(other) {
            faults.append(.init(field: "members", detail: "name \(other), which is not a published article"))
        }
        guard faults.isEmpty else { throw ArchiveError.faults(faults) }
    }

    /// Makes one of our own lead the others, otherwise the first published, unless an editor chose one.
    private func elect(_ members: [Int], chosen: Int?) throws {
        let first: Int? = try query(
            "select id from articles where id = any(\(members)::bigint[]) order by \(leadOrder) limit 1"
        ).firstValue()
        guard let lead = chosen ?? first else { return }
        try follow(lead, members)
        let isChosen = chosen != nil && members.count > 1
        try query("update articles set leads = \(isChosen)::bool where id = \(lead) and leads <> \(isChosen)::bool")
    }

    /// Remembers for each pair from two lists of articles whether they are the same story.
    private func decide(_ ones: [Int], _ others: [Int], isSame: Bool, _ maker: Maker) throws {
        try query(
            """
            insert into cluster_decisions (first, second, is_same, editor_id)
            select distinct least(a, b), greatest(a, b), \(isSame)::bool, \(maker.editor)::int
            from unnest(\(ones)::bigint[]) a cross join unnest(\(others)::bigint[]) b where a <> b
            on conflict (first, second) do update set is_same = excluded.is_same, editor_id = excluded.editor_id, at = now()
            """)
    }
}

extension [Int] {
    /// Differs for other numbers, or another order of them: 0 to 2,147,483,647.
    var version: Int { reduce(0) { ($0 &* 1_000_003 &+ $1) & 0x7FFF_FFFF } }
}

/// The details of a change in the audit trail.
private struct ClusterEntry: Encodable {
    var from: [Int]
    var to: [Int]
    var lead: Int?
}

import Foundation
import News
import PostgreSQL

/// The rows that a draft refers to.
struct References {
    var section: Int
    var edition: Int
    var categories: [Int]
    var publishedAt: Date
    var translationOf: Int?
    var related: [Int]
}

extension Articles {
    /// Looks up everything that a draft names, and reports everything that is missing at once.
    /// - Parameter old: the article as it is; nil for a new one.
    func references(of draft: ArticleDraft, instead old: Article? = nil) throws -> References {
        var faults: [ArticleDraft.Fault] = []
        let published = draft.publishedAt ?? Date()
        let section = try holdings.sections.find(slug: draft.section)?.section.id
        if section == nil { faults.append(.init(field: "section", detail: "\(draft.section) does not exist")) }
        var edition: Int?
        if let reference = draft.edition {
            let named = try holdings.editions.find(reference, onlyPublished: false)
            edition = named?.number
            if edition == nil { faults.append(.init(field: "edition", detail: "\(reference.name) does not exist")) }
            if named?.state == .archived, edition != old?.edition {
                faults.append(.init(field: "edition", detail: "\(reference.name) is archived: nothing goes into it"))
            }
        } else {
            edition = try holdings.editions.weekly(of: published)
        }
        faults += try pictureFaults(of: draft)
        let original = try original(of: draft)
        if original == nil, !draft.translationOf.isEmpty {
            faults.append(.init(field: "translationOf", detail: "\(draft.translationOf) is not another article"))
        }
        let related = try related(of: draft, &faults)
        guard faults.isEmpty, let section, let edition else { throw ArchiveError.faults(faults) }
        return References(
            section: section, edition: edition, categories: try holdings.sections.categoryIDs(names: draft.categories),
            publishedAt: published, translationOf: original, related: related)
    }

    private func pictureFaults(of draft: ArticleDraft) throws -> [ArticleDraft.Fault] {
        var faults: [ArticleDraft.Fault] = []
        if let hash = draft.picture?.hash, try countPictures([hash]) == 0 {
            faults.append(.init(field: "picture.hash", detail: "is not known: upload the picture first"))
        }
        let inBody = BodyPictures.hashes(in: draft.bodyHTML)
        if try countPictures(inBody) < inBody.count {
            faults.append(.init(field: "body", detail: "names a picture that is not known: upload it first"))
        }
        return faults
    }

    private func countPictures(_ hashes: [String]) throws -> Int {
        guard !hashes.isEmpty else { return 0 }
        return try query(
            "select count(*) from pictures where hash = any(array(select decode(h, 'hex') from unnest(\(hashes)::text[]) h))"
        ).value()
    }

    /// The article that a draft translates; if that is a translation itself, its original.
    private func original(of draft: ArticleDraft) throws -> Int? {
        guard !draft.translationOf.isEmpty, draft.translationOf != draft.slug else { return nil }
        return try query("select coalesce(translation_of, id) from articles where slug = \(draft.translationOf)")
            .firstValue()
    }

    /// The articles that a draft names as related, each once.
    private func related(of draft: ArticleDraft, _ faults: inout [ArticleDraft.Fault]) throws -> [Int] {
        guard !draft.related.isEmpty else { return [] }
        let known: [String: Int] = Dictionary(
            uniqueKeysWithValues: try query("select slug, id from articles where slug = any(\(draft.related)::text[])")
                .map {
                    (try $0.get("slug"), try $0.get("id"))
                })
        var related: [Int] = []
        for slug in draft.related {
            guard let id = known[slug], slug != draft.slug else {
                faults.append(.init(field: "related", detail: "\(slug) is not another article"))
                continue
            }
            if !related.contains(id) { related.append(id) }
        }
        return related
    }

    /// The address of a changed article: as chosen, otherwise as it is; before publication it follows the
    /// headline.
    func slug(of draft: ArticleDraft, instead old: Article) throws -> String {
        if !draft.slug.isEmpty { return draft.slug == old.slug ? old.slug : try freeSlug(draft.slug, isWish: false) }
        let isFree = old.draft.slug.isEmpty && draft.headline != old.draft.headline
        guard isFree, let wish = Slug.make(draft.headline), wish != old.slug else { return old.slug }
        return try freeSlug(wish, isWish: true)
    }

    /// A slug that no article has. If it is taken, a wish from a headline gets a number, and a slug that was
    /// asked for is refused.
    func freeSlug(_ slug: String, isWish: Bool) throws -> String {
        // If two slugs begin alike, the second waits, so that it sees what the first took.
        try query("select pg_advisory_xact_lock(hashtextextended(\("slug " + Self.stem(of: slug)), 0))")
        let free = try unusedSlug(slug)
        guard isWish || free == slug else {
            throw ArchiveError.faults([.init(field: "slug", detail: "is taken by another article")])
        }
        return free
    }

    /// A slug as wished, or with the first number that makes it unique. Each candidate is looked up by itself,
    /// so that the number of articles does not matter.
    package func unusedSlug(_ wish: String) throws -> String {
        if try !query("select exists (select from articles where slug = \(wish))").value() { return wish }
        let stem = Self.stem(of: wish) + "-"
        for first in stride(from: 2, to: 1_000_000, by: Self.slugsAtOnce) {
            let number: Int? = try query(
                """
                select min(n) from generate_series(\(first)::int, \(first + Self.slugsAtOnce - 1)::int) n
                where not exists (select from articles where slug = \(stem) || n)
                """
            ).optionalValue()
            if let number { return "\(stem)\(number)" }
        }
        return wish
    }

    private static let slugsAtOnce = 100

    /// The part of a slug that a number may follow.
    private static func stem(of slug: String) -> String { String(slug.prefix(Slug.limit - 8)).trimmingSuffix("-") }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: Character) -> String {
        var text = self
        while text.last == suffix { text.removeLast() }
        return text
    }
}

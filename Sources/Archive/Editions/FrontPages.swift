package import News
import PostgreSQL

extension Editions {
    /// The front page that editors gave an edition.
    /// - Parameter onlyPublished: leaves out what readers do not see.
    package func frontPage(of edition: Int, onlyPublished: Bool) throws -> FrontPage {
        let stories = try query(
            """
            select f.article_id from front_pages f join articles a on a.id = f.article_id
            where f.edition = \(edition) and (a.status = 'published' or not \(onlyPublished)::bool) order by f.position
            """
        ).values(of: Int.self)
        let editorial: Int? = try query(
            """
            select e.editorial from editions e join articles a on a.id = e.editorial
            where e.number = \(edition) and (a.status = 'published' or not \(onlyPublished)::bool)
            """
        ).firstValue()
        return FrontPage(stories: stories, editorial: editorial)
    }

    /// Changes the front page of an edition that has this revision, and returns the edition.
    /// - Parameter revision: nil for any revision.
    package func changeFrontPage(
        of number: Int, revision: Int? = nil, by maker: Maker, _ change: (inout FrontPage) throws -> Void
    ) throws -> Edition {
        let edition = try locked(number, revision: revision)
        guard edition.state != .archived else { throw ArchiveError.editionRefused(possible: edition.state.moves) }
        let old = try frontPage(of: number, onlyPublished: false)
        var new = old
        try change(&new)
        guard new != old else { return edition }
        let added = Array(Set(new.stories).subtracting(old.stories))
        try require(new, adding: added)
        // Articles are locked before the newspaper, as by those who change them.
        try holdings.articles.lock(added)
        try setFrontPage(of: number, to: new)
        try query("update editions set revision = revision + 1 where number = \(number)")
        try holdings.audit.note(
            "edition.arrange", "edition/\(number)", by: maker, detail: FrontPageEntry(from: old, to: new))
        // Devices that have the news already lack the articles that were not part of it.
        try holdings.newspaper.bump(articles: added)
        return try self.find(number)
    }

    /// The edition with this number, which nobody else can change until the transaction ends.
    func locked(_ number: Int, revision: Int?) throws -> Edition {
        guard try query("select from editions where number = \(number) for no key update").count == 1 else {
            throw ArchiveError.notFound
        }
        let edition = try self.find(number)
        guard revision ?? edition.revision == edition.revision else {
            throw ArchiveError.outdated(current: edition.revision)
        }
        return edition
    }

    func find(_ number: Int) throws -> Edition {
        guard let edition = try find(.number(number), onlyPublished: false) else { throw ArchiveError.notFound }
        return edition
    }

    package func setFrontPage(of edition: Int, to front: FrontPage) throws {
        try query("delete from front_pages where edition = \(edition)")
        try query(
            """
            insert into front_pages (edition, position, article_id)
            select \(edition), position, id from unnest(\(front.stories)::bigint[]) with ordinality story(id, position)
            """)
        try query("update editions set editorial = \(front.editorial)::bigint where number = \(edition)")
    }

    /// A withdrawn article may stay, since it may be published again, but cannot be added.
    private func require(_ front: FrontPage, adding added: [Int]) throws {
        var faults: [ArticleDraft.Fault] = []
        if front.stories.count > FrontPage.limit {
            faults.append(.init(field: "stories", detail: "has more than \(FrontPage.limit)"))
        }
        if Set(front.stories).count < front.stories.count {
            faults.append(.init(field: "stories", detail: "names an article twice"))
        }
        let named = front.stories + (front.editorial.map { [$0] } ?? [])
        let known = Set(
            try query("select id from articles where id = any(\(named)::bigint[]) and status <> 'killed'").values(
                of: Int.self))
        for id in front.stories where !known.contains(id) {
            faults.append(.init(field: "stories", detail: "names \(id), which is not an article"))
        }
        let withdrawn: [Int] = try query(
            "select id from articles where id = any(\(added)::bigint[]) and status = 'withdrawn' order by id"
        ).values()
        for id in withdrawn { faults.append(.init(field: "stories", detail: "names \(id), which is withdrawn")) }
        if let editorial = front.editorial, !known.contains(editorial) {
            faults.append(.init(field: "editorial", detail: "names \(editorial), which is not an article"))
        }
        guard faults.isEmpty else { throw ArchiveError.faults(faults) }
    }
}

/// The audit trail's record of a change.
private struct FrontPageEntry: Encodable {
    var from: [Int]
    var to: [Int]
    var editorial: Int?

    init(from old: FrontPage, to new: FrontPage) {
        (from, to) = (old.stories, new.stories)
        editorial = new.editorial == old.editorial ? nil : new.editorial ?? 0
    }
}

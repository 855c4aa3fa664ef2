package import News
package import PostgreSQL

/// Sections and categories.
package struct Sections: Noun {
    package let connection: Connection
}

extension Sections {
    /// All sections, in order.
    package func list() throws -> [Section] {
        try query("select \(sectionColumns) from sections order by position, id").map(section)
    }

    /// All categories that readers can come across, by name.
    package func categories() throws -> [News.Category] {
        try query(
            """
            select id, slug, name from categories k
            where exists (select from article_categories c where c.category_id = k.id) order by name
            """
        ).map { row in
            Category(id: try row.get("id"), slug: try row.get("slug"), name: try row.get("name"))
        }
    }

    /// The section with this slug, as editors see it.
    package func find(slug: String) throws -> SectionRow? { try rows("where s.slug = \(slug)").first }

    /// All sections, in order, as editors see them.
    package func rows() throws -> [SectionRow] { try rows("") }

    private func rows(_ condition: SQL) throws -> [SectionRow] {
        try query(
            """
            select \(sectionColumns), revision, push_limit, (select count(*) from sections o where (o.position, o.id) <= (s.position, s.id)) as place
            from sections s \(condition) order by position, id
            """
        ).map {
            SectionRow(
                section: try section($0), revision: try $0.get("revision"), position: try $0.get("place"),
                pushLimit: try $0.get("push_limit"))
        }
    }

    /// The number of articles in each section, in any state, by the section's number; sections without
    /// articles are missing.
    package func articleCounts() throws -> [Int: Int] {
        Dictionary(
            uniqueKeysWithValues: try query("select section_id, count(*) as articles from articles group by section_id")
                .map {
                    (try $0.get("section_id"), try $0.get("articles"))
                })
    }

    private var sectionColumns: SQL { "id, slug, name, latitude::float8, longitude::float8, radius, in_header" }

    private func section(_ row: Row) throws -> Section {
        Section(
            id: try row.get("id"), slug: try row.get("slug"), name: try row.get("name"),
            area: try area(
                latitude: row.optional("latitude"), longitude: row.optional("longitude"), radius: row.optional("radius")
            ), isInHeader: try row.get("in_header"))
    }

    func area(latitude: Double?, longitude: Double?, radius: Int?) -> Area? {
        guard let latitude, let longitude, let place = Place(latitude: latitude, longitude: longitude) else {
            return nil
        }
        return Area(place, radius: radius ?? Area.usualRadius)
    }

    /// Creates a section after all others, in the header only while all of them are. Throws `uniqueViolation` if the slug is taken.
    @discardableResult
    package func insert(slug: String, name: String, area: Area? = nil, pushLimit: Int = 0) throws -> Int {
        try query(
            """
            insert into sections (slug, name, position, latitude, longitude, radius, push_limit, in_header)
            values (\(slug), \(name), (select coalesce(max(position), 0) + 1 from sections), \(area?.place.latitude)::numeric,
                \(area?.place.longitude)::numeric, \(area?.radius)::smallint, \(pushLimit)::smallint,
                (select coalesce(bool_and(in_header), true) from sections)) returning id
            """
        ).value()
    }

    /// Sets the name and area of a section that has this revision, and the limit of its messages unless that is nil. Returns its new
    /// revision; nil if somebody else was faster.
    package func update(_ id: Int, revision: Int, name: String, area: Area?, pushLimit: Int? = nil) throws -> Int? {
        try query(
            """
            update sections set name = \(name), latitude = \(area?.place.latitude)::numeric,
                longitude = \(area?.place.longitude)::numeric, radius = \(area?.radius)::smallint,
                push_limit = coalesce(\(pushLimit)::smallint, push_limit), revision = revision + 1
            where id = \(id) and revision = \(revision) returning revision
            """
        ).firstValue()
    }

    /// Moves a section to a position among the others, counted from 1, or to the end if that is beyond them.
    /// Sections whose position changes get a new revision.
    package func place(_ id: Int, at position: Int) throws {
        // Whoever comes second sees the order that the first made.
        let all: [Int] = try query("select id from sections order by position, id for update").values()
        var order = all.filter { $0 != id }
        order.insert(id, at: min(max(position, 1) - 1, order.count))
        guard all.contains(id), order != all else { return }
        try query(
            """
            update sections s set position = o.n, revision = revision + (all_before.n <> o.n)::int
            from unnest(\(order)::int[]) with ordinality o(id, n) join unnest(\(all)::int[]) with ordinality all_before(id, n) using (id)
            where s.id = o.id
            """)
    }

    /// Sets which sections pages link in their header.
    package func showInHeader(_ slugs: [String]) throws {
        try query(
            "update sections set in_header = slug = any(\(slugs)::text[]) where in_header <> (slug = any(\(slugs)::text[]))"
        )
    }

    /// Removes an empty section that has this revision. Throws `foreignKeyViolation` if it has articles.
    package func delete(_ id: Int, revision: Int) throws -> Bool {
        try query("delete from sections where id = \(id) and revision = \(revision)").affected == 1
    }

    /// The categories with these names, created if they are new; slugs identify them.
    func categoryIDs(names: [String]) throws -> [Int] {
        let names = names.filter { Slug.make($0) != nil }
        let slugs = names.compactMap { Slug.make($0) }
        guard !slugs.isEmpty else { return [] }
        try query(
            """
            insert into categories (slug, name)
            select distinct on (slug) slug, name from unnest(\(slugs)::text[], \(names)::text[]) as w(slug, name) order by slug
            on conflict (slug) do nothing
            """)
        return try query("select id from categories where slug = any(\(slugs)::text[]) order by id").values()
    }
}

/// A section as editors see it.
package struct SectionRow: Sendable {
    /// The section as readers see it.
    package var section: Section
    /// Rises with every change; what `If-Match` names.
    package var revision: Int
    /// Its position among all, counted from 1.
    package var position: Int
    /// The most stories within a day that readers' devices are told of by themselves, 0 to 10.
    package var pushLimit: Int

    /// The permitted limits.
    package static let pushLimits = 0...10
}

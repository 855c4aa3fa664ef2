package import Foundation
package import PostgreSQL

/// How one fetch of a source went.
package struct SourceFetch: Sendable, Equatable {
    /// When it ended.
    package var at: Date
    /// From the first connection until all was read.
    package var milliseconds: Int
    /// The HTTP status; nil where there was no answer.
    package var status: Int?
    /// Of the feed.
    package var bytes: Int
    /// Why nothing was read; empty where it was.
    package var error: String
    /// Entries of the feed.
    package var found: Int
    /// Of them new articles.
    package var added: Int
    /// Of them articles that were changed.
    package var changed: Int
    /// Of them not taken.
    package var refused: Int
    /// What else there is to say, a sentence each: at most twenty.
    package var notes: [String]

    /// How many notes are kept.
    package static let noteLimit = 20

    /// A fetch that found nothing.
    package init(
        at: Date = Date(), milliseconds: Int = 0, status: Int? = nil, bytes: Int = 0, error: String = "",
        found: Int = 0,
        added: Int = 0, changed: Int = 0, refused: Int = 0, notes: [String] = []
    ) {
        self.at = at
        self.milliseconds = milliseconds
        self.status = status
        self.bytes = bytes
        self.error = error
        self.found = found
        self.added = added
        self.changed = changed
        self.refused = refused
        self.notes = notes
    }

    /// Adds a note; those for which there is no room are left out.
    package mutating func note(_ text: String) {
        if notes.count < Self.noteLimit { notes.append(String(text.prefix(300))) }
    }
}

extension Connection {
    /// Fetches that are kept of each source.
    package static var fetchLimit: Int { 50 }

    /// How the latest fetches of a source went, the newest first.
    package func fetches(of source: Int) throws -> [SourceFetch] {
        try query(
            """
            select \(fetchColumns) from source_fetches f where f.source_id = \(source)::bigint order by f.id desc
            limit \(Self.fetchLimit)
            """
        ).map(sourceFetch)
    }

    /// Writes down how a fetch went, and forgets the oldest ones.
    func insert(_ fetch: SourceFetch, of source: Int) throws {
        try query(
            """
            insert into source_fetches (source_id, at, milliseconds, status, bytes, error, found, added, changed, refused, notes)
            values (\(source), \(fetch.at), \(fetch.milliseconds), \(fetch.status)::int, \(fetch.bytes),
                \(String(fetch.error.unicodeScalars.prefix(1000))), \(fetch.found), \(fetch.added), \(fetch.changed),
                \(fetch.refused), \(fetch.notes)::text[])
            """)
        try query(
            """
            delete from source_fetches where source_id = \(source) and id <= (
                select id from source_fetches where source_id = \(source) order by id desc offset \(Self.fetchLimit) limit 1)
            """)
    }

    var fetchColumns: SQL {
        "f.at, f.milliseconds, f.status, f.bytes, f.error, f.found, f.added, f.changed, f.refused, f.notes"
    }

    func sourceFetch(_ row: Row) throws -> SourceFetch {
        SourceFetch(
            at: try row.get("at"), milliseconds: try row.get("milliseconds"), status: try row.optional("status"),
            bytes: try row.get("bytes"), error: try row.get("error"), found: try row.get("found"),
            added: try row.get("added"), changed: try row.get("changed"), refused: try row.get("refused"),
            notes: try row.get("notes"))
    }
}

import Archive
package import Foundation
import PostgreSQL

/// The outcome of one fetch of a source.
package struct SourceFetch: Sendable, Equatable {
    /// When it ended.
    package var at: Date
    /// The time from the first connection until everything was read.
    package var milliseconds: Int
    /// The HTTP status; nil if there was no answer.
    package var status: Int?
    /// The size of the feed.
    package var bytes: Int
    /// The reason why nothing was read; empty if the feed was read.
    package var error: String
    /// The entries of the feed.
    package var found: Int
    /// Those of them that became new articles.
    package var added: Int
    /// Those of them whose articles were changed.
    package var changed: Int
    /// Those of them that were not taken.
    package var refused: Int
    /// Further remarks, a sentence each: at most twenty.
    package var notes: [String]

    /// The number of notes that are kept.
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

    /// Adds a note, unless there is no more room.
    package mutating func note(_ text: String) {
        if notes.count < Self.noteLimit { notes.append(String(text.prefix(300))) }
    }
}

extension Sources {
    /// The number of fetches that are kept for each source.
    package static var fetchLimit: Int { 50 }

    /// The latest fetches of a source, the newest first.
    package func fetches(of source: Int) throws -> [SourceFetch] {
        try query(
            """
            select \(fetchColumns) from source_fetches f where f.source_id = \(source)::bigint order by f.id desc
            limit \(Self.fetchLimit)
            """
        ).map(sourceFetch)
    }

    /// Records a fetch, and forgets the oldest ones.
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

public import News
public import PostgreSQL

extension Connection {
    /// The newspaper's name, revision, sections, categories and latest edition, as of one moment.
    public func masthead() throws -> Masthead {
        try transaction { connection in
            try connection.query("set transaction isolation level repeatable read, read only")
            let paper = try connection.query(
                "select revision, title, description, language, updated_at, pictures from newspaper")
            guard let row = paper.count == 1 ? paper[0] : nil else { throw PostgresError.noRow }
            return Masthead(
                revision: try row.get(0), title: try row.get(1), description: try row.get(2), language: try row.get(3),
                updatedAt: try row.get(4), sections: try connection.sections(), categories: try connection.categories(),
                latestEdition: try connection.latestEdition(), pictures: try row.get(5))
        }
    }

    /// The revision that readers see now.
    public func newspaperRevision() throws -> Int {
        try query("select revision from newspaper")[0].get(0)
    }

    /// Raises the newspaper's revision and tells every node when the transaction commits. Returns the new revision.
    @discardableResult
    public func bumpRevision() throws -> Int {
        let revision: Int = try query(
            "update newspaper set revision = revision + 1, updated_at = now() returning revision")[0].get(0)
        try query("select pg_notify(\(revisionChannel), \(String(revision)))")
        return revision
    }

    /// Names the newspaper.
    public func rename(title: String, description: String, language: String) throws {
        try query("update newspaper set title = \(title), description = \(description), language = \(language)")
        try bumpRevision()
    }
}

/// The channel of `NOTIFY` on which new revisions are told.
public let revisionChannel = "n4md_revision"

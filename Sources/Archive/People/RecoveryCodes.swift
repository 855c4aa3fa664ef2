package import PostgreSQL

/// The codes that stand for the second factors of people who have lost their phone, by their hashes.
package struct RecoveryCodes: Noun {
    package let connection: Connection
}

extension RecoveryCodes {
    /// The number of codes that an editor has left.
    package func count(of editor: Int) throws -> Int {
        try query("select count(*)::int from recovery_codes where editor_id = \(editor)").value()
    }

    /// Gives an editor new codes; those of before become invalid.
    /// - Parameter hashes: their SHA-256.
    package func replace(of editor: Int, with hashes: [[UInt8]], by maker: Maker) throws {
        try deleteAll(of: editor)
        for hash in hashes {
            try query("insert into recovery_codes (editor_id, hash) values (\(editor), \(hash))")
        }
        try holdings.audit.note("second-factor.codes", "editor/\(editor)", by: maker)
    }

    /// Uses up a code. Returns false if the editor has no such code.
    package func use(_ hash: [UInt8], of editor: Int) throws -> Bool {
        try query("delete from recovery_codes where editor_id = \(editor) and hash = \(hash) returning 1").count == 1
    }

    /// Removes all codes of an editor.
    func deleteAll(of editor: Int) throws {
        try query("delete from recovery_codes where editor_id = \(editor)")
    }
}

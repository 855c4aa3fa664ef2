package import Foundation
package import PostgreSQL

/// A file that is uploaded in parts.
package struct UploadRecord: Sendable {
    /// SHA-256 of the name under which its owner continues it.
    package var hash: [UInt8]
    /// The size of the whole file.
    package var bytes: Int
    /// The name of the file at its origin; may be empty.
    package var fileName: String
    /// When the parts received so far are forgotten.
    package var expiresAt: Date
    /// The hash of the picture that it became, once complete.
    package var picture: String?
}

/// The uploads in progress.
package struct UploadLoad: Sendable {
    /// The number of incomplete files.
    package var count: Int
    /// The bytes that they will have.
    package var bytes: Int
}

/// Uploads that arrive in parts.
package struct Uploads: Noun {
    package let connection: Connection
}

extension Uploads {
    /// The uploads in progress, of everybody and of an editor. Nobody else can begin another upload until the
    /// transaction ends.
    package func load(of editor: Int) throws -> (all: UploadLoad, own: UploadLoad) {
        try query("select pg_advisory_xact_lock(hashtext('n4md uploads'))")
        let row = try query(
            """
            select count(*) as uploads, coalesce(sum(bytes), 0)::bigint as all_bytes,
                count(*) filter (where editor_id = \(editor)::int) as own_uploads,
                coalesce(sum(bytes) filter (where editor_id = \(editor)::int), 0)::bigint as own_bytes
            from uploads where picture is null and expires_at > now()
            """)[0]
        return (
            UploadLoad(count: try row.get("uploads"), bytes: try row.get("all_bytes")),
            UploadLoad(count: try row.get("own_uploads"), bytes: try row.get("own_bytes"))
        )
    }

    /// Records an upload that begins; it lasts a day.
    package func insert(_ hash: [UInt8], bytes: Int, fileName: String, by editor: Int) throws -> UploadRecord {
        let expiresAt: Date = try query(
            """
            insert into uploads (hash, editor_id, bytes, file_name) values (\(hash), \(editor), \(bytes), \(fileName))
            returning expires_at
            """
        ).value()
        return UploadRecord(hash: hash, bytes: bytes, fileName: fileName, expiresAt: expiresAt)
    }

    /// The upload with this hash, if it is this editor's and has not expired.
    package func find(_ hash: [UInt8], of editor: Int) throws -> UploadRecord? {
        try query(
            """
            select bytes, file_name, expires_at, encode(picture, 'hex') as picture from uploads
            where hash = \(hash) and editor_id = \(editor) and expires_at > now()
            """
        ).first { row in
            UploadRecord(
                hash: hash, bytes: try row.get("bytes"), fileName: try row.get("file_name"),
                expiresAt: try row.get("expires_at"),
                picture: try row.optional("picture"))
        }
    }

    /// Records the picture that an upload became.
    package func finish(_ hash: [UInt8], picture: String) throws {
        try query("update uploads set picture = decode(\(picture), 'hex') where hash = \(hash)")
    }

    /// Forgets an upload.
    package func delete(_ hash: [UInt8]) throws { try query("delete from uploads where hash = \(hash)") }

    /// Forgets the uploads that have expired.
    package func deleteExpired() throws { try query("delete from uploads where expires_at < now()") }

    /// Those of these hashes whose uploads still wait for more.
    package func open(among hashes: [String]) throws -> Set<String> {
        Set(
            try query(
                """
                select encode(hash, 'hex') from uploads
                where picture is null and hash = any(array(select decode(h, 'hex') from unnest(\(hashes)::text[]) h))
                """
            ).values())
    }
}

public import News
public import PostgreSQL

/// What the archive knows of an original.
public struct PictureRecord: Sendable, Hashable {
    /// SHA-256 in lower-case hexadecimal.
    public var hash: String
    /// `jpeg`, `png`, `gif`, `webp` or `avif`.
    public var format: String
    /// Pixels as the picture is looked at, its orientation applied.
    public var width: Int
    /// Pixels as the picture is looked at.
    public var height: Int
    /// The size of the file.
    public var bytes: Int

    /// A record of these parts.
    public init(hash: String, format: String, width: Int, height: Int, bytes: Int) {
        self.hash = hash
        self.format = format
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}

extension Connection {
    /// The picture of a hash.
    public func picture(_ hash: String) throws -> PictureRecord? {
        try query(
            "select encode(hash, 'hex'), format, width, height, bytes from pictures where hash = decode(\(hash), 'hex')"
        ).first(Self.record)
    }

    private static func record(_ row: Row) throws -> PictureRecord {
        PictureRecord(
            hash: try row.get(0), format: try row.get(1), width: try row.get(2), height: try row.get(3),
            bytes: try row.get(4))
    }

    /// Its renditions, the smallest first.
    public func renditions(of hash: String) throws -> [Rendition] {
        try query(
            """
            select width, quality, pixel_width, pixel_height, bytes from renditions
            where picture = decode(\(hash), 'hex') and format = 'jpeg' order by width, quality
            """
        ).map { row in
            Rendition(
                spec: PictureSpec(width: try row.get(0), quality: try row.get(1)), width: try row.get(2),
                height: try row.get(3),
                bytes: try row.get(4))
        }
    }

    /// Writes down a picture with its renditions; one that is known stays as it is.
    public func insertPicture(_ picture: PictureRecord, renditions: [Rendition], by editor: Int?) throws {
        let isNew =
            try query(
                """
                insert into pictures (hash, format, width, height, bytes)
                values (decode(\(picture.hash), 'hex'), \(picture.format), \(picture.width), \(picture.height), \(picture.bytes))
                on conflict do nothing returning 1
                """
            ).count == 1
        if isNew { try audit("picture.create", "picture/\(picture.hash)", by: editor, detail: "{}") }
        try query(
            """
            insert into renditions (picture, width, quality, pixel_width, pixel_height, bytes)
            select decode(\(picture.hash), 'hex'), * from unnest(\(renditions.map(\.spec.width))::int[],
                \(renditions.map(\.spec.quality))::int[], \(renditions.map(\.width))::int[], \(renditions.map(\.height))::int[],
                \(renditions.map(\.bytes))::int[])
            on conflict (picture, width, quality, format) do update
                set pixel_width = excluded.pixel_width, pixel_height = excluded.pixel_height, bytes = excluded.bytes
            """)
    }

    /// The next pictures in the order of their hashes, after one of them or from the first.
    public func pictures(after hash: String?, limit: Int) throws -> [PictureRecord] {
        try query(
            """
            select encode(hash, 'hex'), format, width, height, bytes from pictures
            where hash > decode(\(hash ?? ""), 'hex') order by hash limit \(limit)
            """
        ).map(Self.record)
    }

    /// The pictures that no article and no revision of one has used since they came, a day ago or earlier.
    public func unusedPictures() throws -> [PictureRecord] {
        try query("select encode(hash, 'hex'), format, width, height, bytes from pictures p where \(Self.isUnused)")
            .map(Self.record)
    }

    /// Forgets a picture and its renditions; false where it is used after all.
    public func deleteUnusedPicture(_ hash: String) throws -> Bool {
        let isGone =
            try query("delete from pictures p where hash = decode(\(hash), 'hex') and \(Self.isUnused) returning 1")
            .count == 1
        if isGone { try audit("picture.delete", "picture/\(hash)", by: nil, detail: "{}") }
        return isGone
    }

    /// A revision keeps its picture as PostgreSQL writes bytes in JSON.
    private static let isUnused: SQL = """
        created_at < now() - interval '1 day'
            and not exists (select from articles where picture = p.hash)
            and not exists (select from article_revisions where content->>'picture' = p.hash::text)
        """
}

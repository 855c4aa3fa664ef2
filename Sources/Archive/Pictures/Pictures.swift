package import News
package import PostgreSQL

/// An original, as the archive knows it.
package struct PictureRecord: Sendable, Hashable {
    /// SHA-256 in lower-case hexadecimal.
    package var hash: String
    /// `jpeg`, `png`, `gif`, `webp` or `avif`.
    package var format: String
    /// Pixels as displayed, with its orientation applied.
    package var width: Int
    /// Pixels as displayed.
    package var height: Int
    /// The size of the file.
    package var bytes: Int
    /// The point that crops show, in percent from the left and from the top; nil until it has been looked for.
    package var focus: PictureFocus?
    /// The formats of which all renditions have been made.
    package var made: [PictureFormat]
    /// The hash of the picture that replaced it; nil if it was not replaced.
    package var replacedBy: String?

    /// Creates a record with no renditions made yet.
    package init(hash: String, format: String, width: Int, height: Int, bytes: Int) {
        self.hash = hash
        self.format = format
        self.width = width
        self.height = height
        self.bytes = bytes
        made = []
    }
}

/// The focal point of a picture.
package struct PictureFocus: Sendable, Hashable {
    /// Percent from the left, 0 to 100.
    package var x: Int
    /// Percent from the top, 0 to 100.
    package var y: Int
    /// Whether an editor set it; otherwise it was found.
    package var isSet: Bool

    /// A focal point.
    package init(x: Int, y: Int, isSet: Bool) {
        self.x = x
        self.y = y
        self.isSet = isSet
    }
}

/// Originals, their words and their renditions.
package struct Pictures: Noun {
    package let connection: Connection
}

extension Pictures {
    /// The columns that `record` reads.
    static let columns: SQL = """
        encode(hash, 'hex') as hex, format, width, height, bytes, focus_x, focus_y, focus_is_set, made,
            encode(replaced_by, 'hex') as replacement
        """

    static func record(_ row: Row) throws -> PictureRecord {
        var record = PictureRecord(
            hash: try row.get("hex"), format: try row.get("format"), width: try row.get("width"),
            height: try row.get("height"),
            bytes: try row.get("bytes"))
        if let x: Int = try row.optional("focus_x"), let y: Int = try row.optional("focus_y") {
            record.focus = PictureFocus(x: x, y: y, isSet: try row.get("focus_is_set"))
        }
        let made: [String] = try row.get("made")
        record.made = made.compactMap(PictureFormat.init(rawValue:))
        record.replacedBy = try row.optional("replacement")
        return record
    }

    /// The picture with this hash.
    /// - Parameter locks: whether it has to stay as it is until the transaction ends.
    package func find(_ hash: String, locks: Bool = false) throws -> PictureRecord? {
        let lock: SQL = locks ? "for share" : ""
        return try query(
            "select \(Self.columns) from pictures where hash = decode(\(hash), 'hex') \(lock)"
        ).first(Self.record)
    }

    /// The renditions of a picture, the smallest first, the whole picture last.
    package func renditions(of hash: String) throws -> [Rendition] {
        try query(
            """
            select width, quality, shape, crop, format, pixel_width, pixel_height, bytes from renditions
            where picture = decode(\(hash), 'hex') order by shape, width, quality, format
            """
        ).map(rendition)
    }

    /// A rendition from its columns.
    func rendition(_ row: Row) throws -> Rendition {
        let shape = PictureShape(rawValue: try row.get("shape")) ?? .whole
        let spec = PictureSpec(width: try row.get("width"), quality: try row.get("quality"), shape: shape)
        return Rendition(
            name: RenditionName(
                spec, crop: try row.get("crop"), format: PictureFormat(rawValue: try row.get("format"))),
            width: try row.get("pixel_width"), height: try row.get("pixel_height"), bytes: try row.get("bytes"))
    }

    /// Records a picture; a known one stays as it is, and one that was replaced is restored.
    /// - Parameter fileName: its name at its origin, at most 255 characters.
    package func insert(_ picture: PictureRecord, fileName: String, by maker: Maker?) throws {
        try lockFiles(of: picture.hash)
        let written = try query(
            """
            insert into pictures (hash, format, width, height, bytes, file_name, uploaded_by)
            values (decode(\(picture.hash), 'hex'), \(picture.format), \(picture.width), \(picture.height), \(picture.bytes),
                \(fileName), \(maker?.editor)::int)
            on conflict (hash) do update set replaced_by = null, replaced_at = null, replacer = null
                where pictures.replaced_by is not null returning 1
            """)
        if written.count == 1 { try holdings.audit.note("picture.create", "picture/\(picture.hash)", by: maker) }
    }

    /// Records what was found in a picture. A focal point that an editor set stays.
    /// - Parameter placeholder: the bytes of a PNG, in hexadecimal.
    package func writeTraits(of hash: String, focusX: Int, focusY: Int, color: String?, placeholder: String) throws {
        try query(
            """
            update pictures set color = \(color), placeholder = decode(\(placeholder), 'hex'),
                focus_x = case when focus_is_set then focus_x else \(focusX) end,
                focus_y = case when focus_is_set then focus_y else \(focusY) end
            where hash = decode(\(hash), 'hex')
            """)
    }

    /// The next pictures in the order of their hashes, after one of them or from the first.
    package func list(after hash: String?, limit: Int) throws -> [PictureRecord] {
        try query(
            "select \(Self.columns) from pictures where hash > decode(\(hash ?? ""), 'hex') order by hash limit \(limit)"
        ).map(Self.record)
    }

    /// The pictures that no article and no revision of one has used since they were added, a day or more ago, and
    /// that were not replaced within the last `formerDays`.
    package func unused() throws -> [PictureRecord] {
        try query("select \(Self.columns) from pictures p where \(Self.isUnused)").map(Self.record)
    }

    /// Those of these hashes that belong to known pictures.
    package func known(among hashes: [String]) throws -> Set<String> {
        Set(
            try query(
                """
                select encode(hash, 'hex') from pictures
                where hash = any(array(select decode(h, 'hex') from unnest(\(hashes)::text[]) h))
                """
            ).values())
    }

    /// The number of known pictures.
    package func count() throws -> Int { try query("select count(*) from pictures").value() }

    /// Whether no picture has this hash; none gets it before the transaction ends.
    package func isUnknown(_ hash: String) throws -> Bool {
        try lockFiles(of: hash)
        return try find(hash) == nil
    }

    /// Recording a picture, and removing the files of an unknown one, wait for each other.
    private func lockFiles(of hash: String) throws {
        try query("select pg_advisory_xact_lock(hashtext('n4md picture files'), hashtext(\(hash)))")
    }

    /// Forgets a picture and its renditions; returns false if it is used after all.
    package func deleteUnused(_ hash: String) throws -> Bool {
        let isGone =
            try query("delete from pictures p where hash = decode(\(hash), 'hex') and \(Self.isUnused) returning 1")
            .count == 1
        if isGone { try holdings.audit.note("picture.delete", "picture/\(hash)", by: nil) }
        return isGone
    }

    private static let isUnused: SQL = """
        created_at < now() - interval '1 day' and (replaced_at is null or replaced_at < now() - make_interval(days => \(formerDays)))
            and not (\(isInArticle)) and not (\(isInRevision))
        """

    /// Whether an article, text that an editor has not saved yet, the header of pages or a byline shows the picture `p`.
    static let isInArticle: SQL = """
        exists (select from articles where picture = p.hash) or exists (select from newspaper where logo = p.hash)
            or exists (select from authors where portrait = p.hash)
            or exists (select from articles where body_html like '%picture:%'
                and body_pictures(body_html) @> array[encode(p.hash, 'hex')])
            or exists (select from pictures h where (h.hash = p.hash or h.replaced_by = p.hash)
                and encode(h.hash, 'hex') in (select (regexp_matches(fields::text, '[0-9a-f]{64}', 'g'))[1] from working_copies))
        """

    /// Whether a revision of an article, the present one or an earlier one, shows the picture `p`.
    static let isInRevision: SQL = """
        exists (select from article_revisions where revision_pictures(content) @> array[encode(p.hash, 'hex')])
        """
}

extension Pictures {
    /// Announces renditions that readers did not see before.
    /// - Parameter hash: a picture that readers see changed, so that devices get its articles again.
    package func bump(changed hash: String? = nil) throws {
        try query("update newspaper set pictures = pictures + 1")
        let articles: [Int] = try query(
            "select id from articles where picture = decode(\(hash), 'hex') and status = 'published'"
        ).values()
        try holdings.newspaper.bump(articles: articles)
    }

    /// Sets the focal point of a picture, which readers see at once. Crops that show another point are
    /// forgotten; those in other formats are made again later.
    /// - Parameter crops: the JPEGs that show it.
    package func setFocus(x: Int, y: Int, of hash: String, crops: [RenditionFile], by maker: Maker?) throws {
        try query(
            """
            update pictures set focus_x = \(x), focus_y = \(y), focus_is_set = true, made = '{jpeg}', claimed_at = null,
                revision = revision + 1
            where hash = decode(\(hash), 'hex')
            """)
        try holdings.ladders.forgetFaults(of: hash)
        try query("delete from renditions where picture = decode(\(hash), 'hex') and shape <> 'whole'")
        try write(crops, of: hash)
        try holdings.audit.note("picture.focus", "picture/\(hash)", by: maker, detail: ["x": x, "y": y])
        try bump(changed: hash)
    }
}

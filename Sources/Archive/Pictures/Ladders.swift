package import News
package import PostgreSQL

/// A picture, and the format in which its renditions are to be made next.
package struct LadderJob: Sendable {
    /// The picture.
    package let picture: PictureRecord
    /// The format.
    package let format: PictureFormat
}

/// The number of tries after which a ladder that cannot be made is given up: within about fourteen hours,
/// by the intervals of `due`.
private let mostLadderTries = 5

/// Renditions to be made in the background.
package struct Ladders: Noun {
    package let connection: Connection
}

// The background work on renditions.
extension Ladders {
    /// The first of these formats that the picture `p` lacks and that may be tried now.
    private static func due(_ formats: [PictureFormat]) -> SQL {
        """
        select format from unnest(\(formats.map(\.rawValue))::text[]) with ordinality f(format, place)
        where format <> all(p.made) and not exists (
            select from ladder_faults l where (l.picture, l.format) = (p.hash, f.format)
                and (l.tries >= \(mostLadderTries) or l.tried_at + interval '10 minutes' * 4 ^ (l.tries - 1) > now()))
        order by place limit 1
        """
    }

    /// Claims a picture that lacks the renditions of a format for ten minutes: pictures that lack the first
    /// formats come first, the newest of them first. A format that failed waits for 10 minutes, then four
    /// times as long each time.
    /// - Parameter absent: hashes of pictures that this server cannot work on.
    package func claim(lacking formats: [PictureFormat], except absent: [String] = []) throws -> LadderJob? {
        try query(
            """
            with due as materialized (
                select p.hash as picture, lack.format as lacking from pictures p cross join lateral (\(Self.due(formats))) lack
                where not made @> '{jpeg,webp,avif}' and replaced_by is null
                    and (claimed_at is null or claimed_at < now() - interval '10 minutes')
                    and p.hash <> all(array(select decode(h, 'hex') from unnest(\(absent)::text[]) h))
                order by cardinality(made), created_at desc limit 1 for update of p skip locked)
            update pictures set claimed_at = now() from due where hash = due.picture
            returning \(Pictures.columns), due.lacking
            """
        ).first { row in
            LadderJob(
                picture: try Pictures.record(row), format: PictureFormat(rawValue: try row.get("lacking")) ?? .jpeg)
        }
    }

    /// Leaves a claimed picture to other servers.
    package func release(_ hash: String) throws {
        try query("update pictures set claimed_at = null where hash = decode(\(hash), 'hex')")
    }

    /// Records that all renditions of a format have been made. Those that have more bytes than a wider one are
    /// forgotten.
    package func finish(_ format: PictureFormat, of hash: String) throws {
        try query(
            """
            delete from renditions r where picture = decode(\(hash), 'hex') and format = \(format.rawValue) and format <> 'jpeg'
                and exists (select from renditions w where (w.picture, w.shape, w.quality, w.format) = (r.picture, r.shape, r.quality, r.format)
                    and w.width > r.width and w.bytes < r.bytes)
            """)
        try query(
            """
            update pictures set claimed_at = null,
                made = case when \(format.rawValue)::text = any(made) then made else made || \(format.rawValue)::text end
            where hash = decode(\(hash), 'hex')
            """)
        try query("delete from ladder_faults where picture = decode(\(hash), 'hex') and format = \(format.rawValue)")
    }

    /// Records that the renditions of a format could not be made this time.
    package func noteFault(_ format: PictureFormat, of hash: String) throws {
        try query(
            """
            insert into ladder_faults (picture, format) values (decode(\(hash), 'hex'), \(format.rawValue))
            on conflict (picture, format) do update set tries = ladder_faults.tries + 1, tried_at = now()
            """)
        try release(hash)
    }

    /// Whether a format could not be made, and waits to be tried again or was given up.
    package func hasFailed(_ format: PictureFormat, of hash: String) throws -> Bool {
        try query(
            "select exists (select from ladder_faults where picture = decode(\(hash), 'hex') and format = \(format.rawValue))"
        ).value()
    }

    /// Lets failed formats be tried as if for the first time, for one picture or for all.
    package func forgetFaults(of hash: String? = nil) throws {
        try query(
            "delete from ladder_faults where \(hash)::text is null or picture = decode(\(hash)::text, 'hex')")
    }

    /// The formats that were given up for a picture.
    package func lost(of hash: String) throws -> [String] {
        try query(
            """
            select format from ladder_faults
            where picture = decode(\(hash), 'hex') and tries >= \(mostLadderTries) order by format
            """
        ).values()
    }

    /// The number of pictures that lack renditions of one of these formats, without those that were given up.
    package func count(lacking formats: [PictureFormat]) throws -> Int {
        try query(
            """
            select count(*) from pictures p
            where not made @> '{jpeg,webp,avif}' and replaced_by is null and exists (
                select from unnest(\(formats.map(\.rawValue))::text[]) f(format) where format <> all(p.made) and not exists (
                    select from ladder_faults l where (l.picture, l.format) = (p.hash, f.format) and l.tries >= \(mostLadderTries)))
            """
        ).value()
    }
}

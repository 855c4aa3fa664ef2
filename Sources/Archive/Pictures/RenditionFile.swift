package import News
import PostgreSQL

/// The file of a rendition, as it was written.
package struct RenditionFile: Sendable {
    /// Its name and sizes.
    package var rendition: Rendition
    /// The SHA-256 of its bytes, in hexadecimal.
    package var checksum: String

    /// A file with a checksum.
    package init(_ rendition: Rendition, checksum: String) {
        self.rendition = rendition
        self.checksum = checksum
    }
}

extension Pictures {
    /// Stores renditions in place of those with the same specification and format.
    package func write(_ files: [RenditionFile], of hash: String) throws {
        let renditions = files.map(\.rendition)
        try query(
            """
            insert into renditions (picture, width, quality, shape, crop, format, pixel_width, pixel_height, bytes, checksum)
            select decode(\(hash), 'hex'), width, quality, shape, crop, format, pixel_width, pixel_height, bytes, decode(checksum, 'hex')
            from unnest(\(renditions.map(\.spec.width))::int[],
                \(renditions.map(\.spec.quality))::int[], \(renditions.map(\.spec.shape.rawValue))::text[],
                \(renditions.map(\.name.crop))::int[], \(renditions.map { ($0.name.format ?? .jpeg).rawValue })::text[],
                \(renditions.map(\.width))::int[], \(renditions.map(\.height))::int[], \(renditions.map(\.bytes))::int[],
                \(files.map(\.checksum))::text[])
                made (width, quality, shape, crop, format, pixel_width, pixel_height, bytes, checksum)
            on conflict (picture, shape, width, quality, format) do update
                set crop = excluded.crop, pixel_width = excluded.pixel_width, pixel_height = excluded.pixel_height,
                    bytes = excluded.bytes, checksum = excluded.checksum
            """)
    }

    /// The checksums of a picture's renditions; those of an earlier version have none.
    package func checksums(of hash: String) throws -> [RenditionName: String] {
        var checksums: [RenditionName: String] = [:]
        _ = try query(
            """
            select width, quality, shape, crop, format, pixel_width, pixel_height, bytes, encode(checksum, 'hex') as checksum
            from renditions where picture = decode(\(hash), 'hex') and checksum is not null
            """
        ).map { row in checksums[try rendition(row).name] = try row.get("checksum") }
        return checksums
    }

    /// The checksum of a rendition; nil if it has none, or there is no such rendition.
    package func checksum(of hash: String, _ name: RenditionName) throws -> String? {
        try query(
            """
            select encode(checksum, 'hex') as checksum from renditions
            where (picture, shape, width, quality, format) = (decode(\(hash), 'hex'), \(name.spec.shape.rawValue), \(name.spec.width),
                \(name.spec.quality), \((name.format ?? .jpeg).rawValue)) and crop = \(name.crop) and checksum is not null
            """
        ).firstValue()
    }

    /// Gives a rendition of an earlier version the checksum of its file, unless it has one meanwhile.
    package func setChecksum(_ checksum: String, of hash: String, _ name: RenditionName) throws {
        try query(
            """
            update renditions set checksum = decode(\(checksum), 'hex')
            where (picture, shape, width, quality, format) = (decode(\(hash), 'hex'), \(name.spec.shape.rawValue), \(name.spec.width),
                \(name.spec.quality), \((name.format ?? .jpeg).rawValue)) and crop = \(name.crop) and checksum is null
            """)
    }
}

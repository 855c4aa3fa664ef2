package import Foundation
import News
import PostgreSQL

/// A picture that another one replaced.
package struct FormerPicture: Sendable {
    /// The picture as it was.
    package var picture: LibraryPicture
    /// When it was replaced.
    package var replacedAt: Date
    /// The name of the editor who replaced it; nil if that is not known.
    package var replacer: String?
    /// Until when its file is kept at least. Revisions of articles that show it keep it for longer.
    package var keptUntil: Date { replacedAt.addingTimeInterval(Double(Pictures.formerDays) * 86_400) }
}

extension Pictures {
    /// For how many days the file of a replaced picture is kept at least: a month, in which somebody notices.
    package static let formerDays = 30

    /// The pictures that this one replaced, the last replaced first. All of them can be brought back.
    package func formers(of hash: String) throws -> [FormerPicture] {
        try query(
            """
            select \(Self.libraryColumns), coalesce(replaced_at, created_at) as gone_at,
                (select name from editors where id = replacer) as replacer_name
            from pictures where replaced_by = decode(\(hash), 'hex') order by gone_at desc, number desc
            """
        ).map {
            FormerPicture(
                picture: try Self.libraryPicture($0), replacedAt: try $0.get("gone_at"),
                replacer: try $0.optional("replacer_name"))
        }
    }

    /// Brings a picture back that this one replaced: articles, logo and portraits show the former one again, with
    /// the words that it had, and this one becomes a former picture. Throws `notFound`, `outdated`, and `faults` if
    /// this one did not replace it.
    /// - Parameters:
    ///   - revision: of the picture that readers see now.
    ///   - jpegs: the renditions of the former one, which have been made again.
    package func bringBack(
        _ former: String, insteadOf present: String, revision: Int, jpegs: [RenditionFile], by maker: Maker
    ) throws {
        // In the order in which `replace` locks them.
        try query(
            """
            select from pictures where hash in (decode(\(former), 'hex'), decode(\(present), 'hex')) order by hash for no key update
            """)
        guard try find(former)?.replacedBy == present else {
            throw ArchiveError.faults([.init(field: "hash", detail: "is not a picture that this one replaced")])
        }
        try query(
            "update pictures set replaced_by = null, replaced_at = null, replacer = null where hash = decode(\(former), 'hex')"
        )
        try replace(present, revision: revision, by: former, maker: maker)
        try query("update pictures set revision = revision + 1 where hash = decode(\(former), 'hex')")
        try write(jpegs, of: former)
        try holdings.ladders.finish(.jpeg, of: former)
    }
}

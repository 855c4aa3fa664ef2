import Foundation
package import News
import PostgreSQL

// Editions that are published by themselves.
extension Editions {
    /// Publishes every open edition whose time has come, by the database's clock. Returns their numbers; no two nodes
    /// publish the same one.
    package func publishDue() throws -> [Int] {
        let due: [(number: Int, revision: Int, articles: Bool)] = try query(
            """
            select number, revision, publish_articles from editions where publish_at <= now()
            order by publish_at for update skip locked
            """
        ).map { (try $0.get("number"), try $0.get("revision"), try $0.get("publish_articles")) }
        for edition in due {
            _ = try move(edition.number, revision: edition.revision, .publish, articles: edition.articles, by: nil)
        }
        return due.map(\.number)
    }

    /// The editions that are published by themselves, the next first.
    package func scheduled(limit: Int) throws -> [Edition] {
        try list("where e.publish_at is not null order by e.publish_at limit \(limit)")
    }

    /// The seconds until the next edition is published by itself; nil if there is none.
    package func secondsToNextSchedule() throws -> Double? {
        try query(
            "select extract(epoch from min(publish_at) - now())::float8 from editions where publish_at is not null"
        ).optionalValue()
    }

    /// Throws the faults of a time at which an edition is to be published: it lies ahead, within two years.
    func require(_ moment: Date?) throws {
        func fault(_ detail: String) -> ArchiveError { .faults([.init(field: "at", detail: detail)]) }
        guard let moment else { throw fault("is missing: say when it is to be published") }
        if moment < Date() { throw fault("is past: publish it now, or give a later time") }
        if moment > Date().addingTimeInterval(Self.farthest) { throw fault("is more than two years ahead") }
    }

    /// The seconds for which an edition can be scheduled ahead, as an article can.
    private static let farthest = 2.0 * 366 * 86_400
}

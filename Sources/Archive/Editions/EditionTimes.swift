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
}

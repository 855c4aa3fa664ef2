package import Foundation
package import News
import PostgreSQL

extension Editions {
    /// The edition whose front page readers find once a draft goes out at a time; nil if there is none. The edition of that
    /// week is created if it is missing.
    package func front(with draft: ArticleDraft, at moment: Date) throws -> Edition? {
        let latest = try latest()
        if let latest, draft.edition == nil, try isCurrent(latest, at: moment) { return latest }
        let own = try find(draft.edition ?? .number(weekly(of: moment)), onlyPublished: true)
        guard let latest else { return own }
        guard let own, own.state == .published, own.date > latest.date else { return latest }
        return own
    }

    /// Whether a draft that goes out now begins an edition of its own, whose front page readers then have.
    package func begins(with draft: ArticleDraft) throws -> Bool {
        guard draft.edition == nil, let latest = try latest() else { return false }
        return try !isCurrent(latest, at: Date())
    }

    /// Whether an edition is of the week of a time, or later.
    private func isCurrent(_ edition: Edition, at moment: Date) throws -> Bool {
        try query(
            """
            select from editions where number = \(edition.number)
                and date >= date_trunc('week', \(moment)::timestamptz at time zone 'UTC')::date
            """
        ).count == 1
    }

    /// Takes a story off the front pages of all editions.
    func takeOffFrontPages(_ article: Int) throws {
        try query("delete from front_pages where article_id = \(article)")
        try query("update editions set editorial = null where editorial = \(article)")
    }

    /// Keeps others from changing an edition until the transaction ends. Who also changes an article locks the edition first.
    package func hold(_ number: Int) throws { _ = try locked(number, revision: nil) }
}

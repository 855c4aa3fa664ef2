package import Foundation
package import News

extension Editions {
    /// The edition whose front page readers find once a draft goes out at a time; nil if there is none. The edition of that
    /// week is created if it is missing.
    package func front(with draft: ArticleDraft, at moment: Date) throws -> Edition? {
        let own = try find(draft.edition ?? .number(weekly(of: moment)), onlyPublished: true)
        guard let latest = try latest() else { return own }
        guard let own, own.state == .published, own.date > latest.date else { return latest }
        return own
    }

    /// Keeps others from changing an edition until the transaction ends. Who also changes an article locks the edition first.
    package func hold(_ number: Int) throws { _ = try locked(number, revision: nil) }
}

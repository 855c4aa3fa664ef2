import Archive
package import ExchangeArchive
package import Foundation

extension SourceFetch {
    /// The result in a few words.
    package var summary: String {
        guard error.isEmpty else { return error }
        let counts = [(added, "new"), (changed, "changed"), (refused, "not taken")].filter { $0.0 > 0 }
        let told = counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        return told.isEmpty ? "nothing new" : told
    }
}

extension Source {
    /// The last fetch and what waits, in a few words.
    package func summary(now: Date) -> String {
        let fetched = lastFetch?.summary ?? "not fetched yet"
        return waiting.map { "\(fetched); \($0.summary(now: now, isStopped: stop != nil))" } ?? fetched
    }
}

extension SourceWaiting {
    fileprivate func summary(now: Date, isStopped: Bool) -> String {
        let what =
            entries == 1 ? "1 entry waits for its page or picture" : "\(entries) entries wait for their page or picture"
        if isStopped { return "\(what) until the source is resumed" }
        let minutes = Int((nextTryAt.timeIntervalSince(now) / 60).rounded(.up))
        let wait = minutes < 1 ? "now" : minutes < 120 ? "in \(minutes) min" : "in \(minutes / 60) h"
        return "\(what): next try \(wait)"
    }
}

import Archive
import ExchangeArchive

extension SourceFetch {
    /// The result in a few words.
    package var summary: String {
        guard error.isEmpty else { return error }
        let counts = [(added, "new"), (changed, "changed"), (refused, "not taken")].filter { $0.0 > 0 }
        let told = counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        return told.isEmpty ? "nothing new" : told
    }
}

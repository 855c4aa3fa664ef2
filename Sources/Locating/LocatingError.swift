/// The reason why a database file of places cannot be used. The description is for the operator who named
/// it.
package enum LocatingError: Error, Equatable, Sendable {
    /// There is no such file, or it cannot be read.
    case notOpened(path: String)
    /// The file is not in the MaxMind DB format, or it is damaged.
    case notUsable(path: String, reason: String)
}

extension LocatingError: CustomStringConvertible {
    /// The problem and the remedy, in plain English sentences.
    package var description: String {
        switch self {
        case .notOpened(let path):
            "The places file \(path) cannot be opened. Name a file that can be read, or none."
        case .notUsable(let path, let reason):
            "The file \(path) is not a usable MMDB file: \(reason). Download it again, or name none."
        }
    }
}

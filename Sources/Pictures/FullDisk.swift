import Foundation
import HTTPTypes
import PostgreSQL
package import Web

extension Error {
    /// Whether there was no room for what was to be written: on a disk, of a quota, in a file that may not become larger, or in the database.
    package var isFullDisk: Bool {
        switch self {
        case let error as POSIXError: [.ENOSPC, .EDQUOT, .EFBIG].contains(error.code)
        case let error as CocoaError:
            error.code == .fileWriteOutOfSpace || (error.underlying.map { $0.isFullDisk } ?? false)
        case let error as PostgresError: if case .refused(.diskFull, _, _) = error { true } else { false }
        default: false
        }
    }
}

extension Problem {
    /// There is no room for what was to be written (RFC 4918, section 11.5).
    package static let fullDisk = Problem(
        HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"),
        "The server has no room left for this on its disk, and kept nothing of it. Tell whoever runs the server, and send it again when there is room.",
        key: "fullDisk")
}

/// What a person at a shell is told of an error.
package func explanation(of error: any Error) -> String {
    guard error.isFullDisk else { return "\(error)" }
    return
        "There is no room left: a disk is full, a quota used up, or a file as large as it may be. Make room and try again. (\(error))"
}

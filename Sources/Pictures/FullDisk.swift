import Archive
import Foundation
import HTTPTypes
package import Web

extension Error {
    /// Whether there was no room to write: on a disk, in a quota, in a file at its size limit, or in the
    /// database.
    package var isFullDisk: Bool {
        switch self {
        case let error as POSIXError: [.ENOSPC, .EDQUOT, .EFBIG].contains(error.code)
        case let error as CocoaError:
            error.code == .fileWriteOutOfSpace || (error.underlying.map { $0.isFullDisk } ?? false)
        case ArchiveFault.diskFull: true
        default: false
        }
    }
}

extension Problem {
    /// There is no room to store what was sent (RFC 4918, section 11.5).
    package static let fullDisk = Problem(
        HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"),
        "The server's disk is full, so nothing was stored. Tell whoever runs the server, and send it again when there is room.",
        key: "fullDisk")
}

/// The description of an error for the operator at a shell.
package func explanation(of error: any Error) -> String {
    guard error.isFullDisk else { return "\(error)" }
    return
        "There is no room left: a disk is full, a quota is used up, or a file has reached its size limit. Make room and try again. (\(error))"
}

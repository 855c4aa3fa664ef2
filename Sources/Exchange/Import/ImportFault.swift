import Fetching
import Foundation
import Imaging

/// Thrown when a single item cannot be imported; the import continues.
struct ImportFault: Error, Sendable {
    /// The reason in words for people.
    var reason: String
    /// Whether another try may succeed.
    var isPassing = false
    /// Seconds for which the other server does not want to be asked again.
    var retryAfter = 0
}

extension ImportFault {
    /// The fault of an answer other than 200: passing if the server is busy or broken.
    init(_ answer: FetchAnswer, now: Date = Date()) {
        reason = "HTTP \(answer.status)."
        isPassing = answer.status >= 500 || [408, 425, 429].contains(answer.status)
        retryAfter = answer.retryAfter(now) ?? 0
    }

    /// The fault of an answer that did not come.
    init(_ error: any Error) {
        reason = "\(error)"
        isPassing = (error as? FetchError)?.isPassing ?? (error as? ImagingError == .notEncoded)
    }

    /// There was no time left to ask.
    static let late = ImportFault(reason: "there was not enough time.", isPassing: true)

    /// The same fault, told of something.
    func of(_ name: String) -> ImportFault {
        ImportFault(reason: "\(name): \(reason)", isPassing: isPassing, retryAfter: retryAfter)
    }
}

extension FetchError {
    /// Whether another try may succeed. Names and certificates are often put right within a day.
    fileprivate var isPassing: Bool {
        switch self {
        case .unknownHost, .unreachable, .insecure, .late, .loginRefused, .broken, .busy, .cancelled: true
        case .malformed, .forbidden, .redirects, .longHeaders, .tooLong, .encoding, .missing: false
        }
    }
}

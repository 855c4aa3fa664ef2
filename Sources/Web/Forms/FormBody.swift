package import Hummingbird
import NIOCore

/// The body of a posted context form.
package enum FormBody {
    /// The largest form, in bytes.
    package static let limit = 64 * 1024

    package static func collect(_ request: Request, limit: Int = limit) async throws -> [UInt8] {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge(limit) }
        do {
            return Array((try await request.body.collect(upTo: limit)).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw tooLarge(limit)
        }
    }

    private static func tooLarge(_ limit: Int) -> Problem {
        Problem(.contentTooLarge, "A form may have at most \(limit / 1024) kB here.")
    }

    /// The fields of a body: a form unless it is declared as JSON, since the oldest clients declare
    /// nothing.
    package static func fields(_ body: [UInt8], type: String?) throws -> [(name: String, value: String)] {
        guard !body.isEmpty else { return [] }
        let type = type?.lowercased() ?? ""
        if type.contains("json") { return try FormFields.parse(json: body) }
        if type.hasPrefix("multipart/") {
            throw Problem(
                .unsupportedMediaType, "Post the form as application/x-www-form-urlencoded or application/json.")
        }
        return FormFields.parse(String(decoding: body, as: UTF8.self))
    }
}

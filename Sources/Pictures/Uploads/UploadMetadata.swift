import Foundation
import HTTPTypes
import Web

/// The header `Upload-Metadata` of tus 1.0.0: a comma-separated list of names with base64 values.
package enum UploadMetadata {
    /// The value of `filename`; empty if there is none. Throws 400 if it is not base64.
    package static func fileName(_ metadata: String) throws -> String {
        for pair in metadata.split(separator: ",") {
            let parts = pair.split(separator: " ")
            guard parts.first == "filename", parts.count == 2 else { continue }
            guard let data = Data(base64Encoded: String(parts[1])) else {
                throw Problem(.badRequest, "The values of Upload-Metadata must be base64.")
            }
            return String(decoding: data, as: UTF8.self)
        }
        return ""
    }
}

import Foundation

/// The description of the editorial API as of OpenAPI 3.1: one file a noun in `static/openapi`, joined to one document.
enum OpenAPI {
    /// The document. Its version is the program's.
    /// - Parameter folder: where the files are; `api.json` has what all share.
    static func document(folder: String) throws -> [UInt8] {
        var document: [String: Any] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".json") {
            let data = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
            guard let part = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
                throw CocoaError(.fileReadCorruptFile)
            }
            document = merged(document, part)
        }
        document = merged(document, ["info": ["version": Release.version]])
        return [UInt8](
            try JSONSerialization.data(withJSONObject: document, options: [.sortedKeys, .withoutEscapingSlashes]))
    }

    /// Objects member by member; of anything else the second.
    private static func merged(_ left: [String: Any], _ right: [String: Any]) -> [String: Any] {
        left.merging(right) { one, other in
            if let one = one as? [String: Any], let other = other as? [String: Any] {
                merged(one, other)
            } else {
                other
            }
        }
    }
}

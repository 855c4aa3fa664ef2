import Foundation

/// The OpenAPI 3.1 description of the editorial API: one file per noun in `static/openapi`, merged into one
/// document.
enum OpenAPI {
    /// The document. Its version is the program's.
    /// - Parameter folder: the folder of the files; `api.json` has what all of them share.
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

    /// Merges objects member by member; of any other values the second one wins.
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

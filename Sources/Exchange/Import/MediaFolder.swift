import Foundation
import Imaging

/// The folder with the pictures of an import. Addresses are untrusted, and can only lead to files
/// inside it.
package struct MediaFolder: Sendable {
    private let path: String

    /// Creates the object for an existing folder, resolving symbolic links to it once.
    package init(_ path: String) { self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    /// Returns the bytes of the picture formerly at an address. It looks for the path below the uploads
    /// folder, then for the file name alone; for a reduced copy it prefers the original.
    func picture(_ address: String) -> Result<[UInt8], ImportFault> {
        let parts = Self.parts(of: address)
        guard let name = parts.last else {
            return .failure(ImportFault(reason: "there is no file for it in the media folder"))
        }
        for candidate in Self.candidates(parts) {
            let file = URL(fileURLWithPath: "\(path)/\(candidate)").resolvingSymlinksInPath().path
            guard file.hasPrefix(path + "/"), let size = Self.size(of: file) else { continue }
            guard size <= ImageLimits.standard.bytes else {
                return .failure(
                    ImportFault(reason: "\(name) is larger than \(ImageLimits.standard.bytes / 1_000_000) MB"))
            }
            if let data = FileManager.default.contents(atPath: file) { return .success([UInt8](data)) }
        }
        return .failure(ImportFault(reason: "there is no file \(name.prefix(200)) in the media folder"))
    }

    /// The size of a file; nil if it is not a regular file.
    private static func size(of file: String) -> Int? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file),
            attributes[.type] as? FileAttributeType == .typeRegular
        else { return nil }
        return attributes[.size] as? Int
    }

    /// The decoded components of an address's path; empty if any of them is not a valid file name.
    private static func parts(of address: String) -> [String] {
        var rest = address.prefix { $0 != "?" && $0 != "#" }
        if let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...].drop { $0 != "/" }
        }
        guard rest.last != "/" else { return [] }
        var parts: [String] = []
        for part in rest.split(separator: "/") {
            guard let name = String(part).removingPercentEncoding, !name.isEmpty, name != ".", name != "..",
                !name.contains("/"), !name.utf8.contains(0), name.utf8.count <= 255
            else { return [] }
            parts.append(name)
        }
        return parts
    }

    private static func candidates(_ parts: [String]) -> [String] {
        let anchors = [["wp-content", "uploads"], ["uploads"], ["content", "images"], ["images"]]
        var below: [ArraySlice<String>] = []
        for anchor in anchors {
            for start in parts.indices where parts[start...].starts(with: anchor) {
                below.append(parts[(start + anchor.count)...])
            }
        }
        below.append(parts.suffix(1))
        return below.flatMap { parts -> [String] in
            // Ghost keeps reduced copies in separate folders: size/w600/2020/05/a.jpg.
            let plain = parts.first == "size" && parts.count > 2 ? parts.dropFirst(2) : parts
            guard let name = plain.last else { return [] }
            let folder = plain.dropLast()
            return (originals(of: name) + [name]).map { (folder + [$0]).joined(separator: "/") }
                + (plain == parts ? [] : [parts.joined(separator: "/")])
        }
    }

    /// The possible names of the original of a WordPress copy: `a.jpg` for `a-300x200.jpg` and
    /// `a-scaled.jpg`; for large pictures, only `a-scaled.jpg` may remain.
    private static func originals(of name: String) -> [String] {
        guard let match = name.wholeMatch(of: /(.+?)(-\d{1,5}x\d{1,5}|-scaled)(\.[A-Za-z]{3,4})/) else { return [] }
        return match.2 == "-scaled"
            ? ["\(match.1)\(match.3)"] : ["\(match.1)\(match.3)", "\(match.1)-scaled\(match.3)"]
    }
}

import Foundation
import Imaging

/// The folder with the pictures of an import. Addresses come from strangers, and lead nowhere but to files in it.
package struct MediaFolder: Sendable {
    private let path: String

    /// A folder that is there; links to it are followed once and for all.
    package init(_ path: String) { self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    /// The bytes of the picture that stood at an address: under its path below the folder of uploads, or its name alone; of a smaller
    /// copy the original, where that is there.
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

    /// Nil for what is no file.
    private static func size(of file: String) -> Int? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file),
            attributes[.type] as? FileAttributeType == .typeRegular
        else { return nil }
        return attributes[.size] as? Int
    }

    /// The parts of an address's path, decoded. None where one of them is no name of a file.
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
            // Ghost keeps smaller copies in folders of their own: size/w600/2020/05/a.jpg.
            let plain = parts.first == "size" && parts.count > 2 ? parts.dropFirst(2) : parts
            guard let name = plain.last else { return [] }
            let folder = plain.dropLast()
            return (originals(of: name) + [name]).map { (folder + [$0]).joined(separator: "/") }
                + (plain == parts ? [] : [parts.joined(separator: "/")])
        }
    }

    /// The names that the original of WordPress's copies may have: of `a-300x200.jpg` and of `a-scaled.jpg` it is `a.jpg`; of large
    /// pictures only `a-scaled.jpg` may be left.
    private static func originals(of name: String) -> [String] {
        guard let match = name.wholeMatch(of: /(.+?)(-\d{1,5}x\d{1,5}|-scaled)(\.[A-Za-z]{3,4})/) else { return [] }
        return match.2 == "-scaled"
            ? ["\(match.1)\(match.3)"] : ["\(match.1)\(match.3)", "\(match.1)-scaled\(match.3)"]
    }
}

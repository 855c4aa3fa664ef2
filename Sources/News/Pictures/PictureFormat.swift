/// The encoding of a picture's file.
package enum PictureFormat: String, Sendable, Hashable, CaseIterable {
    case jpeg, png, webp, avif, gif

    /// Its file name extension: `jpg`.
    package var ending: String { self == .jpeg ? "jpg" : rawValue }

    /// The format with this file name extension.
    package init?(ending: some StringProtocol) {
        guard let format = Self.allCases.first(where: { $0.ending == ending }) else { return nil }
        self = format
    }

    /// Its media type (RFC 9110, section 8.3.1).
    package var mediaType: String { "image/\(rawValue)" }

    /// The formats of photographs, in the order in which a picture's renditions are made.
    package static let ladders: [PictureFormat] = [.jpeg, .webp, .avif]
}

/// The formats that a device shows besides still JPEG and PNG, which every device shows.
package struct PictureFormats: OptionSet, Sendable, Hashable {
    /// One bit for each format.
    package let rawValue: UInt8

    /// A set of these bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// WebP.
    package static let webp = PictureFormats(rawValue: 1)
    /// AVIF.
    package static let avif = PictureFormats(rawValue: 2)
    /// Animated GIF, which every device shows but not every link affords.
    package static let animation = PictureFormats(rawValue: 4)

    private static let names: [(PictureFormats, PictureFormat)] = [(.webp, .webp), (.avif, .avif), (.animation, .gif)]

    /// All formats that may be sent.
    package var all: [PictureFormat] { [.jpeg, .png] + Self.names.filter { contains($0.0) }.map(\.1) }

    /// Its form in plans: `jpeg`, `webp`, `webp-avif-gif`.
    package var name: String {
        isEmpty ? "jpeg" : Self.names.filter { contains($0.0) }.map(\.1.rawValue).joined(separator: "-")
    }

    /// Reads what `name` writes; nil for anything else.
    package init?(name: some StringProtocol) {
        let named = String(name).split(separator: "-").map { String($0) }
        self = []
        for (member, format) in Self.names where named.contains(format.rawValue) { insert(member) }
        guard self.name == name else { return nil }
    }

    /// The formats that an `Accept` header names (RFC 9110, section 12.5.1). A wildcard says nothing: old
    /// browsers send it too.
    package init(accept: String) {
        self = []
        for range in accept.lowercased().split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            let isRefused = parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
            guard let type = parts.first, !isRefused else { continue }
            if type == "image/webp" { insert(.webp) }
            if type == "image/avif" { insert(.avif) }
        }
    }
}

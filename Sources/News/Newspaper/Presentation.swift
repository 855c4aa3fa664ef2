package import struct Foundation.TimeZone

/// How the newspaper presents itself, as chiefs set it in the newsroom.
package struct Presentation: Sendable, Hashable {
    /// The newspaper's time zone; nil for the operator's.
    package var timeZone: TimeZone?
    /// Nil for the program's own.
    package var accent: AccentColor?
    /// Stands for the newspaper's name where there is room for it; nil for none.
    package var logo: Logo?
    /// What is linked below every page: pages of the newspaper, then other sites.
    package var footer: [FooterLink]

    /// As delivered, unless something is given.
    package init(
        timeZone: TimeZone? = nil, accent: AccentColor? = nil, logo: Logo? = nil, footer: [FooterLink] = []
    ) {
        self.timeZone = timeZone
        self.accent = accent
        self.logo = logo
        self.footer = footer
    }
}

/// The newspaper's logo in the header of pages.
package struct Logo: Sendable, Hashable {
    /// SHA-256 of the picture, in hexadecimal.
    package var hash: String
    /// The file that is shown.
    package var file: Rendition

    /// The height at which it is shown, in CSS pixels: with the space around it, as high as what can be pressed.
    package static let height = 40
    /// The width at which it is shown, in CSS pixels.
    package var width: Int { max(1, file.width * Self.height / max(1, file.height)) }

    /// Chooses the file: the lightest that is sharp on screens with two pixels for one of CSS; if there is none, the largest. Nil if
    /// there is none that every browser shows.
    package init?(hash: String, _ renditions: [Rendition]) {
        let usable = renditions.filter {
            $0.name.spec.shape == .whole && $0.name.spec.quality >= 60 && [.jpeg, .png].contains($0.name.format)
        }
        let sharp = usable.filter { $0.height >= 2 * Self.height }
        guard let file = sharp.min(by: { $0.bytes < $1.bytes }) ?? usable.max(by: { $0.height < $1.height }) else {
            return nil
        }
        (self.hash, self.file) = (hash, file)
    }
}

/// A link below every page.
package struct FooterLink: Sendable, Hashable, Codable {
    /// As printed.
    package var name: String
    /// A path of this newspaper, or an address that begins with `https://`, `http://` or `mailto:`.
    package var address: String

    /// A link.
    package init(name: String, address: String) {
        self.name = name
        self.address = address
    }

    /// The beginning of the paths of the newspaper's pages that stay as they are.
    package static let pages = "/pages/"
    /// Whether it leads to such a page.
    package var isToPage: Bool { address.hasPrefix(Self.pages) }

    /// The most links to other sites.
    package static let limit = 8

    /// Whether its name is printable: 1 to 60 characters on one line.
    package var isNamed: Bool {
        let scalars = name.unicodeScalars
        return scalars.contains { !$0.properties.isWhitespace } && scalars.count <= 60
            && scalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }

    /// Whether an address may be linked: at most 500 bytes of printable ASCII without quotation marks, and no scheme that
    /// could run a script.
    package var isSafe: Bool {
        let starts = ["https://", "http://", "mailto:", "tel:"]
        let isPath = address.hasPrefix("/") && !address.hasPrefix("//") && !address.hasPrefix("/\\")
        return address.utf8.count <= 500 && address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 }
            && (isPath || starts.contains { address.lowercased().hasPrefix($0) && address.utf8.count > $0.utf8.count })
    }
}

import Foundation

/// The colour of kickers, labels and quotations. By night a lighter one of the same hue takes its place.
package struct AccentColor: Sendable, Hashable {
    /// Red, green and blue, 0 to 255.
    private let parts: [Double]

    /// Reads `#rrggbb`, in either case; nil for anything else.
    package init?(_ text: String) {
        guard text.utf8.count == 7, text.first == "#", text.dropFirst().allSatisfy(\.isHexDigit),
            let number = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        parts = [16, 8, 0].map { Double(number >> $0 & 0xFF) }
    }

    private init(parts: [Double]) { self.parts = parts.map { $0.rounded() } }

    /// `#rrggbb`, in lower case.
    package var text: String {
        "#"
            + parts.map { part in
                let digits = String(Int(part), radix: 16)
                return digits.count < 2 ? "0" + digits : digits
            }.joined()
    }

    /// The least contrast of small text with what is behind it (WCAG 2.2, 1.4.3).
    package static let leastContrast = 4.5
    /// The contrast that colours for the night are made to have, as the program's own have: more than by day, since screens are dimmed.
    private static let nightContrast = 7.0
    private static let paper = AccentColor(parts: [0xFF, 0xFD, 0xF8])
    private static let nightPaper = AccentColor(parts: [0x14, 0x13, 0x11])

    /// Its contrast with the paper of pages by day, 1 to 21 (WCAG 2.2, "contrast ratio").
    package var contrast: Double { contrast(with: Self.paper) }

    /// The same colour as dark as it must be to be read by day; itself if it is dark enough.
    package var readable: AccentColor {
        mixed(toward: 0) { $0.contrast >= Self.leastContrast }
    }

    /// The colour for the night.
    package var night: AccentColor {
        mixed(toward: 255) { $0.contrast(with: Self.nightPaper) >= Self.nightContrast }
    }

    /// The first of 64 steps toward black or white that is good.
    private func mixed(toward end: Double, until isGood: (AccentColor) -> Bool) -> AccentColor {
        for step in 0..<64 {
            let color = AccentColor(parts: parts.map { $0 + (end - $0) * Double(step) / 64 })
            if isGood(color) { return color }
        }
        return AccentColor(parts: [end, end, end])
    }

    private func contrast(with other: AccentColor) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// WCAG 2.2, "relative luminance".
    private var luminance: Double {
        let linear = parts.map { part -> Double in
            let part = part / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return zip(linear, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
    }
}

/// The portrait of an author, beside bylines and on the author's page.
package struct Portrait: Sendable, Hashable {
    /// SHA-256 of the picture, in hexadecimal.
    package var hash: String
    /// The file that is shown.
    package var file: Rendition

    /// The width and height at which it is shown, in CSS pixels.
    package static let size = 44

    /// Chooses the file: the lightest square that is sharp on screens with two pixels for one of CSS. Nil if there is none yet.
    package init?(hash: String, _ renditions: [Rendition]) {
        let sharp = renditions.filter {
            $0.spec.shape == .square && $0.spec.quality >= 60 && $0.name.format == .jpeg && $0.width >= 2 * Self.size
        }
        guard let file = sharp.min(by: { $0.bytes < $1.bytes }) else { return nil }
        (self.hash, self.file) = (hash, file)
    }
}

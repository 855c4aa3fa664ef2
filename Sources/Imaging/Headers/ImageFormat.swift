/// The picture formats that the newspaper accepts.
package enum ImageFormat: String, Sendable, CaseIterable, Codable {
    case jpeg, png, gif, webp, avif

    /// The registered media type, such as `image/jpeg`.
    package var mediaType: String { "image/\(rawValue)" }

    /// The usual file name extension, without the dot.
    package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}

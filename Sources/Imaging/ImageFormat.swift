/// The picture formats that the newspaper takes in.
package enum ImageFormat: String, Sendable, CaseIterable, Codable {
    case jpeg, png, gif, webp, avif

    /// The registered media type, such as `image/jpeg`.
    package var mediaType: String { "image/\(rawValue)" }

    /// The usual ending of a file name, without the point.
    package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}

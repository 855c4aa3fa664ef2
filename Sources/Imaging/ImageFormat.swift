/// The picture formats that the newspaper takes in.
public enum ImageFormat: String, Sendable, CaseIterable, Codable {
    case jpeg, png, gif, webp, avif

    /// The registered media type, such as `image/jpeg`.
    public var mediaType: String { "image/\(rawValue)" }

    /// The usual ending of a file name, without the point.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}

/// The reason why a picture was refused. The description tells the editor who sent it what is wrong and
/// what to do.
package enum ImagingError: Error, Equatable, Sendable, Codable {
    /// The file is not a JPEG, PNG, GIF, WebP or AVIF picture.
    case unrecognized
    /// The file is larger than allowed.
    case tooManyBytes(actual: Int, limit: Int)
    /// The picture has more pixels than allowed.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// The picture is longer or wider than allowed.
    case tooLong(width: Int, height: Int, limit: Int)
    /// The progressive JPEG has more scans than allowed.
    case tooManyScans(limit: Int)
    /// The animation has more frames than allowed.
    case tooManyFrames(limit: Int)
    /// The format is right, but this variant is not supported.
    case unsupported(String)
    /// The file is damaged.
    case corrupt(String)
    /// The rendition could not be encoded because it needs more memory than a picture may use, or than
    /// there is.
    case notEncoded
    /// The picture takes more time than one may.
    case tooMuchWork
}

extension ImagingError: CustomStringConvertible {
    /// The fault and its remedy, in one or two English sentences.
    package var description: String {
        switch self {
        case .unrecognized:
            "This is not a JPEG, PNG, GIF, WebP or AVIF picture. Export it as JPEG (HEIC and RAW photographs too)."
        case .tooManyBytes(let actual, let limit):
            "The file has \(actual) bytes; at most \(limit) are accepted. Export it smaller or at a lower quality."
        case .tooManyPixels(let width, let height, let limit):
            "The picture has \(width) x \(height) pixels; at most \(limit) are accepted in total. Scale it down."
        case .tooLong(let width, let height, let limit):
            "The picture has \(width) x \(height) pixels; at most \(limit) per side are accepted. Crop it or scale it down."
        case .tooManyScans(let limit):
            "The JPEG has more than \(limit) scans, more than any camera or program writes. Export it again."
        case .tooManyFrames(let limit):
            "The animation has more than \(limit) frames. Send a shorter one, or a still picture."
        case .unsupported(let what):
            "The picture cannot be read: \(what). Export it as an ordinary JPEG or PNG."
        case .corrupt(let reason):
            "The file is damaged: \(reason). Export or upload it again."
        case .notEncoded:
            "The picture needs too much memory. Scale it down, or export it as an ordinary JPEG."
        case .tooMuchWork:
            "The picture takes too long to process. Scale it down, or export it as an ordinary JPEG."
        }
    }
}

/// Why a picture was refused. The description is for the editor who sent it: what is wrong, and what to do.
package enum ImagingError: Error, Equatable, Sendable, Codable {
    /// The file is not a JPEG, PNG, GIF, WebP or AVIF picture.
    case unrecognized
    /// The file holds more bytes than allowed.
    case tooManyBytes(actual: Int, limit: Int)
    /// The picture has more pixels than allowed.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// The picture is longer or wider than allowed.
    case tooLong(width: Int, height: Int, limit: Int)
    /// The progressive JPEG has more scans than allowed.
    case tooManyScans(limit: Int)
    /// The animation has more frames than allowed.
    case tooManyFrames(limit: Int)
    /// The format is right, but this variant of it is not read.
    case unsupported(String)
    /// The file is damaged.
    case corrupt(String)
    /// The rendition could not be made: there is no more memory, or no more for one picture.
    case notEncoded
}

extension ImagingError: CustomStringConvertible {
    /// What is wrong and what to do, as one or two English sentences.
    package var description: String {
        switch self {
        case .unrecognized:
            "This is not a JPEG, PNG, GIF, WebP or AVIF picture. Export it as JPEG (HEIC and RAW photographs too)."
        case .tooManyBytes(let actual, let limit):
            "The file has \(actual) bytes, and at most \(limit) are taken. Export it smaller or at a lower quality."
        case .tooManyPixels(let width, let height, let limit):
            "The picture has \(width) x \(height) pixels, and at most \(limit) are taken in all. Scale it down."
        case .tooLong(let width, let height, let limit):
            "The picture has \(width) x \(height) pixels, and at most \(limit) are taken a side. Crop it or scale it down."
        case .tooManyScans(let limit):
            "The JPEG has more than \(limit) scans, which no camera or program writes. Export it again."
        case .tooManyFrames(let limit):
            "The animation has more than \(limit) frames. Send a shorter one, or a still picture."
        case .unsupported(let what):
            "The picture cannot be read: \(what). Export it as an ordinary JPEG or PNG."
        case .corrupt(let reason):
            "The file is damaged: \(reason). Export or upload it again."
        case .notEncoded:
            "The picture takes more memory than one picture may. Scale it down, or export it as an ordinary JPEG."
        }
    }
}

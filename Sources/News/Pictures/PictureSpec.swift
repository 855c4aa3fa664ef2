/// A requested rendition of a picture: a rung of the width ladder, a quality class and a shape.
package struct PictureSpec: Sendable, Hashable {
    /// Pixels: a rung of `Ladder.widths`.
    package var width: Int
    /// 30, 60 or 90.
    package var quality: Int
    /// The part of the picture to show.
    package var shape: PictureShape

    /// A specification.
    package init(width: Int, quality: Int, shape: PictureShape = .whole) {
        self.width = width
        self.quality = quality
        self.shape = shape
    }

    /// Its form in plans: `320q60`, `160q30-square`.
    package var name: String { "\(width)q\(quality)" + (shape == .whole ? "" : "-\(shape.rawValue)") }

    /// Reads what `name` writes; nil for anything else.
    package init?(name: some StringProtocol) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts[0].split(separator: "q", omittingEmptySubsequences: false)
        guard numbers.count == 2, let width = Int(numbers[0]), let quality = Int(numbers[1]), width > 0,
            let shape = parts.count == 1 ? .whole : PictureShape(rawValue: String(parts[1]))
        else { return nil }
        self.init(width: width, quality: quality, shape: shape)
        guard self.name == name else { return nil }
    }
}

/// The name of a picture's file: the last part of its address, `320q60.jpg` or `160q30-square37.webp`.
package struct RenditionName: Sendable, Hashable {
    /// Width, quality and shape.
    package var spec: PictureSpec
    /// The start of a crop, in percent of the margin that it leaves; 0 for the whole picture.
    package var crop: Int
    /// Its encoding; nil leaves it to the formats that the device accepts.
    package var format: PictureFormat?

    /// Creates a name from its parts.
    package init(_ spec: PictureSpec, crop: Int = 0, format: PictureFormat?) {
        self.spec = spec
        self.crop = crop
        self.format = format
    }

    /// As it stands in addresses.
    package var text: String {
        spec.name + (spec.shape == .whole ? "" : String(crop)) + (format.map { "." + $0.ending } ?? "")
    }

    /// Reads what `text` writes; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let format = parts.count == 2 ? PictureFormat(ending: parts[1]) : nil
        let name = parts[0].reversed().drop(while: \.isWholeNumber)
        let isCrop = text.contains("-")
        guard let spec = PictureSpec(name: isCrop ? String(name.reversed()) : String(parts[0])),
            let crop = isCrop ? Int(parts[0].dropFirst(name.count)) : 0, (0...100).contains(crop)
        else { return nil }
        self.init(spec, crop: crop, format: format)
        guard self.text == text else { return nil }
    }
}

/// The two renditions of a picture that a document may name, and the encodings they may have.
package struct PicturePair: Sendable, Hashable {
    /// For lists.
    package var thumbnail: PictureSpec
    /// For the story itself.
    package var detail: PictureSpec
    /// The formats that the device shows.
    package var formats: PictureFormats

    /// A pair.
    package init(thumbnail: PictureSpec, detail: PictureSpec, formats: PictureFormats = []) {
        self.thumbnail = thumbnail
        self.detail = detail
        self.formats = formats
    }
}

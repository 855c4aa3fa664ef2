/// The lead picture of a story, and the renditions that a plan asks for.
public struct StoryPicture: Sendable, Hashable {
    /// SHA-256 of the original in lower-case hexadecimal.
    public var hash: String
    /// What it shows, for those who do not see it.
    public var alt: String
    /// What is printed below it; may be empty.
    public var caption: String
    /// Who made it; may be empty.
    public var credit: String
    /// The colour that is most common in it, as `#rrggbb`.
    public var color: String?
    /// For lists; nil where there is none yet.
    public var thumbnail: Rendition?
    /// For the story itself.
    public var detail: Rendition?
    /// What pages show besides; nil for channels, which name one file for each use.
    public var sources: PictureSources?

    /// A picture with its two renditions.
    public init(
        hash: String, alt: String, caption: String, credit: String, color: String? = nil, thumbnail: Rendition?,
        detail: Rendition?
    ) {
        self.hash = hash
        self.alt = alt
        self.caption = caption
        self.credit = credit
        self.color = color
        self.thumbnail = thumbnail
        self.detail = detail
    }

    /// What may stand above its story, the best first.
    public func affordable(_ use: PictureUse) -> [Rendition] {
        guard use == .full else { return [thumbnail].compactMap(\.self) }
        let narrower = (sources?.renditions ?? []).reversed().filter {
            $0.spec.shape == .whole && $0.name != detail?.name
        }
        return [detail].compactMap(\.self) + narrower
    }

    /// What the files weigh that a share names.
    public func bytes(_ share: Packer.Share) -> Int {
        (share.thumbnail ? thumbnail?.bytes ?? 0 : 0) + (share.picture ? detail?.bytes ?? 0 : 0)
    }
}

/// What a browser may choose from, and what it shows until the picture is there.
public struct PictureSources: Sendable, Hashable {
    /// Where the subject is, in percent from the left and from the top.
    public var focus: (x: Int, y: Int) { (focusX, focusY) }
    private var focusX: Int
    private var focusY: Int
    /// A PNG of at most 400 bytes in base 64; empty where there is none.
    public var placeholder: String
    /// Renditions of the classes of thumbnail and detail, by ascending width.
    public var renditions: [Rendition]

    /// Sources of these parts.
    public init(focus: (x: Int, y: Int), placeholder: String, renditions: [Rendition]) {
        (focusX, focusY) = focus
        self.placeholder = placeholder
        self.renditions = renditions
    }

    /// These and one more, which is no narrower.
    public func adding(_ rendition: Rendition) -> PictureSources {
        var sources = self
        sources.renditions.append(rendition)
        return sources
    }

    /// What may stand in the place of a rendition: it and narrower ones with no more bytes, so that the budget is kept whichever
    /// is chosen; each at least a quarter narrower than the next, by ascending width.
    public func candidates(for chosen: Rendition) -> [Rendition] {
        var candidates = [chosen]
        for other in renditions.reversed() where other.spec.shape == chosen.spec.shape {
            guard let last = candidates.last, other.width * 4 <= last.width * 3, other.bytes <= chosen.bytes else {
                continue
            }
            candidates.append(other)
        }
        return candidates.reversed()
    }
}

/// A file derived from a picture.
public struct Rendition: Sendable, Hashable {
    /// How it is addressed.
    public var name: RenditionName
    /// Pixels of the file, which may be fewer than the rung's.
    public var width: Int
    /// Pixels.
    public var height: Int
    /// The size of the file.
    public var bytes: Int

    /// A rendition of a size.
    public init(name: RenditionName, width: Int, height: Int, bytes: Int) {
        self.name = name
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// What it was made to.
    public var spec: PictureSpec { name.spec }
}

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
    /// For lists, from the lightest to the best; empty where there are none yet.
    public var thumbnails: [Rendition]
    /// For the story itself, from the lightest to the best.
    public var details: [Rendition]
    /// What pages show besides; nil for channels, which name one file for each use.
    public var sources: PictureSources?

    /// A picture of these renditions.
    /// - Parameters:
    ///   - renditions: of any size and class; those are chosen from them that come near to the pair.
    public init(
        hash: String, alt: String, caption: String, credit: String, color: String? = nil, renditions: [Rendition] = [],
        pair: PicturePair
    ) {
        self.hash = hash
        self.alt = alt
        self.caption = caption
        self.credit = credit
        self.color = color
        thumbnails = RenditionChain.make(renditions, for: pair.thumbnail)
        details = RenditionChain.make(renditions, for: pair.detail)
        (thumbnailWish, detailWish) = (pair.thumbnail, pair.detail)
    }

    private let thumbnailWish: PictureSpec
    private let detailWish: PictureSpec

    /// The thumbnails as a packer chooses among them, their files alone.
    public var thumbnailOptions: [Packer.Option] { options(thumbnails, thumbnailWish) }

    /// The pictures as a packer chooses among them, their files alone.
    public var detailOptions: [Packer.Option] { options(details, detailWish) }

    private func options(_ files: [Rendition], _ wish: PictureSpec) -> [Packer.Option] {
        files.map { .init(.init(files: $0.bytes), value: RenditionChain.value($0, wish)) }
    }

    /// The thumbnail and the picture of a share.
    public func chosen(_ share: Packer.Share) -> (thumbnail: Rendition?, picture: Rendition?) {
        (share.thumbnail.map { thumbnails[$0] }, share.picture.map { details[$0] })
    }
}

/// What a browser may choose from, and what it shows until the picture is there.
public struct PictureSources: Sendable, Hashable {
    /// Where the subject is, in percent from the left.
    public var focusX: Int
    /// Where the subject is, in percent from the top.
    public var focusY: Int
    /// A PNG of at most 400 bytes in base 64; empty where there is none.
    public var placeholder: String
    /// All that a browser may be offered, by ascending width, the lightest of a width last.
    private var renditions: [Rendition] = []

    /// Sources of a picture.
    public init(focusX: Int, focusY: Int, placeholder: String) {
        self.focusX = focusX
        self.focusY = focusY
        self.placeholder = placeholder
    }

    /// Offers renditions, but for animations, which are chosen for what they show.
    public mutating func offer(_ renditions: [Rendition]) {
        self.renditions = renditions.filter { $0.name.format != .gif }.sorted {
            ($0.spec.width, -$0.bytes) < ($1.spec.width, -$1.bytes)
        }
    }

    /// What may stand in the place of a rendition: it and narrower ones of its class with no more bytes, so that the budget is kept
    /// whichever is chosen; each at least a quarter narrower than the next, by ascending width.
    public func candidates(for chosen: Rendition) -> [Rendition] {
        var candidates = [chosen]
        for other in renditions.reversed()
        where other.spec.shape == chosen.spec.shape && other.spec.quality >= chosen.spec.quality {
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

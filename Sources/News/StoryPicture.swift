/// The lead picture of a story, and the renditions that a plan asks for.
package struct StoryPicture: Sendable, Hashable {
    /// SHA-256 of the original in lower-case hexadecimal.
    package var hash: String
    /// What it shows, for those who do not see it.
    package var alt: String
    /// What is printed below it; may be empty.
    package var caption: String
    /// Who made it; may be empty.
    package var credit: String
    /// The colour that is most common in it, as `#rrggbb`.
    package var color: String?
    /// For lists, from the lightest to the best; empty where there are none yet.
    package var thumbnails: [Rendition]
    /// For the story itself, from the lightest to the best.
    package var details: [Rendition]
    /// What pages show besides; nil for channels, which name one file for each use.
    package var sources: PictureSources?

    /// A picture of these renditions.
    /// - Parameters:
    ///   - renditions: of any size and class; those are chosen from them that come near to the pair.
    package init(
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
    package var thumbnailOptions: [Packer.Option] { options(thumbnails, thumbnailWish) }

    /// The pictures as a packer chooses among them, their files alone.
    package var detailOptions: [Packer.Option] { options(details, detailWish) }

    private func options(_ files: [Rendition], _ wish: PictureSpec) -> [Packer.Option] {
        files.map { .init(.init(files: $0.bytes), value: RenditionChain.value($0, wish)) }
    }

    /// The thumbnail and the picture of a share.
    package func chosen(_ share: Packer.Share) -> (thumbnail: Rendition?, picture: Rendition?) {
        (share.thumbnail.map { thumbnails[$0] }, share.picture.map { details[$0] })
    }
}

/// What a browser may choose from, and what it shows until the picture is there.
package struct PictureSources: Sendable, Hashable {
    /// Where the subject is, in percent from the left.
    package var focusX: Int
    /// Where the subject is, in percent from the top.
    package var focusY: Int
    /// A PNG of at most 400 bytes in base 64; empty where there is none.
    package var placeholder: String
    /// All that a browser may be offered, by ascending width, the lightest of a width last.
    private var renditions: [Rendition] = []

    /// Sources of a picture.
    package init(focusX: Int, focusY: Int, placeholder: String) {
        self.focusX = focusX
        self.focusY = focusY
        self.placeholder = placeholder
    }

    /// Offers renditions, but for animations, which are chosen for what they show.
    package mutating func offer(_ renditions: [Rendition]) {
        self.renditions = renditions.filter { $0.name.format != .gif }.sorted {
            ($0.spec.width, -$0.bytes) < ($1.spec.width, -$1.bytes)
        }
    }

    /// What may stand in the place of a rendition: it and narrower ones of its class with no more bytes, so that the budget is kept
    /// whichever is chosen; each at least a quarter narrower than the next, by ascending width.
    package func candidates(for chosen: Rendition) -> [Rendition] {
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
package struct Rendition: Sendable, Hashable {
    /// How it is addressed.
    package var name: RenditionName
    /// Pixels of the file, which may be fewer than the rung's.
    package var width: Int
    /// Pixels.
    package var height: Int
    /// The size of the file.
    package var bytes: Int

    /// A rendition of a size.
    package init(name: RenditionName, width: Int, height: Int, bytes: Int) {
        self.name = name
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// What it was made to.
    package var spec: PictureSpec { name.spec }
}

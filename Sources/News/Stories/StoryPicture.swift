/// The lead picture of a story, with the renditions that a plan asks for.
package struct StoryPicture: Sendable, Hashable {
    /// SHA-256 of the original in lower-case hexadecimal.
    package var hash: String
    /// The description for readers who cannot see it.
    package var alt: String
    /// The text printed below it; may be empty.
    package var caption: String
    /// The credit: who made it; may be empty.
    package var credit: String
    /// Its most common colour, as `#rrggbb`.
    package var color: String?
    /// For lists, from the lightest to the best; empty if there are none yet.
    package var thumbnails: [Rendition]
    /// For the story itself, from the lightest to the best.
    package var details: [Rendition]
    /// The further files that pages offer; nil for channels, which name one file for each use.
    package var sources: PictureSources?

    /// Creates a picture with these renditions.
    /// - Parameters:
    ///   - renditions: of any size and class; those nearest to the pair are chosen from them.
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

    /// The thumbnails as a packer's options, counting their files alone.
    package var thumbnailOptions: [Packer.Option] { options(thumbnails, thumbnailWish) }

    /// The pictures as a packer's options, counting their files alone.
    package var detailOptions: [Packer.Option] { options(details, detailWish) }

    private func options(_ files: [Rendition], _ wish: PictureSpec) -> [Packer.Option] {
        files.map { .init(.init(files: $0.bytes), value: RenditionChain.value($0, wish)) }
    }

    /// The thumbnail and the picture of a share.
    package func chosen(_ share: Packer.Share) -> (thumbnail: Rendition?, picture: Rendition?) {
        (share.thumbnail.map { thumbnails[$0] }, share.picture.map { details[$0] })
    }
}

/// The files that a browser may choose from, and the placeholder it shows until the picture arrives.
package struct PictureSources: Sendable, Hashable {
    /// The position of the subject, in percent from the left.
    package var focusX: Int
    /// The position of the subject, in percent from the top.
    package var focusY: Int
    /// A PNG of a few pixels in base 64; empty if there is none.
    package var placeholder: String
    /// All files that a browser may be offered, by ascending width, the lightest of each width last.
    private var renditions: [Rendition] = []

    /// Sources of a picture.
    package init(focusX: Int, focusY: Int, placeholder: String) {
        self.focusX = focusX
        self.focusY = focusY
        self.placeholder = placeholder
    }

    /// Offers renditions, except animations, which are chosen for what they show.
    package mutating func offer(_ renditions: [Rendition]) {
        self.renditions = renditions.filter { $0.name.format != .gif }.sorted {
            ($0.spec.width, -$0.bytes) < ($1.spec.width, -$1.bytes)
        }
    }

    /// The files that may replace a rendition: itself, and narrower ones of its class with no more bytes, so
    /// that the budget is kept whichever is chosen; each at least a quarter narrower than the next, by
    /// ascending width.
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
    /// Its name in addresses.
    package var name: RenditionName
    /// The width of the file in pixels, which may be less than the rung's.
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

    /// The specification it was made to.
    package var spec: PictureSpec { name.spec }
}

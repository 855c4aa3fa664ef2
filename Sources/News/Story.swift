public import struct Foundation.Date

/// An article as readers get it: what a channel, a feed or a page needs to show it.
public struct Story: Sendable, Hashable, Identifiable {
    /// The number under which the archive knows it.
    public var id: Int
    /// Rises with every change of the article.
    public var revision: Int
    /// A name that never changes, for feed readers.
    public var guid: String
    /// The last part of its address.
    public var slug: String
    /// As printed; plain text.
    public var headline: String
    /// One or two sentences that tell what it is about; may be empty.
    public var standfirst: String
    /// The text in the format that was asked for: sanitised HTML, plain text, or empty.
    public var text: String
    /// The names of the writers, as printed.
    public var byline: String
    /// BCP 47.
    public var language: String
    /// The section's identifier in the masthead.
    public var sectionID: Int
    /// The categories' identifiers in the masthead.
    public var categoryIDs: [Int]
    /// The number of its edition.
    public var edition: Int
    /// When it was first published.
    public var publishedAt: Date
    /// When readers last saw it change.
    public var updatedAt: Date
    /// Its lead picture, where it has one and the plan affords pictures.
    public var picture: StoryPicture?
    /// Where it happened.
    public var place: Place?

    /// A story of these parts.
    public init(
        id: Int, revision: Int, guid: String, slug: String, headline: String, standfirst: String, text: String,
        byline: String,
        language: String, sectionID: Int, categoryIDs: [Int], edition: Int, publishedAt: Date, updatedAt: Date,
        picture: StoryPicture?, place: Place?
    ) {
        self.id = id
        self.revision = revision
        self.guid = guid
        self.slug = slug
        self.headline = headline
        self.standfirst = standfirst
        self.text = text
        self.byline = byline
        self.language = language
        self.sectionID = sectionID
        self.categoryIDs = categoryIDs
        self.edition = edition
        self.publishedAt = publishedAt
        self.updatedAt = updatedAt
        self.picture = picture
        self.place = place
    }
}

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
    /// For lists; nil where there is none yet.
    public var thumbnail: Rendition?
    /// For the story itself.
    public var detail: Rendition?

    /// A picture with its two renditions.
    public init(
        hash: String, alt: String, caption: String, credit: String, thumbnail: Rendition?, detail: Rendition?
    ) {
        self.hash = hash
        self.alt = alt
        self.caption = caption
        self.credit = credit
        self.thumbnail = thumbnail
        self.detail = detail
    }

    /// What the files weigh that a share names.
    public func bytes(_ share: Packer.Share) -> Int {
        (share.thumbnail ? thumbnail?.bytes ?? 0 : 0) + (share.picture ? detail?.bytes ?? 0 : 0)
    }
}

/// A file derived from a picture.
public struct Rendition: Sendable, Hashable {
    /// How it is addressed.
    public var spec: PictureSpec
    /// Pixels of the file, which may be fewer than the rung's.
    public var width: Int
    /// Pixels.
    public var height: Int
    /// The size of the file.
    public var bytes: Int

    /// A rendition of a size.
    public init(spec: PictureSpec, width: Int, height: Int, bytes: Int) {
        self.spec = spec
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}

/// A point on earth, kept to 0.01 degree (about 1 km) and never finer.
public struct Place: Sendable, Hashable {
    /// Degrees north, -90 to 90.
    public let latitude: Double
    /// Degrees east, -180 to 180.
    public let longitude: Double

    /// Nil outside the ranges; rounded to 0.01 degree.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = Self.rounded(latitude)
        self.longitude = Self.rounded(longitude)
    }

    /// The double next to a whole number of hundredths, so that equal places are written alike; never minus zero.
    static func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 + 0 }
}

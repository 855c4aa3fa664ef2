/// What a device said or implied about itself. Every field is optional.
public struct DeviceContext: Sendable, Hashable {
    /// What the device calls itself.
    public var userAgent: String?
    /// What kind of device or program it is.
    public var client: Client?
    /// The link it says it has, or that its browser estimates.
    public var network: Network?
    /// Whether `network` is an effective type that a browser's hint estimated, which is slower than the link's own name says.
    public var networkIsEstimate = false
    /// Mbit/s.
    public var downlink: Double?
    /// Milliseconds.
    public var roundTrip: Double?
    /// Whether the reader wants to save data.
    public var saveData: Bool?
    /// Percent, 0 to 100.
    public var battery: Int?
    /// Whether it hangs on a charger.
    public var isCharging: Bool?
    /// How it is held.
    public var orientation: Orientation?
    /// CSS pixels of the device held upright.
    public var screenWidth: Int?
    /// CSS pixels of the device held upright.
    public var screenHeight: Int?
    /// Device pixels a CSS pixel, 0.5 to 8.
    public var pixelRatio: Double?
    /// What it shows besides JPEG.
    public var formats: PictureFormats = []
    /// GiB.
    public var memory: Double?
    /// Degrees north, rounded to 0.01.
    public var latitude: Double?
    /// Degrees east, rounded to 0.01.
    public var longitude: Double?
    /// Metres.
    public var accuracy: Double?
    /// What its clock shows.
    public var localTime: LocalTime?
    /// An IANA name.
    public var timeZone: String?
    /// BCP 47 tags, the best first.
    public var languages: [String] = []
    /// Lux.
    public var light: Double?
    /// Whether its silent switch is on.
    public var isSilent: Bool?
    /// Whether headphones are plugged in.
    public var hasHeadphones: Bool?
    /// Whether it is being moved.
    public var isMoving: Bool?
    /// The address lies in one of the newspaper's own networks.
    public var isIntranet = false

    /// Which news is asked for.
    public var selection = Selection()
    /// How many items the reader insists on.
    public var items: Int?
    /// An opaque sync token of the last answer.
    public var since: String?
    /// How the reader insists that pictures are used.
    public var images: PictureUse?
    /// The text format the reader insists on.
    public var text: TextFormat?
    /// Factor, 0.8 to 2.
    public var textSize: Double?
    /// The colours the reader or the device prefers.
    public var palette: Palette?
    /// The format of the channel that is asked for.
    public var format: DocumentFormat?

    /// A device that said nothing.
    public init() {}
}

/// Which news is asked for.
public struct Selection: Sendable, Hashable {
    /// Slugs, sorted, each once; empty means all.
    public var categories: [String] = []
    /// Slugs, sorted, each once; empty means all.
    public var sections: [String] = []
    /// Only the stories of this edition.
    public var edition: EditionReference?
    /// Where the page before ended.
    public var before: Cursor?

    /// All news.
    public init() {}
}

/// An edition by number, or the one of a day.
public enum EditionReference: Sendable, Hashable {
    case number(Int)
    case day(year: Int, month: Int, day: Int)

    /// As it stands in a query: `12`, `2009-05-31`.
    public var name: String {
        switch self {
        case .number(let number): String(number)
        case .day(let year, let month, let day): CivilDate(year: year, month: month, day: day).name
        }
    }
}

/// What kind of device or program asks.
public enum Client: String, Sendable, Hashable, CaseIterable {
    case iphone, ipod, ipad, android, tablet, desktop, feature, tv, watch, bot, web, native
}

/// How a device is held.
public enum Orientation: String, Sendable, Hashable, CaseIterable {
    case portrait, landscape
}

/// How pictures are used, from nothing to all.
public enum PictureUse: String, Sendable, Hashable, CaseIterable {
    case off, thumbnails, full
}

/// How much text of a story is sent, from the least to the most.
public enum TextFormat: String, Sendable, Hashable, CaseIterable, Comparable {
    case headline, summary, plain, html

    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    /// Less text is less.
    public static func < (left: Self, right: Self) -> Bool { left.order < right.order }
}

/// The colours of a page.
public enum Palette: String, Sendable, Hashable, CaseIterable {
    case day, night, contrast, auto
}

/// How a channel is written.
public enum DocumentFormat: String, Sendable, Hashable, CaseIterable {
    case xml, json
}

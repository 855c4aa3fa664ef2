/// What a device said or implied about itself. Every field is optional.
public struct DeviceContext: Sendable, Hashable {
    public var userAgent: String?
    public var client: Client?
    public var network: Network?
    /// Whether `network` is an effective type that a browser's hint estimated, which is slower than the link's own name says.
    public var networkIsEstimate = false
    /// Mbit/s.
    public var downlink: Double?
    /// Milliseconds.
    public var roundTrip: Double?
    public var saveData: Bool?
    /// Percent, 0 to 100.
    public var battery: Int?
    public var isCharging: Bool?
    public var orientation: Orientation?
    /// CSS pixels of the device held upright.
    public var screenWidth: Int?
    public var screenHeight: Int?
    /// Device pixels a CSS pixel, 0.5 to 8.
    public var pixelRatio: Double?
    /// GiB.
    public var memory: Double?
    public var latitude: Double?
    public var longitude: Double?
    /// Metres.
    public var accuracy: Double?
    public var localTime: LocalTime?
    /// An IANA name.
    public var timeZone: String?
    /// BCP 47 tags, the best first.
    public var languages: [String] = []
    /// Lux.
    public var light: Double?
    public var isSilent: Bool?
    public var hasHeadphones: Bool?
    public var isMoving: Bool?
    /// The address lies in one of the newspaper's own networks.
    public var isIntranet = false

    public var selection = Selection()
    /// How many items the reader insists on.
    public var items: Int?
    /// An opaque sync token of the last answer.
    public var since: String?
    public var images: PictureUse?
    public var text: TextFormat?
    /// Factor, 0.8 to 2.
    public var textSize: Double?
    public var palette: Palette?
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

public enum Palette: String, Sendable, Hashable, CaseIterable {
    case day, night, contrast, auto
}

public enum DocumentFormat: String, Sendable, Hashable, CaseIterable {
    case xml, json
}

/// What a device said or implied about itself. Every field is optional.
package struct DeviceContext: Sendable, Hashable {
    /// What the device calls itself.
    package var userAgent: String?
    /// What kind of device or program it is.
    package var client: Client?
    /// The link it says it has, or that its browser estimates.
    package var network: Network?
    /// Whether `network` is an effective type that a browser's hint estimated, which is slower than the link's own name says.
    package var networkIsEstimate = false
    /// Mbit/s.
    package var downlink: Double?
    /// Milliseconds.
    package var roundTrip: Double?
    /// Whether the reader wants to save data.
    package var saveData: Bool?
    /// Percent, 0 to 100.
    package var battery: Int?
    /// Whether it hangs on a charger.
    package var isCharging: Bool?
    /// How it is held.
    package var orientation: Orientation?
    /// CSS pixels of the device held upright.
    package var screenWidth: Int?
    /// CSS pixels of the device held upright.
    package var screenHeight: Int?
    /// Device pixels a CSS pixel, 0.5 to 8.
    package var pixelRatio: Double?
    /// What it shows besides JPEG.
    package var formats: PictureFormats = []
    /// GiB.
    package var memory: Double?
    /// Degrees north, rounded to 0.01.
    package var latitude: Double?
    /// Degrees east, rounded to 0.01.
    package var longitude: Double?
    /// Metres.
    package var accuracy: Double?
    /// What its clock shows.
    package var localTime: LocalTime?
    /// An IANA name.
    package var timeZone: String?
    /// BCP 47 tags, the best first.
    package var languages: [String] = []
    /// Lux.
    package var light: Double?
    /// Whether its silent switch is on.
    package var isSilent: Bool?
    /// Whether headphones are plugged in.
    package var hasHeadphones: Bool?
    /// Whether it is being moved.
    package var isMoving: Bool?
    /// The address lies in one of the newspaper's own networks.
    package var isIntranet = false
    /// The country that the address is of, as of ISO 3166-1 in two capital letters.
    package var country: String?
    /// Whether latitude and longitude are those of the address, which the device did not say itself.
    package var placeIsOfAddress = false
    /// Whether the operator counts the present hour among the busy ones.
    package var isCongested = false
    /// Since the news came out that the device has, as its sync token tells: its last update was no longer ago.
    package var minutesSinceUpdate: Int?

    /// Which news is asked for.
    package var selection = Selection()
    /// How many items the reader insists on.
    package var items: Int?
    /// Whether the reader insists on the whole edition, however many items it has.
    package var wantsWholeEdition = false
    /// The sync token of the last answer that the device has.
    package var sync: SyncToken?
    /// How the reader insists that pictures are used.
    package var images: PictureUse?
    /// The text format the reader insists on.
    package var text: TextFormat?
    /// Factor, 0.8 to 2.
    package var textSize: Double?
    /// The colours the reader or the device prefers.
    package var palette: Palette?
    /// The format of the channel that is asked for.
    package var format: DocumentFormat?

    /// A device that said nothing.
    package init() {}
}

/// Which news is asked for.
package struct Selection: Sendable, Hashable {
    /// Slugs, sorted, each once; empty means all.
    package var categories: [String] = []
    /// Slugs, sorted, each once; empty means all.
    package var sections: [String] = []
    /// Numbers of articles, sorted, each once: only these, of whatever section; empty means all.
    package var articles: [Int] = []
    /// Only the stories of this edition.
    package var edition: EditionReference?
    /// Where the page before ended.
    package var before: Cursor?
    /// The revision of the newspaper that the device has: only what changed after it.
    package var since: Int?
    /// Where the reader is: what concerns this place comes first.
    package var near: Place?
    /// Primary language subtags, sorted: what is written in them comes first; empty for no preference.
    package var languages: [String] = []

    /// All news.
    package init() {}

    /// Languages that make a difference: the first ones that a reader names.
    static let languageLimit = 3

    /// Metres: who knows no better where he is, is nowhere in particular.
    private static let accuracyLimit = 50_000.0

    /// Whether only what concerns the reader's place is asked for.
    package var isLocal: Bool { sections.contains(Section.local) }

    /// Whether all news is asked for, from the beginning.
    package var isFront: Bool {
        sections.isEmpty && categories.isEmpty && articles.isEmpty && edition == nil && before == nil && since == nil
    }

    /// Whether a whole edition is asked for, from the beginning.
    package var isEdition: Bool {
        edition != nil && sections.isEmpty && categories.isEmpty && articles.isEmpty && before == nil && since == nil
    }

    /// Puts first what the reader is near to and what the reader reads, as far as the context tells and the newspaper makes a difference.
    /// A page after the first one goes on by time alone: else what comes first on each would keep it from going on.
    package mutating func prefer(_ context: DeviceContext, in masthead: Masthead?) {
        guard articles.isEmpty else {
            // Who names them has the others, and wants these whether they changed or not.
            since = nil
            return
        }
        guard let masthead else { return }
        if masthead.hasPlaces, before == nil || isLocal, let latitude = context.latitude,
            let longitude = context.longitude, context.accuracy ?? 0 <= Self.accuracyLimit
        {
            near = Place(latitude: latitude, longitude: longitude)?.coarse
        }
        guard before == nil else { return }
        let primary = context.languages.prefix(Self.languageLimit).compactMap {
            $0.lowercased().split(separator: "-").first.map { String($0) }
        }
        let read = Set(primary).intersection(masthead.languages)
        languages = read.count == masthead.languages.count ? [] : read.sorted()
    }

    /// The same selection from a cursor on.
    package func goingOn(from cursor: Cursor) -> Selection {
        var rest = self
        rest.before = cursor
        rest.languages = []
        if !isLocal { rest.near = nil }
        return rest
    }
}

/// An edition by number, or the one of a day.
package enum EditionReference: Sendable, Hashable {
    case number(Int)
    case day(year: Int, month: Int, day: Int)

    /// As it stands in a query: `12`, `2009-05-31`.
    package var name: String {
        switch self {
        case .number(let number): String(number)
        case .day(let year, let month, let day): CivilDate(year: year, month: month, day: day).name
        }
    }
}

/// What kind of device or program asks.
package enum Client: String, Sendable, Hashable, CaseIterable {
    case iphone, ipod, ipad, android, tablet, desktop, feature, tv, watch, bot, web, native
}

/// How a device is held.
package enum Orientation: String, Sendable, Hashable, CaseIterable {
    case portrait, landscape
}

/// How pictures are used, from nothing to all.
package enum PictureUse: String, Sendable, Hashable, CaseIterable {
    case off, thumbnails, full
}

/// How much text of a story is sent, from the least to the most.
package enum TextFormat: String, Sendable, Hashable, CaseIterable, Comparable {
    case headline, summary, plain, html

    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    /// Less text is less.
    package static func < (left: Self, right: Self) -> Bool { left.order < right.order }
}

/// The colours of a page.
package enum Palette: String, Sendable, Hashable, CaseIterable {
    case day, night, contrast, auto
}

/// How a channel is written.
package enum DocumentFormat: String, Sendable, Hashable, CaseIterable {
    case xml, json
}

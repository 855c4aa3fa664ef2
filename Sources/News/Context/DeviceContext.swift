/// The facts that a device stated or implied about itself. Every field is optional.
package struct DeviceContext: Sendable, Hashable {
    /// The user agent, by which the device names itself.
    package var userAgent: String?
    /// The kind of device or program.
    package var client: Client?
    /// The link that the device reports, or that its browser estimates.
    package var network: Network?
    /// Whether `network` is an effective type that a browser estimated, which is slower than the link of the
    /// same name.
    package var networkIsEstimate = false
    /// Mbit/s.
    package var downlink: Double?
    /// Milliseconds.
    package var roundTrip: Double?
    /// The delay of the request's connection as the server measured it, in milliseconds; nil if it is below 150 or not known.
    package var connectionDelay: Int?
    /// Whether its browser or system is from 2020 or later, as its user agent says.
    package var isRecent = false
    /// Whether the reader wants to save data.
    package var saveData: Bool?
    /// Percent, 0 to 100.
    package var battery: Int?
    /// Whether it is connected to a charger.
    package var isCharging: Bool?
    /// The orientation in which it is held.
    package var orientation: Orientation?
    /// CSS pixels of the device held upright.
    package var screenWidth: Int?
    /// CSS pixels of the device held upright.
    package var screenHeight: Int?
    /// Device pixels per CSS pixel, 0.5 to 8.
    package var pixelRatio: Double?
    /// The picture formats it shows besides JPEG.
    package var formats: PictureFormats = []
    /// GiB.
    package var memory: Double?
    /// Degrees north, rounded to 0.01.
    package var latitude: Double?
    /// Degrees east, rounded to 0.01.
    package var longitude: Double?
    /// Metres.
    package var accuracy: Double?
    /// The time on its clock.
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
    /// Whether its address is in one of the newspaper's own networks.
    package var isIntranet = false
    /// The country of its address: ISO 3166-1, two capital letters.
    package var country: String?
    /// Whether latitude and longitude were found from the address, since the device did not report them.
    package var placeIsOfAddress = false
    /// Whether the operator counts the present hour as busy.
    package var isCongested = false
    /// Minutes since the device last fetched news, as it says; otherwise since its news came out, by its sync token: its last
    /// update was at most that long ago.
    package var minutesSinceUpdate: Int?

    /// The news that is requested.
    package var selection = Selection()
    /// The number of items that the reader insists on.
    package var items: Int?
    /// Whether the reader insists on the whole edition, however many items it has.
    package var wantsWholeEdition = false
    /// The sync token of the last answer that the device has.
    package var sync: SyncToken?
    /// The use of pictures that the reader insists on.
    package var images: PictureUse?
    /// The text format the reader insists on.
    package var text: TextFormat?
    /// Factor, 0.8 to 2.
    package var textSize: Double?
    /// The colours the reader or the device prefers.
    package var palette: Palette?
    /// The requested format of the channel.
    package var format: DocumentFormat?
    /// Whether the channel itself is to tell the reasons for its plan.
    package var wantsReasons: Bool?

    /// Creates the context of a device that said nothing.
    package init() {}
}

/// The news that is requested.
package struct Selection: Sendable, Hashable {
    /// Slugs, sorted, each once; empty means all.
    package var categories: [String] = []
    /// Slugs, sorted, each once; empty means all.
    package var sections: [String] = []
    /// Article numbers, sorted, each once: only these, whatever their section; empty means all.
    package var articles: [Int] = []
    /// The part of the text to begin with, of one article; nil for the beginning.
    package var part: Int?
    /// Only the stories of this edition.
    package var edition: EditionReference?
    /// The end of the previous page.
    package var before: Cursor?
    /// The revision of the newspaper that the device has: only later changes are wanted.
    package var since: Int?
    /// The reader's place: stories that concern it come first.
    package var near: Place?
    /// Primary language subtags, sorted: stories in these languages come first; empty for no preference.
    package var languages: [String] = []

    /// All news.
    package init() {}

    /// Whether only news that concerns the reader's place is requested.
    package var isLocal: Bool { sections.contains(Section.local) }

    /// Whether all news is requested, from the beginning.
    package var isFront: Bool {
        sections.isEmpty && categories.isEmpty && articles.isEmpty && edition == nil && before == nil && since == nil
    }

    /// Whether a whole edition is requested, from the beginning.
    package var isEdition: Bool {
        edition != nil && sections.isEmpty && categories.isEmpty && articles.isEmpty && before == nil && since == nil
    }

    /// The same selection, continued from a cursor.
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

    /// Reads a number or a date, such as `12` or `2009-05-31`.
    package init?(_ text: String) {
        let text = FormText.trimmed(text)
        if let number = Int(digits: text), (1...1_000_000_000).contains(number) {
            self = .number(number)
        } else if let date = CivilDate(text) {
            self = .day(year: date.year, month: date.month, day: date.day)
        } else {
            return nil
        }
    }

    /// Its form in a query: `12`, `2009-05-31`.
    package var name: String {
        switch self {
        case .number(let number): String(number)
        case .day(let year, let month, let day): CivilDate(year: year, month: month, day: day).name
        }
    }
}

/// The kind of device or program that asks.
package enum Client: String, Sendable, Hashable, CaseIterable {
    case iphone, ipod, ipad, android, tablet, desktop, feature, tv, watch, bot, web, native
}

/// The orientation in which a device is held.
package enum Orientation: String, Sendable, Hashable, CaseIterable {
    case portrait, landscape
}

/// The use of pictures, from none to all.
package enum PictureUse: String, Sendable, Hashable, CaseIterable {
    case off, thumbnails, full
}

/// How much text of a story is sent, from the least to the most.
package enum TextFormat: String, Sendable, Hashable, CaseIterable, Comparable {
    case headline, summary
    /// The first paragraphs, as plain text.
    case opening
    case plain, html

    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    /// Less text is less.
    package static func < (left: Self, right: Self) -> Bool { left.order < right.order }
}

/// The colours of a page.
package enum Palette: String, Sendable, Hashable, CaseIterable {
    case day, night, contrast, auto
}

/// The format of a channel.
package enum DocumentFormat: String, Sendable, Hashable, CaseIterable {
    case xml, json
}

/// The decision for a context: how much news, in which text, with which pictures, for how many bytes. Small and quantised, so that
/// many devices share one and caches hit.
public struct DeliveryPlan: Sendable, Hashable {
    /// At most so many items; nil for the whole edition.
    public var items: Int?
    /// The most text a story gets.
    public var text: TextFormat
    /// Whether pictures are named, and which.
    public var pictures: PictureUse
    /// For lists.
    public var thumbnail: PictureSpec
    /// For stories.
    public var detail: PictureSpec
    /// How pictures may be encoded.
    public var formats: PictureFormats
    /// Bytes that the document as sent and all pictures it names may weigh together.
    public var budget: Int
    /// The colours that pages take.
    public var palette: Palette
    /// Percent, 80 to 200, in steps of 10.
    public var textSize: Int
    /// Why, in the order in which the rules decided.
    public var reasons: [Rule]

    /// The renditions that it may name; nil where it names none.
    public var pair: PicturePair? {
        pictures == .off ? nil : PicturePair(thumbnail: thumbnail, detail: detail, formats: formats)
    }

    /// The plan in one word, as it stands in addresses: `10.summary.off.120q30-square.320q60.webp.8.auto.100.edge~half`.
    public var name: String {
        [
            items.map(String.init) ?? "all", text.rawValue, pictures.rawValue, thumbnail.name, detail.name,
            formats.name, String(budget / 1000), palette.rawValue, String(textSize),
            reasons.map(\.rawValue).joined(separator: "~"),
        ].joined(separator: ".")
    }

    /// Reads what `name` writes; nil for anything else.
    public init?(name: String) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 10, let text = TextFormat(rawValue: parts[1]),
            let pictures = PictureUse(rawValue: parts[2]),
            let thumbnail = PictureSpec(name: parts[3]), let detail = PictureSpec(name: parts[4]),
            let formats = PictureFormats(name: parts[5]), let kilobytes = Int(parts[6]),
            let palette = Palette(rawValue: parts[7]), let size = Int(parts[8])
        else { return nil }
        let reasons = parts[9].split(separator: "~").compactMap { Rule(rawValue: String($0)) }
        self.init(
            items: parts[0] == "all" ? nil : Int(parts[0]), text: text, pictures: pictures, thumbnail: thumbnail,
            detail: detail, formats: formats,
            budget: kilobytes.multipliedReportingOverflow(by: 1000).partialValue, palette: palette, textSize: size,
            reasons: reasons)
        guard isWithinBounds, self.name == name else { return nil }
    }

    init(
        items: Int?, text: TextFormat, pictures: PictureUse, thumbnail: PictureSpec, detail: PictureSpec,
        formats: PictureFormats, budget: Int,
        palette: Palette, textSize: Int, reasons: [Rule]
    ) {
        self.items = items
        self.text = text
        self.pictures = pictures
        self.thumbnail = thumbnail
        self.detail = detail
        self.formats = formats
        self.budget = budget
        self.palette = palette
        self.textSize = textSize
        self.reasons = reasons
    }

    /// The most items that any answer holds, a whole edition on the newspaper's own network included.
    public static let itemLimit = 200

    private var isWithinBounds: Bool {
        (1...Self.itemLimit).contains(items ?? 1) && Ladder.budgets.contains(budget) && (80...200).contains(textSize)
            && textSize.isMultiple(of: 10) && Set(reasons).count == reasons.count
            && [thumbnail, detail].allSatisfy {
                Ladder.widths(of: $0.shape).contains($0.width) && Ladder.qualities.contains($0.quality)
            }
    }
}

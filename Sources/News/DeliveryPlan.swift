/// The decision for a context: how much news, in which text, with which pictures, for how many bytes. Small and quantised, so that
/// many devices share one and caches hit.
package struct DeliveryPlan: Sendable, Hashable {
    /// At most so many items; nil for the whole edition.
    package var items: Int?
    /// The most text a story gets.
    package var text: TextFormat
    /// Whether pictures are named, and which.
    package var pictures: PictureUse
    /// For lists: the best that a story gets.
    package var thumbnail: PictureSpec
    /// For stories: the best that a story gets.
    package var detail: PictureSpec
    /// How pictures may be encoded.
    package var formats: PictureFormats
    /// Bytes that the document as sent and all pictures it names may weigh together.
    package var budget: Int
    /// The colours that pages take.
    package var palette: Palette
    /// Percent, 80 to 200, in steps of 10.
    package var textSize: Int
    /// Columns in which pages set their lists, 1 to 3.
    package var columns: Int
    /// Whether sound may be offered.
    package var offersAudio: Bool
    /// Whether texts go before pictures where the budget is short.
    package var textsFirst: Bool
    /// Why, in the order in which the rules decided.
    package var reasons: [Rule]

    init(
        items: Int?, text: TextFormat, pictures: PictureUse, thumbnail: PictureSpec, detail: PictureSpec,
        formats: PictureFormats = [], budget: Int, palette: Palette = .auto, textSize: Int = 100, columns: Int = 1,
        offersAudio: Bool = true, textsFirst: Bool = false, reasons: [Rule] = []
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
        self.columns = columns
        self.offersAudio = offersAudio
        self.textsFirst = textsFirst
        self.reasons = reasons
    }

    /// The renditions that it may name; nil where it names none.
    package var pair: PicturePair? {
        pictures == .off ? nil : PicturePair(thumbnail: thumbnail, detail: detail, formats: formats)
    }

    /// The most items that any answer holds, a whole edition on the newspaper's own network included.
    package static let itemLimit = 200

    /// The renditions of a plan that names none, so that such plans are alike whatever the screen is.
    static let leastThumbnail = PictureSpec(width: 120, quality: 30, shape: .square)
    static let leastDetail = PictureSpec(width: 120, quality: 30)

    /// Makes alike what makes no difference.
    mutating func simplify() {
        if pictures != .full { detail = Self.leastDetail }
        if pictures == .off {
            thumbnail = Self.leastThumbnail
            formats = []
        }
    }

    /// The same without pictures and what only styles need, within a number of bytes: for pages of text alone, as long as the link carries.
    package func textOnly(within bytes: Int) -> DeliveryPlan {
        var plan = withoutPictures
        plan.budget = min(plan.budget, Ladder.budget(atMost: Double(bytes)))
        (plan.palette, plan.textSize, plan.columns) = (.auto, 100, 1)
        return plan
    }

    /// The same without pictures.
    package var withoutPictures: DeliveryPlan {
        var plan = self
        plan.pictures = .off
        plan.simplify()
        return plan
    }

    /// For the app, within the same budget: all stories of the edition, where the link carries texts and the reader did not say how many;
    /// and no pictures where data is to be saved and the reader did not insist, since the app loads each when it is wanted.
    package func wholeEdition() -> DeliveryPlan {
        var plan = self
        if text >= .plain, !reasons.contains(.items) { plan.items = nil }
        if reasons.contains(.saveData), !reasons.contains(.images) { plan.pictures = .off }
        plan.simplify()
        return plan
    }

    /// The same with stories' pictures no larger than a page shows them to a device: so many CSS pixels wide.
    package func shown(to context: DeviceContext, within width: Double) -> DeliveryPlan {
        var plan = self
        plan.detail.width = min(detail.width, Ladder.rung(atLeast: width * Screen(context).pixelRatio))
        return plan
    }

    var isWithinBounds: Bool {
        (1...Self.itemLimit).contains(items ?? 1) && Ladder.budgets.contains(budget) && (80...200).contains(textSize)
            && textSize.isMultiple(of: 10) && (1...3).contains(columns) && Set(reasons).count == reasons.count
            && [thumbnail, detail].allSatisfy {
                Ladder.widths(of: $0.shape).contains($0.width) && Ladder.qualities.contains($0.quality)
            }
    }
}

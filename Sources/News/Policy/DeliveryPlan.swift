/// The decision for a context: how much news, in which text, with which pictures, for how many bytes. Small and quantised, so that
/// many devices share one and caches hit.
package struct DeliveryPlan: Sendable, Hashable {
    /// The maximum number of items; nil for the whole edition.
    package var items: Int?
    /// The most text a story gets.
    package var text: TextFormat
    /// Which pictures are named, if any.
    package var pictures: PictureUse
    /// The best rendition that a story gets in lists.
    package var thumbnail: PictureSpec
    /// The best rendition that a story itself gets.
    package var detail: PictureSpec
    /// The encodings that pictures may have.
    package var formats: PictureFormats
    /// Bytes that the document as sent and all pictures it names may weigh together.
    package var budget: Int
    /// The colours of pages.
    package var palette: Palette
    /// Percent, 80 to 200, in steps of 10.
    package var textSize: Int
    /// The number of columns for lists on pages, 1 to 3.
    package var columns: Int
    /// Whether sound may be offered.
    package var offersAudio: Bool
    /// Whether texts go before pictures where the budget is short.
    package var textsFirst: Bool
    /// Minutes after which it is worth asking again: 15, 30 or 60.
    package var pause: Int

    init(
        items: Int?, text: TextFormat, pictures: PictureUse, thumbnail: PictureSpec, detail: PictureSpec,
        formats: PictureFormats = [], budget: Int, palette: Palette = .auto, textSize: Int = 100, columns: Int = 1,
        offersAudio: Bool = true, textsFirst: Bool = false, pause: Int = 15
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
        self.pause = pause
    }

    /// The renditions that it may name; nil if it names none.
    package var pair: PicturePair? {
        pictures == .off ? nil : PicturePair(thumbnail: thumbnail, detail: detail, formats: formats)
    }

    /// The most items in any answer, even for a whole edition on the newspaper's own network.
    package static let itemLimit = 200

    /// The renditions of a plan that names none, so that such plans are equal whatever the screen.
    static let leastThumbnail = PictureSpec(width: 120, quality: 30, shape: .square)
    static let leastDetail = PictureSpec(width: 120, quality: 30)

    /// Resets the fields that make no difference, so that equivalent plans are equal.
    mutating func simplify() {
        if pictures != .full { detail = Self.leastDetail }
        if pictures == .off {
            thumbnail = Self.leastThumbnail
            formats = []
        }
    }

    /// The same plan for pages of text alone: without pictures and anything that only styles need, within a
    /// number of bytes, and as long as the link allows.
    package func textOnly(within bytes: Int) -> DeliveryPlan {
        var plan = withoutPictures
        plan.budget = min(plan.budget, Ladder.budget(atMost: Double(bytes)))
        (plan.palette, plan.textSize, plan.columns) = (.auto, 100, 1)
        return plan
    }

    /// The same plan without pictures.
    package var withoutPictures: DeliveryPlan {
        var plan = self
        plan.pictures = .off
        plan.simplify()
        return plan
    }

    /// The plan for the app, within the same budget: all stories of the edition if the link carries texts and
    /// the reader did not set a number; no pictures if data is to be saved and the reader did not insist,
    /// since the app loads each picture when it is wanted.
    package func wholeEdition(for context: DeviceContext) -> DeliveryPlan {
        var plan = self
        if text >= .opening, context.items == nil { plan.items = nil }
        if context.saveData == true, context.images == nil { plan.pictures = .off }
        plan.simplify()
        return plan
    }

    /// The same plan with pictures in stories no larger than a page shows them on a device: this many CSS
    /// pixels wide.
    package func shown(to context: DeviceContext, within width: Double) -> DeliveryPlan {
        var plan = self
        plan.detail.width = min(detail.width, Ladder.rung(atLeast: width * Screen(context).pixelRatio))
        return plan
    }

    var isWithinBounds: Bool {
        (1...Self.itemLimit).contains(items ?? 1) && Ladder.budgets.contains(budget) && (80...200).contains(textSize)
            && textSize.isMultiple(of: 10) && (1...3).contains(columns) && [15, 30, 60].contains(pause)
            && [thumbnail, detail].allSatisfy {
                Ladder.widths(of: $0.shape).contains($0.width) && Ladder.qualities.contains($0.quality)
            }
    }
}

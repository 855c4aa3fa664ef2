/// Fits stories into a budget: orders everything that they could get by worth, and a document takes as
/// much from the beginning as there is room for. A larger budget therefore never gives a story less.
///
/// Every story's headline comes first, in the order of the stories, then the standfirsts, then a thumbnail for each. From there on what
/// gains most for its bytes comes first: the leading stories' pictures and texts, then the others' (the greedy order of the
/// multiple-choice knapsack, Sinha and Zoltners 1979). A standfirst or thumbnail that is far heavier than its like waits among these.
package struct Packer: Sendable {
    /// Everything that the stories could get, the worthiest first.
    package let steps: [Step]
    /// The total weights of the first steps: of none, one, two and so on.
    private let sums: [Weight]

    /// A part that a story may get on top of what it has.
    package struct Step: Sendable, Hashable {
        /// The story's place in the order of the stories.
        package let story: Int
        /// The part it gets.
        package let part: Part
        /// The weight this adds; for a better rendition, the difference from the one before.
        package let weight: Weight
    }

    /// A part that a story can get.
    package enum Part: Sendable, Hashable {
        /// Its text in this format; `headline` is the story itself.
        case text(TextFormat)
        /// One of its thumbnails, counted from the lightest.
        case thumbnail(Int)
        /// One of its pictures, counted from the lightest.
        case picture(Int)
    }

    /// The parts that a story gets.
    package struct Share: Sendable, Hashable {
        /// How much of its text it gets.
        package var text = TextFormat.headline
        /// The thumbnail it gets, counted from the lightest; nil for none.
        package var thumbnail: Int?
        /// The picture it gets, counted from the lightest; nil for none.
        package var picture: Int?

        /// The headline alone.
        package init() {}
    }

    /// Orders everything that the stories could get.
    /// - Parameters:
    ///   - plan: limits the number of stories, and decides whether texts go before pictures.
    ///   - loads: the stories in order, with what the plan allows each of them.
    ///   - compression: the approximate bytes sent for each byte written; 1 if it is sent as it is, less if it
    ///     will be compressed.
    package init(_ plan: DeliveryPlan, _ loads: [Load], compression: Double) {
        let loads = loads.prefix(plan.items ?? DeliveryPlan.itemLimit)
        let steps = StepOrder(loads, textsFirst: plan.textsFirst, compression: compression).order()
        var sums = [Weight()]
        sums.reserveCapacity(steps.count + 1)
        for (index, step) in steps.enumerated() { sums.append(sums[index] + step.weight) }
        self.steps = steps
        self.sums = sums
    }

    /// Bytes of a text that takes about a minute and a half to read.
    package static let usualText = 2000

    /// The total weight of the first `count` steps.
    package func weight(_ count: Int) -> Weight { sums[min(count, steps.count)] }

    /// The number of steps that there is room for.
    /// - Parameters:
    ///   - frame: bytes written without stories.
    ///   - budget: bytes for everything as sent.
    ///   - compression: bytes sent for each byte written.
    package func count(frame: Int, budget: Int, compression: Double) -> Int {
        func fits(_ count: Int) -> Bool {
            (Double(frame + sums[count].written) * compression).rounded(.up) + Double(sums[count].files)
                <= Double(budget)
        }
        var (low, high) = (0, steps.count)
        while low < high {
            let middle = (low + high + 1) / 2
            if fits(middle) { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// The shares of the stories after the first `count` steps; for further stories there was no room even for
    /// a headline.
    package func shares(_ count: Int) -> [Share] {
        var shares: [Share] = []
        for step in steps.prefix(count) {
            switch step.part {
            case .text(.headline): shares.append(Share())
            case .text(let format): shares[step.story].text = format
            case .thumbnail(let rung): shares[step.story].thumbnail = rung
            case .picture(let rung): shares[step.story].picture = rung
            }
        }
        return shares
    }

    /// The next steps of each story, with their weights: the nearest one for text, thumbnail and picture each.
    package func missing(after count: Int) -> [Int: [Step]] {
        var missing: [Int: [Step]] = [:]
        for step in steps.dropFirst(count) {
            let known = missing[step.story, default: []]
            if !known.contains(where: { $0.part.isLike(step.part) }) { missing[step.story] = known + [step] }
        }
        return missing
    }
}

extension Packer {
    /// Bytes of a part of a document.
    package struct Weight: Sendable, Hashable {
        /// In the document, as written.
        package var written: Int
        /// In files that the document names, which no compression makes smaller.
        package var files: Int

        /// Creates a weight of so many bytes.
        package init(written: Int = 0, files: Int = 0) {
            self.written = written
            self.files = files
        }

        static func + (left: Self, right: Self) -> Self {
            Self(written: left.written + right.written, files: left.files + right.files)
        }
        static func - (left: Self, right: Self) -> Self {
            Self(written: left.written - right.written, files: left.files - right.files)
        }
    }

    /// The parts that a story could get, with the weight of each.
    package struct Load: Sendable {
        /// Bytes of the story with its headline and addresses alone.
        package var headline: Int
        /// Bytes that the standfirst adds; 0 for none.
        package var standfirst: Int
        /// Bytes that the first paragraphs add, where they can stand for the text; 0 for none.
        package var opening = 0
        /// Bytes that the text adds as plain text, instead of its first paragraphs; 0 for none.
        package var plain: Int
        /// Bytes that the text adds as HTML, instead of plain text; 0 for none.
        package var html: Int
        /// From the lightest to the best.
        package var thumbnails: [Option]
        /// From the lightest to the best.
        package var pictures: [Option]

        /// The weights of a story's parts.
        package init(
            headline: Int, standfirst: Int = 0, plain: Int = 0, html: Int = 0, thumbnails: [Option] = [],
            pictures: [Option] = []
        ) {
            self.headline = headline
            self.standfirst = standfirst
            self.plain = plain
            self.html = html
            self.thumbnails = thumbnails
            self.pictures = pictures
        }
    }

    /// A rendition that a story may get.
    package struct Option: Sendable, Hashable {
        /// The weight of its markup and its file.
        package var weight: Weight
        /// How good it looks, in thousandths of the best.
        package var value: Int

        /// A rendition of this weight.
        package init(_ weight: Weight, value: Int) {
            self.weight = weight
            self.value = value
        }
    }
}

extension Packer.Part {
    /// Whether both are texts, thumbnails or pictures.
    fileprivate func isLike(_ other: Self) -> Bool {
        switch (self, other) {
        case (.text, .text), (.thumbnail, .thumbnail), (.picture, .picture): true
        default: false
        }
    }
}

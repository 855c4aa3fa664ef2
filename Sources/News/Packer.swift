/// Fits stories into a budget: what each of them gets, so that document and pictures together stay within it.
///
/// Every story's headline comes first, then standfirsts, then thumbnails, then the leading stories' pictures and texts.
public struct Packer: Sendable {
    /// What the parts of a story weigh in bytes as sent.
    public struct Cost: Sendable {
        /// The story with its headline and addresses, and nothing else.
        public var headline: Int
        /// What the standfirst adds.
        public var standfirst: Int
        /// What the text adds.
        public var text: Int
        /// The thumbnail's file and its address; nil where there is none.
        public var thumbnail: Int?
        /// The picture's file and its address; nil where there is none.
        public var picture: Int?

        /// The weights of a story's parts.
        public init(headline: Int, standfirst: Int, text: Int, thumbnail: Int?, picture: Int?) {
            self.headline = headline
            self.standfirst = standfirst
            self.text = text
            self.thumbnail = thumbnail
            self.picture = picture
        }
    }

    /// What a story gets.
    public struct Share: Sendable, Hashable {
        /// Whether it gets its standfirst.
        public var standfirst = false
        /// Whether it gets its text.
        public var text = false
        /// Whether its thumbnail is named.
        public var thumbnail = false
        /// Whether its picture is named.
        public var picture = false

        /// The headline alone.
        public init() {}
    }

    /// The shares of the first stories; further ones found no room even for a headline.
    public private(set) var shares: [Share] = []
    /// What all of it weighs.
    public private(set) var used: Int

    /// Packs for a plan.
    /// - Parameters:
    ///   - frame: what the document weighs without stories.
    ///   - costs: the stories' weights in their order of worth.
    ///   - budget: bytes for everything.
    public init(_ plan: DeliveryPlan, frame: Int, costs: [Cost], budget: Int) {
        used = frame
        for cost in costs where shares.count < (plan.items ?? DeliveryPlan.itemLimit) {
            guard used + cost.headline <= budget else { break }
            used += cost.headline
            shares.append(Share())
        }
        if plan.text >= .summary { give(\.standfirst, costs.map(\.standfirst), budget) }
        if plan.pictures != .off { give(\.thumbnail, costs.map(\.thumbnail), budget) }
        for index in shares.indices {
            if plan.pictures == .full { give(\.picture, costs[index].picture, to: index, budget) }
            if plan.text >= .plain { give(\.text, costs[index].text, to: index, budget) }
        }
    }

    private mutating func give(_ part: WritableKeyPath<Share, Bool>, _ costs: [Int?], _ budget: Int) {
        for index in shares.indices { give(part, costs[index], to: index, budget) }
    }

    private mutating func give(_ part: WritableKeyPath<Share, Bool>, _ cost: Int?, to index: Int, _ budget: Int) {
        guard let cost, used + cost <= budget else { return }
        used += cost
        shares[index][keyPath: part] = true
    }
}

/// Something written within an allowance, and what it weighs as it is sent.
public struct Attempt<Written> {
    /// What was written.
    public var written: Written
    /// Bytes as sent, with all the pictures that it names.
    public var weight: Int
    /// Whether there is nothing left to leave out.
    public var isLeast: Bool

    /// An attempt.
    public init(_ written: Written, weight: Int, isLeast: Bool) {
        self.written = written
        self.weight = weight
        self.isLeast = isLeast
    }
}

extension DeliveryPlan {
    /// Writes again with a smaller allowance until what was written is within the budget: how well a document compresses, or how
    /// long a page becomes, is known only afterwards. Each time the allowance falls by a fiftieth of the budget or more.
    public func fit<Written>(_ write: (_ allowance: Int) throws -> Attempt<Written>) rethrows -> Written {
        var allowance = budget
        while true {
            let attempt = try write(allowance)
            let excess = attempt.weight - budget
            if excess <= 0 || attempt.isLeast { return attempt.written }
            allowance -= excess + max(100, budget / 50)
        }
    }
}

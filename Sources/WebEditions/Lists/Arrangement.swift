import News

/// The way a front page arranges its stories: the first ones stand at the top, the others in blocks by section, and what belongs to
/// no block comes last. Lists that are no front page have a top alone.
struct Arrangement {
    struct Block {
        let section: Int
        let stories: [Int]
        /// Whether it stands beside another of two stories on large screens.
        var isHalf = false
    }

    /// The numbers of the stories at the top, in blocks by the identifier of their section, and after these.
    let top: Range<Int>
    let blocks: [Block]
    let rest: [Int]
    let places: [StoryPlace]

    /// The number of stories from which a front page has blocks, and how many stand before them.
    private static let leastStories = 12, topLength = 7, besideLength = 3
    /// The most stories of a block: with more it would be a page of its own, which it leads to.
    private static let blockLength = 7
    /// The number of stories with large pictures in a list that is no front page: a row on large screens.
    private static let largeLength = 3

    /// - Parameters:
    ///   - sections: the sections of the stories, in their order.
    ///   - order: the order of the blocks.
    ///   - isFront: whether the stories make a front page, led by the first.
    init(_ sections: [Int], order: [Int], isFront: Bool) {
        guard isFront else {
            (top, blocks, rest) = (sections.indices, [], [])
            places = sections.indices.map { $0 < Self.largeLength ? .large : .small }
            return
        }
        let hasBlocks = sections.count >= Self.leastStories
        let first = hasBlocks ? Self.topLength : sections.count
        let later = sections.indices.dropFirst(first)
        let others = Dictionary(grouping: later) { sections[$0] }
        // A story alone in its section would be a block of one.
        var blocks = order.compactMap { section in
            others[section].flatMap {
                $0.count > 1 ? Block(section: section, stories: Array($0.prefix(Self.blockLength))) : nil
            }
        }
        let pairs = blocks.indices.filter { blocks[$0].stories.count == 2 }
        for pair in pairs.prefix(pairs.count / 2 * 2) { blocks[pair].isHalf = true }
        let inBlocks = Set(blocks.flatMap(\.stories))
        var places = sections.indices.map { index in
            index == 0 ? StoryPlace.lead : index <= Self.besideLength ? .beside : index < first ? .large : .small
        }
        for block in blocks {
            for story in block.stories { places[story] = .brief }
            places[block.stories[0]] = block.isHalf ? .large : .first
        }
        (top, self.blocks, self.places) = (0..<first, blocks, places)
        rest = later.filter { !inBlocks.contains($0) }
    }
}

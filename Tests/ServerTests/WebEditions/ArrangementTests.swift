import News
import Testing
@testable import WebEditions

/// How a front page arranges its stories.
struct ArrangementTests {
    @Test func aShortFrontPageIsATopAlone() {
        let page = Arrangement([1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1], order: [1, 2], isFront: true)
        #expect(page.top == 0..<11 && page.blocks.isEmpty && page.rest.isEmpty)
        #expect(page.places.prefix(5) == [.lead, .beside, .beside, .beside, .large])
    }

    /// Every story has one place, in blocks in the order of the sections, and none stands alone in a block.
    @Test(arguments: [
        (sections: [1, 1, 1, 1, 1, 1, 1, 2, 1, 2, 3, 1], blocks: [[8, 11], [7, 9]], halves: 2, rest: [10]),
        ([1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 2, 2], [[10, 11], [7, 8, 9]], 0, []),
        (Array(repeating: 1, count: 20), [Array(7..<14)], 0, Array(14..<20)),
        ([1, 1, 1, 1, 1, 1, 1, 9, 9, 9, 9, 9], [], 0, Array(7..<12)),
    ])
    func blocks(_ sections: [Int], _ blocks: [[Int]], _ halves: Int, _ rest: [Int]) {
        let page = Arrangement(sections, order: [1, 2, 3], isFront: true)
        #expect(page.top == 0..<7)
        #expect(page.blocks.map(\.stories) == blocks && page.rest == rest)
        #expect(page.blocks.count { $0.isHalf } == halves)
        for stories in page.blocks.map(\.stories) {
            #expect(
                [.large, .first].contains(page.places[stories[0]])
                    && stories.dropFirst().allSatisfy { page.places[$0] == .brief })
        }
        #expect(Set(page.top).union(blocks.joined()).union(rest) == Set(sections.indices))
    }

    @Test func listsHaveOneRowOfLargePictures() {
        let page = Arrangement(Array(repeating: 1, count: 15), order: [1], isFront: false)
        #expect(page.top == 0..<15 && page.blocks.isEmpty)
        #expect(page.places == Array(repeating: .large, count: 3) + Array(repeating: .small, count: 12))
    }

    @Test(arguments: [
        ("Marta Quintal", ["Marta Quintal*"]),
        ("Marta Quintal and Rui Sá, in Faro", ["Marta Quintal*", " and ", "Rui Sá*", ", in Faro"]),
        ("From our agencies", ["From our agencies"]), ("", []),
    ])
    func bylinesLinkTheirAuthors(_ byline: String, _ parts: [String]) {
        let authors = [("Marta Quintal", "marta-quintal"), ("Rui Sá", "rui-sa")].enumerated().map {
            Author(id: $0, slug: $1.1, name: $1.0)
        }
        let found = BylinePart.parts(of: byline, authors, "/edition")
        #expect(found.map { $0.text + ($0.url == nil ? "" : "*") } == parts)
        #expect(found.compactMap(\.url).allSatisfy { $0.hasPrefix("/edition/authors/") })
    }

    @Test func textSizesHaveNeighbours() {
        #expect(TextSizes.next(to: 100, isLarger: true) == "1.2" && TextSizes.next(to: 100, isLarger: false) == "0.9")
        #expect(TextSizes.next(to: 130, isLarger: true) == "1.5" && TextSizes.next(to: 200, isLarger: true) == nil)
        #expect(TextSizes.next(to: 90, isLarger: false) == nil)
    }
}

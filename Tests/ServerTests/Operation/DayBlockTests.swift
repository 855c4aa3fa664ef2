import Testing

@testable import Archive

@Suite("Blocks of days")
struct DayBlockTests {
    @Test(
        "They make up the days, the newest first, and none is longer than twice all that are newer",
        arguments: [
            0...0, 5...5, 0...16_383, -3...70, 20_000...20_453, -719_162...2_932_896, 3...4,
        ])
    func blocks(_ days: ClosedRange<Int>) {
        let blocks = DayBlock.blocks(of: days)
        #expect(blocks.first?.last == days.upperBound && blocks.last?.first == days.lowerBound)
        for (newer, older) in zip(blocks, blocks.dropFirst()) { #expect(newer.first == older.last + 1) }
        #expect(blocks.count <= 3 * 3 * DayBlock.topLevel + days.count / 16_384 + 1)
        for block in blocks where block.level > 0 {
            #expect(block.last - block.first < 2 * (days.upperBound - block.last))
        }
        for block in blocks where block.level > 0 {
            let parts = block.parts
            #expect(parts.count == 4 && parts.first?.last == block.last && parts.last?.first == block.first)
        }
    }

    @Test(
        "An archive begins with a whole block",
        arguments: [(0, 0), (16_383, 0), (16_384, 16_384), (-1, -16_384), (20_453, 16_384)])
    func beginning(_ day: Int, _ first: Int) {
        #expect(DayBlock.beginning(of: day) == first)
    }

    @Test("They are called as in the schema") func facets() {
        #expect(DayBlock(level: 0, number: 20_453).facet == "1 days 20453")
        #expect(DayBlock(level: 7, number: -1).facet == "16384 days -1")
    }
}

/// A block of 1, 4, 16, ... days, by which search entries are indexed. An archive is searched backwards
/// from the newest entry, in blocks that grow as long as little is found, so that neither a rare word nor
/// a common one takes long.
struct DayBlock: Equatable {
    /// It has 4 to the power of this number of days.
    let level: Int
    /// Counts blocks of this size from the one that begins on 1 January 1970.
    let number: Int

    /// 16384 days, 45 years: the size of the schema's largest blocks.
    static let topLevel = 7

    /// Its first day as `CivilDate.dayNumber`.
    var first: Int { number << (2 * level) }
    /// Its last day.
    var last: Int { first + (1 << (2 * level)) - 1 }
    /// Its form among the facets of an entry.
    var facet: String { "\(1 << (2 * level)) days \(number)" }

    /// The blocks that make up these days, the newest first: small ones at both ends, larger ones between.
    /// None is longer than twice all newer ones together, so that little of the next is read in vain if these
    /// hold enough.
    static func blocks(of days: ClosedRange<Int>) -> [DayBlock] {
        var blocks: [DayBlock] = []
        var end = days.upperBound + 1
        while end > days.lowerBound {
            let level = (0..<topLevel).prefix { level in
                let length = 4 << (2 * level)
                return end % length == 0 && end - length >= days.lowerBound && length <= 2 * (days.upperBound + 1 - end)
            }.count
            end -= 1 << (2 * level)
            blocks.append(DayBlock(level: level, number: end >> (2 * level)))
        }
        return blocks
    }

    /// The first day of the largest block that contains a day: from there on, few blocks make up an archive.
    static func beginning(of day: Int) -> Int { (day >> (2 * topLevel)) << (2 * topLevel) }

    /// The four blocks that make it up, the newest first; none for a single day.
    var parts: [DayBlock] {
        level == 0 ? [] : (0..<4).reversed().map { DayBlock(level: level - 1, number: number << 2 + $0) }
    }
}

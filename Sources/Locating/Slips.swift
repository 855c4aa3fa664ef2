/// The slips between two words: letters that are missing, too many or wrong (the edit distance of Levenshtein).
enum Slips {
    /// How many there are; nil if more than `most`.
    static func between(_ one: String, _ other: String, most: Int) -> Int? {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard abs(one.count - other.count) <= most else { return nil }
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var before = row[0]
            row[0] = index + 1
            for place in other.indices {
                let change = before + (letter == other[place] ? 0 : 1)
                before = row[place + 1]
                row[place + 1] = min(change, before + 1, row[place] + 1)
            }
            guard row.contains(where: { $0 <= most }) else { return nil }
        }
        return row[other.count] <= most ? row[other.count] : nil
    }
}

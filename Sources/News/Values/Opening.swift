extension String {
    /// The first paragraphs of a plain text, whose paragraphs blank lines separate: as many as reach 400 bytes, and never half of one.
    package var opening: String {
        var end = startIndex
        var rest = self[...]
        while let gap = rest.firstRange(of: "\n\n") {
            end = gap.lowerBound
            if self[..<end].utf8.count >= Self.openingLength { return String(self[..<end]) }
            rest = rest[gap.upperBound...]
        }
        return self
    }

    /// Bytes of text after which an opening ends with its paragraph.
    private static let openingLength = 400
}

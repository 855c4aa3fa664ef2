/// Merges two edits of one text by paragraphs, in three ways as diff3 does (Khanna, Kunal and Pierce, "A Formal Investigation of Diff3",
/// 2007): what only one of them changed is taken from that one.
struct ParagraphMerge {
    /// The merged text, with my paragraphs where both changed the same ones.
    private(set) var mine = ""
    /// The merged text, with the other's paragraphs where both changed the same ones.
    private(set) var theirs = ""

    /// Whether both changed the same paragraphs, each in another way.
    var isCollision: Bool { mine != theirs }

    init(base: String, mine: String, theirs: String) {
        let (base, ours, others) = (Self.paragraphs(base), Self.paragraphs(mine), Self.paragraphs(theirs))
        let (placesInOurs, placesInOthers) = (Self.places(of: base, in: ours), Self.places(of: base, in: others))
        var (mergedOurs, mergedOthers): ([Substring], [Substring]) = ([], [])
        var (inBase, inOurs, inOthers) = (0, 0, 0)
        func take(_ base: ArraySlice<Substring>, _ ours: ArraySlice<Substring>, _ others: ArraySlice<Substring>) {
            mergedOurs += ours == base ? others : ours
            mergedOthers += others == base ? ours : others
        }
        for index in base.indices {
            guard let mine = placesInOurs[index], let theirs = placesInOthers[index] else { continue }
            take(base[inBase..<index], ours[inOurs..<mine], others[inOthers..<theirs])
            take(base[index...index], ours[mine...mine], others[theirs...theirs])
            (inBase, inOurs, inOthers) = (index + 1, mine + 1, theirs + 1)
        }
        take(base[inBase...], ours[inOurs...], others[inOthers...])
        (self.mine, self.theirs) = (mergedOurs.joined(separator: "\n\n"), mergedOthers.joined(separator: "\n\n"))
    }

    /// The paragraphs of a text, which blank lines separate.
    private static func paragraphs(_ text: String) -> [Substring] {
        var (paragraphs, start, end): ([Substring], String.Index?, String.Index) = ([], nil, text.startIndex)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.allSatisfy(\.isWhitespace) {
                if let first = start { paragraphs.append(text[first..<end]) }
                start = nil
            } else {
                start = start ?? line.startIndex
                end = line.endIndex
            }
        }
        if let start { paragraphs.append(text[start..<end]) }
        return paragraphs
    }

    /// Where each paragraph of the base is in another text; nil if it is not there.
    private static func places(of base: [Substring], in other: [Substring]) -> [Int?] {
        let difference = other.difference(from: base)
        var gone: Set<Int> = []
        var come: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): gone.insert(offset)
            case .insert(let offset, _, _): come.insert(offset)
            }
        }
        var place = 0
        return base.indices.map { index in
            if gone.contains(index) { return nil }
            while come.contains(place) { place += 1 }
            defer { place += 1 }
            return place
        }
    }
}

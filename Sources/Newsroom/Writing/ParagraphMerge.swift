/// Merges two edits of one text by paragraphs, in three ways as diff3 does (Khanna, Kunal and Pierce, "A Formal Investigation of Diff3",
/// 2007): a paragraph that only one of them changed is taken from that one.
struct ParagraphMerge {
    /// The merged text, with my paragraphs where both changed the same ones.
    private(set) var mine: String
    /// The merged text, with the other's paragraphs where both changed the same ones.
    private(set) var theirs: String

    /// Whether both changed the same paragraphs, each in another way.
    var isCollision: Bool { mine != theirs }

    /// A paragraph with the blank lines after it, which do not count in comparisons.
    private struct Paragraph: Equatable {
        let text: Substring
        var gap: Substring = ""

        static func == (one: Self, other: Self) -> Bool { one.text == other.text }
    }

    /// The most paragraphs that are compared: memory grows with the square of the number of changes. Larger edits collide as a whole.
    private static let limit = 1000

    init(base: String, mine: String, theirs: String) {
        let (base, ours, others) = (Self.paragraphs(base), Self.paragraphs(mine), Self.paragraphs(theirs))
        guard let inOurs = Self.places(of: base, in: ours), let inOthers = Self.places(of: base, in: others) else {
            (self.mine, self.theirs) = (mine, theirs)
            return
        }
        var (mergedOurs, mergedOthers): ([Paragraph], [Paragraph]) = ([], [])
        var next = (base: 0, ours: 0, others: 0)
        func take(
            _ base: ArraySlice<Paragraph>, _ ours: ArraySlice<Paragraph>, _ others: ArraySlice<Paragraph>
        ) {
            let split = ours == base || others == base ? nil : Self.split(base, ours, others)
            mergedOurs += split?.ours ?? Array(ours == base ? others : ours)
            mergedOthers += split?.others ?? Array(others == base ? ours : others)
        }
        for index in base.indices {
            guard let our = inOurs[index], let other = inOthers[index] else { continue }
            take(base[next.base..<index], ours[next.ours..<our], others[next.others..<other])
            take(base[index...index], ours[our...our], others[other...other])
            next = (index + 1, our + 1, other + 1)
        }
        take(base[next.base...], ours[next.ours...], others[next.others...])
        (self.mine, self.theirs) = (Self.text(mergedOurs), Self.text(mergedOthers))
    }

    /// A stretch that both changed, in both versions: what either added is in both, so that no more collides than the paragraphs that both
    /// wrote anew. Nil if the paragraphs of the base cannot be told in both.
    private static func split(
        _ base: ArraySlice<Paragraph>, _ ours: ArraySlice<Paragraph>, _ others: ArraySlice<Paragraph>
    ) -> (ours: [Paragraph], others: [Paragraph])? {
        guard !base.isEmpty, let inOurs = likes(of: base, in: ours), let inOthers = likes(of: base, in: others) else {
            return nil
        }
        var merged: (ours: [Paragraph], others: [Paragraph]) = ([], [])
        var next = (ours: ours.startIndex, others: others.startIndex)
        let (places, ends) = (zip(inOurs, inOthers).map { ($0, $1) }, (ours.endIndex, others.endIndex))
        for (index, place) in zip(Array(base.indices) + [base.endIndex], places + [ends]) {
            let (added, addedByOthers) = (ours[next.ours..<place.0], others[next.others..<place.1])
            let additions = added == addedByOthers ? added : added + addedByOthers
            merged.ours += additions
            merged.others += additions
            guard index < base.endIndex else { break }
            merged.ours.append(ours[place.0] == base[index] ? others[place.1] : ours[place.0])
            merged.others.append(others[place.1] == base[index] ? ours[place.0] : others[place.1])
            next = (place.0 + 1, place.1 + 1)
        }
        return merged
    }

    /// The paragraphs of another version that stand for those of the base, in order: the most alike in words, of equals the first. Nil if
    /// there are fewer.
    private static func likes(of base: ArraySlice<Paragraph>, in other: ArraySlice<Paragraph>) -> [Int]? {
        guard other.count >= base.count, base.count * other.count <= limit else { return nil }
        var next = other.startIndex
        return base.enumerated().map { number, paragraph in
            let choices = next...(other.endIndex - (base.count - number))
            let alike = choices.map { likeness(paragraph, other[$0]) }
            let best = choices.lowerBound + (alike.firstIndex(of: alike.max() ?? 0) ?? 0)
            next = best + 1
            return best
        }
    }

    /// The number of words that two paragraphs share, in percent of those of the longer one.
    private static func likeness(_ one: Paragraph, _ other: Paragraph) -> Int {
        let (words, others) = (Set(one.text.split { $0.isWhitespace }), Set(other.text.split { $0.isWhitespace }))
        return 100 * words.intersection(others).count / max(1, words.count, others.count)
    }

    /// The paragraphs of a text, which blank lines separate.
    private static func paragraphs(_ text: String) -> [Paragraph] {
        var paragraphs: [Paragraph] = []
        var (start, end) = (text.startIndex, text.startIndex)
        var isBlank = false
        func take(_ next: String.Index) { paragraphs.append(Paragraph(text: text[start..<end], gap: text[end..<next])) }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let wasBlank = isBlank
            isBlank = line.allSatisfy(\.isWhitespace)
            guard !isBlank else { continue }
            if wasBlank {
                take(line.startIndex)
                start = line.startIndex
            }
            end = line.endIndex
        }
        if !text.isEmpty { take(text.endIndex) }
        return paragraphs
    }

    private static func text(_ paragraphs: [Paragraph]) -> String {
        var text = ""
        for (index, paragraph) in paragraphs.enumerated() {
            text += paragraph.text
            if index < paragraphs.count - 1 { text += paragraph.gap.isEmpty ? "\n\n" : paragraph.gap }
        }
        return text
    }

    /// Where each paragraph of the base is in another text, and nil for one that is not there; nil for all if too many differ.
    private static func places(of base: [Paragraph], in other: [Paragraph]) -> [Int?]? {
        let head = zip(base, other).prefix { $0 == $1 }.count
        let tail = zip(base[head...].reversed(), other[head...].reversed()).prefix { $0 == $1 }.count
        let (old, new) = (base[head..<(base.count - tail)], other[head..<(other.count - tail)])
        guard old.count + new.count <= limit else { return nil }
        let (gone, come) = Array(new).difference(from: Array(old)).offsets
        var place = head
        let middle = old.indices.map { index -> Int? in
            if gone.contains(index - head) { return nil }
            while come.contains(place - head) { place += 1 }
            defer { place += 1 }
            return place
        }
        return (0..<head).map { $0 } + middle + (0..<tail).map { other.count - tail + $0 }
    }
}

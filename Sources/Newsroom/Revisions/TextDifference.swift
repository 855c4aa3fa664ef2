import Web

/// The difference between two texts, word by word.
enum TextDifference {
    /// A stretch of text that stayed, was removed, or was added.
    struct Part: Sendable, Equatable {
        var text: String
        var isGone = false
        var isNew = false
    }

    /// The most words that are compared: memory grows with the square of the number of differences. Longer texts are compared by lines,
    /// and those of too many lines not at all.
    private static let limit = 3000

    static func parts(from old: String, to new: String) -> [Part] {
        let ways = [
            (pieces(old, byLine: false), pieces(new, byLine: false)),
            (pieces(old, byLine: true), pieces(new, byLine: true)),
        ]
        guard let (before, after) = ways.first(where: { $0.count + $1.count <= limit }) else {
            return [Part(text: old, isGone: true), Part(text: new, isNew: true)]
        }
        let (gone, come) = after.difference(from: before).offsets
        var parts: [Part] = []
        func append(_ text: Substring, isGone: Bool = false, isNew: Bool = false) {
            if let last = parts.last, last.isGone == isGone, last.isNew == isNew {
                parts[parts.count - 1].text += text
            } else {
                parts.append(Part(text: String(text), isGone: isGone, isNew: isNew))
            }
        }
        var (left, right) = (0, 0)
        while left < before.count || right < after.count {
            if gone.contains(left) {
                append(before[left], isGone: true)
                left += 1
            } else if come.contains(right) {
                append(after[right], isNew: true)
                right += 1
            } else {
                append(after[right])
                (left, right) = (left + 1, right + 1)
            }
        }
        return parts
    }

    /// The longest stretch of unchanged text in an excerpt, in characters at each end of it. It ends with the paragraph.
    private static let context = 120

    /// The same without the middle of what stayed, where that is long.
    static func excerpt(_ parts: [Part]) -> [Part] {
        parts.enumerated().map { index, part in
            guard !part.isGone, !part.isNew, part.text.count > 2 * context + 20 else { return part }
            let before = index == 0 ? "" : part.text.prefix(context).prefix { !$0.isNewline }
            let after =
                index == parts.count - 1
                ? ""
                : part.text.suffix(context).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).last
                    ?? ""
            return Part(text: before + " … " + after)
        }
    }

    /// Words with the space after them and the breaks between paragraphs, or lines with their ends.
    private static func pieces(_ text: String, byLine: Bool) -> [Substring] {
        var pieces: [Substring] = []
        var start = text.startIndex
        var former = Kind.letter
        for index in text.indices {
            let kind = Kind(text[index], byLine: byLine)
            // A break is a piece of its own, so that it stays where only the last word before it is another.
            let isBreak = !byLine && kind == .newline && former != .newline
            if index > start, isBreak || kind == .letter && former != .letter {
                pieces.append(text[start..<index])
                start = index
            }
            former = kind
        }
        if start < text.endIndex { pieces.append(text[start...]) }
        return pieces
    }

    /// The part of a character in a text that is cut into pieces.
    private enum Kind {
        case letter, space, newline

        init(_ character: Character, byLine: Bool) {
            self = character.isNewline ? .newline : character.isWhitespace && !byLine ? .space : .letter
        }
    }
}

extension Strings {
    /// A text in Markdown for people: each picture by its description, not by its 64 digits.
    func withNamedPictures(_ text: String) -> String {
        text.replacing(/!\[(?<alt>[^\]\n]*)\]\(picture:[0-9a-f]{64}\)/) {
            self("room_pictureNamed", String($0.output.alt))
        }
    }
}

extension CollectionDifference {
    /// The offsets of what is gone from the old collection, and of what has come into the new one.
    var offsets: (gone: Set<Int>, come: Set<Int>) {
        var offsets: (gone: Set<Int>, come: Set<Int>) = ([], [])
        for change in self {
            switch change {
            case .remove(let offset, _, _): offsets.gone.insert(offset)
            case .insert(let offset, _, _): offsets.come.insert(offset)
            }
        }
        return offsets
    }
}

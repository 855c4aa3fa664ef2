/// The rest of a text of which only a part is sent.
package struct RestOfText: Sendable, Hashable {
    /// The part of the text to ask for next; 0 for the beginning.
    package var part: Int
    /// Bytes of what is left, as written.
    package var bytes: Int

    package init(part: Int, bytes: Int) { (self.part, self.bytes) = (part, bytes) }
}

extension Story {
    /// The first paragraphs of a long text as plain text, with what they leave out, for where there is no room for all of it; nil for a
    /// text of usual length.
    /// - Parameter format: the format of `text`.
    package func opening(in format: TextFormat) -> (text: String, rest: RestOfText)? {
        let plain = format == .html ? plainText : text
        guard format > .opening, plain.utf8.count > Packer.usualText else { return nil }
        let opening = plain.opening
        guard opening.utf8.count < plain.utf8.count / 2 else { return nil }
        return (opening, RestOfText(part: 0, bytes: text.utf8.count - opening.utf8.count))
    }

    /// Leaves only the first paragraphs of its plain text.
    package mutating func cutToOpening() {
        let opening = text.opening
        if opening.utf8.count < text.utf8.count {
            rest = RestOfText(part: 0, bytes: text.utf8.count - opening.utf8.count)
        }
        text = opening
    }
}

import Archive
import Documents
import News
import Syndication
import Web

// The text of one article in parts, where the budget has no room for all of it.
extension ChannelDesk {
    /// One article in a channel: from the beginning, or from a part on, with as many pieces of the text as there is room for.
    struct ArticleInParts {
        let story: Story
        /// The text's pieces, which together are all of it.
        let pieces: [String]
        /// The piece that the channel begins with.
        let start: Int

        init(_ story: Story, _ format: TextFormat, from part: Int) {
            self.story = story
            pieces = format == .html ? BodyPieces.split(story.text) : BodyPieces.split(plain: story.text)
            start = min(part, max(0, pieces.count - 1))
        }

        /// The most pieces that a channel can have.
        var count: Int { pieces.count - start }

        /// The story with so many pieces; later parts repeat neither standfirst nor picture.
        func first(_ count: Int) -> Story {
            var part = story
            let end = min(start + count, pieces.count)
            part.text = pieces[start..<end].joined()
            part.plainText = ""
            if end < pieces.count {
                part.rest = RestOfText(part: end, bytes: pieces[end...].reduce(0) { $0 + $1.utf8.count })
            }
            if start > 0 { (part.texts.standfirst, part.picture, part.isPictured) = ("", nil, false) }
            return part
        }
    }

    /// Whether the text of the only article wanted has to come in parts.
    func needsParts(_ key: ChannelKey, _ written: ChannelDocument) -> Bool {
        guard key.selection.articles.count == 1, key.plan.text > .opening, !written.shares.isEmpty else { return false }
        return key.selection.part != nil || written.shares.first?.text != key.plan.text
    }

    /// The only article that is wanted; nil if its text has only one piece.
    func article(_ key: ChannelKey, _ masthead: Masthead) async throws -> ArticleInParts? {
        var query = StoryQuery(key.selection, limit: 1)
        try query.select(key.selection, in: masthead)
        let found = try await stories.list(query, text: key.plan.text, pictures: key.plan.pair, masthead).stories
        let article = found.first.map { ArticleInParts($0, key.plan.text, from: key.selection.part ?? 0) }
        return article.flatMap { $0.pieces.count > 1 ? $0 : nil }
    }

    /// The path of the next part of the only article's text; nil if there is none.
    func nextPart(of channel: Channel) -> String? {
        guard channel.selection.articles.count == 1, let rest = channel.stories.first?.story.rest, rest.part > 0 else {
            return nil
        }
        var selection = channel.selection
        selection.part = rest.part
        return site.channel(channel.plan, selection, channel.format)
    }

    /// Writes as many pieces of the only article's text as there is room for, and at least one.
    func inParts(_ channel: Channel, _ article: ArticleInParts, _ coding: ContentCoding) -> (
        channel: Channel, written: ChannelDocument
    ) {
        let writer = StoryWriter(
            masthead: channel.masthead, site: site, text: channel.plan.text, format: channel.format)
        func write(_ count: Int) -> (channel: Channel, written: ChannelDocument) {
            var part = channel
            part.stories = [writer.write(article.first(count))]
            return (part, part.document(compression: coding.usualRatio, send: coding.compress))
        }
        var best = write(1)
        var (low, high) = (1, article.count)
        while low < high {
            let middle = (low + high + 1) / 2
            let attempt = write(middle)
            if attempt.written.shares.first?.text == channel.plan.text {
                (best, low) = (attempt, middle)
            } else {
                high = middle - 1
            }
        }
        return best
    }
}

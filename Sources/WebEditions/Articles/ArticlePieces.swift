import Documents
import News

/// The text of an article in pieces, from the one that a page begins with.
struct ArticlePieces {
    /// A piece of the text, and the pictures in it.
    struct Piece {
        var parts: [BodyPart]
        /// Those that the archive has, in order; one that occurs twice is listed twice.
        var pictures: [StoryPicture] = []
        /// Bytes of its markup.
        var size: Int
    }

    /// The pieces that a page has.
    struct Shown {
        var pieces: ArraySlice<Piece>.SubSequence
        /// Whether the article began on an earlier page.
        var isLater: Bool
        /// The piece that the next page begins with, and the approximate bytes of the rest as sent; nil if there is none.
        var next: (piece: Int, bytes: Int)?
        /// The approximate bytes of the whole text as sent.
        var whole: Int

        /// Whether the page has all of the text.
        var isAll: Bool { !isLater && next == nil }
    }

    private let all: [Piece]
    private let start: Int

    init(_ opened: OpenedStory, _ part: PageKey.ArticlePart) {
        all = BodyPieces.split(BodyPictures.markup(of: opened.body)).map { Piece($0, opened) }
        start = if case .from(let piece) = part { min(piece, max(0, all.count - 1)) } else { 0 }
    }

    var isLater: Bool { start > 0 }
    /// Those that the page may have.
    var rest: ArraySlice<Piece> { all[start...] }

    /// A budget that the whole text fits into, uncompressed and with its page.
    var wholeSize: Int { all.reduce(30_000) { $0 + $1.size } }

    /// The first of them, and at least one.
    /// - Parameters:
    ///   - loads: how many of the loads of pieces and their pictures there is room for; nil for all.
    ///   - ratio: bytes as sent for each byte written.
    func first(_ loads: Int?, _ plan: DeliveryPlan, _ ratio: Double) -> Shown {
        var (end, room) = (start, loads ?? .max)
        for piece in rest where room > 0 || end == start {
            end += 1
            room -= 1 + (plan.pictures == .full ? piece.pictures.count : 0)
        }
        func sent(_ pieces: ArraySlice<Piece>) -> Int { Int(Double(pieces.reduce(0) { $0 + $1.size }) * ratio) }
        return Shown(
            pieces: all[start..<end], isLater: isLater, next: end < all.endIndex ? (end, sent(all[end...])) : nil,
            whole: sent(all[...]))
    }
}

extension ArticlePieces.Piece {
    fileprivate init(_ markup: String, _ opened: OpenedStory) {
        parts = BodyPictures.parts(of: markup)
        size = markup.utf8.count
        for case .picture(let hash, let alt) in parts {
            guard var picture = opened.pictures[hash] else { continue }
            picture.alt = alt.plainAttribute
            pictures.append(picture)
        }
    }
}

extension String {
    /// An attribute's value as the sanitiser wrote it, without its escapes.
    fileprivate var plainAttribute: String {
        replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing(
            "&#39;", with: "'"
        )
        .replacing("&amp;", with: "&")
    }
}

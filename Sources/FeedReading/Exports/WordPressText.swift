/// The text of a WordPress post as HTML. The stored text becomes HTML only after resolving its
/// shortcodes, blocks and blank lines.
struct WordPressText {
    /// The HTML, not yet sanitised.
    private(set) var html = ""
    /// The parts left out, in words for people.
    private(set) var losses: [String] = []

    private var output: [UInt8] = []
    private var lost: Set<String> = []
    /// Inside blocks WordPress adds no paragraphs, because they have their own.
    private var blockDepth = 0
    /// The nesting depth of `pre` and similar elements, whose content is preserved.
    private var plainDepth = 0

    /// The maximum length, in bytes; more than the sanitiser reads.
    private static let limit = 2 << 20

    init(_ content: String) {
        let bytes = Self.lines(of: content)
        var shortcodes = Shortcodes(MarkupPiece.all(in: bytes))
        let pieces = shortcodes.resolved()
        lost = shortcodes.lost
        for index in pieces.indices { write(pieces, at: index) }
        html = String(decoding: output, as: UTF8.self)
        losses = lost.sorted().map { "without \($0)" }
    }

    /// The text up to the limit, with line endings normalised to line feeds.
    private static func lines(of content: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(content.utf8.count, limit))
        var isAfterReturn = false
        for byte in content.utf8.prefix(limit) {
            let isReturn = byte == UInt8(ascii: "\r")
            if isReturn || byte != UInt8(ascii: "\n") || !isAfterReturn {
                bytes.append(isReturn ? UInt8(ascii: "\n") : byte)
            }
            isAfterReturn = isReturn
        }
        return bytes
    }

    private mutating func write(_ pieces: [MarkupPiece], at index: Int) {
        let piece = pieces[index]
        switch piece.kind {
        case .comment: block(String(decoding: piece.bytes, as: UTF8.self))
        case .start(let name):
            if MarkupPiece.plain.contains(name) { plainDepth += 1 }
            output += piece.bytes
        case .end(let name):
            if MarkupPiece.plain.contains(name) { plainDepth = max(0, plainDepth - 1) }
            output += piece.bytes
        case .text where blockDepth > 0 || plainDepth > 0: output += piece.bytes
        case .text:
            paragraphs(
                piece.bytes, isBehindBlock: pieces[..<index].last { $0.kind != .comment }?.isBlock ?? true,
                isBeforeBlock: pieces[(index + 1)...].first { $0.kind != .comment }?.isBlock ?? true)
        }
    }

    /// Reads `<!-- wp:name {…} -->`, `<!-- /wp:name -->`, or `<!-- wp:name /-->`, which WordPress fills in
    /// on display.
    private mutating func block(_ comment: String) {
        let words = comment.dropFirst(4).dropLast(3).split(separator: " ", maxSplits: 1)
        guard let name = words.first else { return }
        if name.hasPrefix("/wp:") {
            blockDepth = max(0, blockDepth - 1)
        } else if name.hasPrefix("wp:") {
            if !comment.hasSuffix("/-->") {
                blockDepth += 1
            } else if !["wp:separator", "wp:spacer", "wp:more", "wp:nextpage"].contains(name) {
                lost.insert("the block \(name.dropFirst(3).prefix(60))")
            }
        }
    }

    /// Does what WordPress calls `wpautop`: blank lines separate paragraphs and single line feeds break
    /// lines, except next to block elements.
    private mutating func paragraphs(_ text: ArraySlice<UInt8>, isBehindBlock: Bool, isBeforeBlock: Bool) {
        var index = text.startIndex
        while index < text.endIndex {
            guard text[index].isSpace else {
                output.append(text[index])
                index += 1
                continue
            }
            let run = text[index...].prefix { $0.isSpace }
            let lines = run.count { $0 == UInt8(ascii: "\n") }
            let isOutside =
                run.startIndex == text.startIndex && isBehindBlock || run.endIndex == text.endIndex && isBeforeBlock
            switch lines {
            case 0: output += run
            case _ where isOutside: output += "\n".utf8
            case 1: output += "<br/>\n".utf8
            // The start tag suffices: the paragraph ends at the next one, or with its parent.
            default: output += "<p>".utf8
            }
            index = run.endIndex
        }
    }
}

extension MarkupPiece {
    /// Elements whose content is preserved as is.
    static let plain: Set<String> = ["pre", "script", "style", "textarea", "svg"]
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 }
}

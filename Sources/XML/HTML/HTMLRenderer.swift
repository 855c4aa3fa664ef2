/// Writes clean HTML while walking an untidy tree.
///
/// It writes nothing when an element begins. When text arrives, it compares the path to it with the
/// open tags, then closes and opens those that differ. So whatever the tree is, empty elements vanish,
/// paragraphs never contain blocks, lists contain only items, inline elements are split around blocks,
/// and every tag is closed.
struct HTMLRenderer {
    private struct Frame {
        let id: Int
        let tag: HTMLTag
        let attributes: [UInt8]
    }

    private(set) var html: [UInt8] = []
    private(set) var plain = PlainTextRenderer()
    /// The current path of the walk, and the part of it that has been written.
    private var path: [Frame] = []
    private var open: [Frame] = []
    private var lastID = 0
    private var pendingSpace = false
    private var pendingBreaks = 0
    /// Whether the last thing written is a block's tag, after which white space has no effect.
    private var isBlockStart = true
    private var isFull = false
    private let limit: Int
    /// The tags that must be open for text at the current position, and whether that list is up to date.
    private var wanted: [Frame] = []
    private var isWantedCurrent = false
    private var inPre = false
    /// The words of the current run of text.
    private var words: [UInt8] = []
    /// Whether the output is known to parse back unchanged; if not, this has to be tested.
    private(set) var isSettled = true

    /// Creates a renderer that stops before the HTML exceeds `limit` bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// Begins an element. A block that is dropped or misplaced still becomes a paragraph of its own.
    mutating func enter(_ tag: HTMLTag, attributes: [UInt8]) {
        var frame = Frame(id: lastID + 1, tag: tag, attributes: attributes)
        lastID += 1
        if tag.isBlock {
            closeParagraph()
            if tag.role == .boundary || (tag.isPart && !tag.isAllowed(in: innermostBlock)) {
                frame = Frame(id: lastID, tag: innermostParagraph ?? .paragraph, attributes: [])
            }
        }
        path.append(frame)
        isWantedCurrent = false
        // Long titles and addresses may be cut differently the second time.
        if attributes.count > 300 { isSettled = false }
        if frame.tag.isCell { reconcile(with: blocks()) }
    }

    /// Ends the innermost element.
    mutating func leave() {
        if let frame = path.popLast(), frame.tag.isBlock { closeParagraph() }
        isWantedCurrent = false
    }

    /// Takes text with its original white space.
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        findWanted()
        if inPre { return lines(Array(bytes)) }
        guard let first = bytes.first, let last = bytes.last else { return }
        pendingSpace = pendingSpace || Self.isSpace(first)
        words.removeAll(keepingCapacity: true)
        var index = 0
        while index < bytes.count {
            while index < bytes.count, Self.isSpace(bytes[index]) { index &+= 1 }
            let start = index
            // Up to white space other than a single space between words.
            while index < bytes.count, !Self.isSpace(bytes[index]) || isSingleSpace(bytes, index) { index &+= 1 }
            guard index > start else { break }
            if !words.isEmpty { words.append(UInt8(ascii: " ")) }
            words.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
        }
        guard !words.isEmpty else { return }
        write(words)
        pendingSpace = Self.isSpace(last)
    }

    /// Whether a byte is a single space between two words.
    @inline(__always)
    private func isSingleSpace(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        bytes[index] == 0x20 && index &+ 1 < bytes.count && !Self.isSpace(bytes[index &+ 1])
    }

    mutating func lineBreak() {
        findWanted()
        if inPre { return lines([UInt8(ascii: "\n")]) }
        pendingBreaks = min(pendingBreaks + 1, 2)
        pendingSpace = false
    }

    mutating func rule() {
        closeParagraph()
        guard !isFull else { return }
        findWanted()
        reconcile(with: wanted.filter { $0.tag.role == .container || $0.tag.role == .structure })
        html.append("<hr/>")
        plain.rule()
        startBlock()
    }

    /// Writes a picture within text or in a figure. It adds nothing to the plain text.
    mutating func image(_ attributes: [UInt8]) {
        findWanted()
        isSettled = false
        reconcile(with: wanted)
        guard !isFull, html.count + attributes.count + 8 <= limit else { return }
        html.append("<img")
        html.append(contentsOf: attributes)
        html.append("/>")
        isBlockStart = false
    }

    /// Closes all open tags. Call it once, at the end.
    mutating func finish() {
        reconcile(with: [])
    }
}

// MARK: - Where text belongs

extension HTMLRenderer {
    private var innermostBlock: HTMLTag? {
        path.last { $0.tag.role == .container || $0.tag.role == .structure }?.tag
    }

    private var innermostParagraph: HTMLTag? {
        guard let frame = path.last(where: { $0.tag.isBlock }) else { return nil }
        return frame.tag.role == .paragraph ? frame.tag : nil
    }

    /// The blocks that must be open at the current position, outermost first.
    private func blocks() -> [Frame] {
        var blocks: [Frame] = []
        Self.appendBlocks(of: path, to: &blocks)
        return blocks
    }

    /// Returns the index of the paragraph within them, if there is one.
    @discardableResult
    private static func appendBlocks(of path: [Frame], to blocks: inout [Frame]) -> Int? {
        var paragraph: Int?
        for index in path.indices {
            switch path[index].tag.role {
            case .container, .structure:
                while let last = blocks.last, !path[index].tag.isAllowed(in: last.tag) { blocks.removeLast() }
                blocks.append(path[index])
                paragraph = nil
            case .paragraph: paragraph = index
            default: break
            }
        }
        return paragraph
    }

    /// Finds the tags that must be open for text at the current position, outermost first.
    private mutating func findWanted() {
        guard !isWantedCurrent else { return }
        isWantedCurrent = true
        wanted.removeAll(keepingCapacity: true)
        let paragraph = Self.appendBlocks(of: path, to: &wanted)
        while wanted.last?.tag.role == .structure { wanted.removeLast() }
        if let paragraph {
            wanted.append(path[paragraph])
        } else if wanted.isEmpty {
            wanted.append(Frame(id: 0, tag: .paragraph, attributes: []))
        }
        inPre = wanted.last?.tag.element == .pre
        let inlines = wanted.count
        for frame in path where frame.tag.role == .inline {
            if let double = wanted[inlines...].firstIndex(where: { $0.tag == frame.tag }) { wanted.remove(at: double) }
            wanted.append(frame)
        }
    }
}

// MARK: - Writing

extension HTMLRenderer {
    private mutating func lines(_ bytes: [UInt8]) {
        isSettled = false
        var body = bytes.filter { $0 != UInt8(ascii: "\r") }
        if isBlockStart || opensBlock(wanted) {
            // Browsers drop a line feed at the beginning of a `pre`.
            body = Array(body.drop { $0 == UInt8(ascii: "\n") })
            guard body.contains(where: { !Self.isSpace($0) }) else { return }
        }
        write(body, keepingLines: true)
    }

    private mutating func write(_ body: [UInt8], keepingLines: Bool = false) {
        reconcile(with: wanted)
        guard !isFull else { return }
        let mark = html.count
        var body = body
        body.withUnsafeBufferPointer { html.appendEscaped($0, in: .text) }
        if html.count > limit {
            html.removeLast(html.count - mark)
            body = Self.beginning(of: body, upTo: (limit - mark) / "&amp;".utf8.count)
            body.withUnsafeBufferPointer { html.appendEscaped($0, in: .text) }
            isFull = true
            isSettled = false
        }
        if keepingLines { plain.appendLines(body) } else { plain.append(body) }
        isBlockStart = false
    }

    /// The beginning, cut at a character boundary.
    private static func beginning(of body: [UInt8], upTo count: Int) -> [UInt8] {
        var end = min(count, body.count)
        while end > 0, end < body.count, body[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(body[..<end])
    }

    private func commonPrefix(_ target: [Frame]) -> Int {
        var count = 0
        while count < open.count, count < target.count, open[count].id == target[count].id { count &+= 1 }
        return count
    }

    private func opensBlock(_ target: [Frame]) -> Bool {
        target[commonPrefix(target)...].contains { $0.tag.isBlock }
    }

    /// Closes and opens tags until exactly those of `target` are open.
    private mutating func reconcile(with target: [Frame]) {
        guard !isFull || target.isEmpty else { return }
        let common = commonPrefix(target)
        while open.count > common { closeLast() }
        if opensBlock(target) { startBlock() } else if !target.isEmpty { writeGap() }
        for frame in target[common...] {
            html.append("<")
            html.append(frame.tag.name)
            html.append(contentsOf: frame.attributes)
            html.append(">")
            if frame.tag.isBlock { plain.open(frame.tag) }
            open.append(frame)
            if !frame.tag.isSettled || open.count > 32 { isSettled = false }
        }
        if html.count > limit {
            isFull = true
            isSettled = false
        }
    }

    private mutating func closeLast() {
        guard let frame = open.popLast() else { return }
        html.append("</")
        html.append(frame.tag.name)
        html.append(">")
        if frame.tag.isBlock {
            plain.close(frame.tag)
            startBlock()
        }
    }

    /// Makes following text begin a new paragraph where one is possible, otherwise separates it by a space.
    private mutating func closeParagraph() {
        while let last = open.last, last.tag.role == .inline || last.tag.role == .paragraph { closeLast() }
        pendingSpace = true
    }

    private mutating func startBlock() {
        isBlockStart = true
        pendingSpace = false
        pendingBreaks = 0
    }

    private mutating func writeGap() {
        if !isBlockStart, pendingBreaks > 0 {
            for _ in 0..<pendingBreaks {
                html.append("<br/>")
                plain.lineBreak()
            }
        } else if !isBlockStart, pendingSpace {
            html.append(" ")
            plain.space()
        }
        pendingSpace = false
        pendingBreaks = 0
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }
}

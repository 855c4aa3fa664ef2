/// Builds the plain text alongside the HTML.
struct PlainTextRenderer {
    private(set) var text: [UInt8] = []
    /// Line feeds due before the next text: 2 leave a blank line.
    private var breaks = 0
    private var lists = 0
    private var tables = 0
    private var isItemStart = false
    private var isCellStart = false
    private var rowHasText = false

    /// Begins a block.
    mutating func open(_ tag: HTMLTag) {
        separate(tag)
        switch tag.element {
        case .ul, .ol, .dl: lists += 1
        case .table: tables += 1
        case .li: isItemStart = true
        case .tr: rowHasText = false
        case .td, .th: isCellStart = rowHasText
        default: break
        }
    }

    /// Ends a block.
    mutating func close(_ tag: HTMLTag) {
        switch tag.element {
        case .ul, .ol, .dl: lists -= 1
        case .table: tables -= 1
        case .tr: isCellStart = false
        default: break
        }
        trimLine()
        separate(tag)
    }

    mutating func append(_ body: [UInt8]) {
        startText()
        text.append(contentsOf: body)
    }

    /// Appends text, keeping its lines.
    mutating func appendLines(_ body: [UInt8]) {
        startText()
        for byte in body {
            if byte == UInt8(ascii: "\n") { trimSpaces() }
            text.append(byte)
        }
    }

    mutating func space() { if !text.isEmpty, text.last != UInt8(ascii: "\n") { text.append(UInt8(ascii: " ")) } }

    mutating func lineBreak() {
        trimSpaces()
        text.append(UInt8(ascii: "\n"))
    }

    mutating func rule() { breaks = max(breaks, 2) }

    private mutating func startText() {
        if isCellStart {
            text.append(" | ")
        } else if !text.isEmpty {
            text.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: breaks))
        }
        breaks = 0
        if isItemStart { text.append("• ") }
        isItemStart = false
        isCellStart = false
        rowHasText = true
    }

    private mutating func separate(_ tag: HTMLTag) {
        switch tag.element {
        case .td, .th: break
        case .li, .tr, .thead, .tbody, .dt, .dd, .figcaption: breaks = max(breaks, 1)
        default: breaks = max(breaks, lists + tables > 0 ? 1 : 2)
        }
    }

    private mutating func trimSpaces() {
        while text.last == UInt8(ascii: " ") || text.last == UInt8(ascii: "\t") { text.removeLast() }
    }

    private mutating func trimLine() {
        while let last = text.last, last <= 0x20 { text.removeLast() }
    }
}

/// The parts of a start tag.
enum XMLTag {
    /// The position of an attribute in the input.
    struct Attribute {
        var name: Range<Int>
        /// The range of the value; empty if there is none.
        var value: Range<Int>
    }

    @inline(__always)
    static func startsName(_ byte: UInt8) -> Bool {
        (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    @inline(__always)
    static func continuesName(_ byte: UInt8) -> Bool {
        startsName(byte) || byte >= 0x30 && byte <= 0x3A || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }
}

/// Scans a start tag as leniently as a browser.
private struct TagScan {
    let bytes: UnsafeBufferPointer<UInt8>
    var index: Int
    /// Whether the parser would accept it unchanged.
    var isProper = true
    var isClosed = false

    /// Collects the attributes; false if the end of the tag has not arrived.
    mutating func read(into attributes: inout [XMLTag.Attribute]) -> Bool {
        while index < bytes.count {
            let wasSpace = skipSpace()
            guard index < bytes.count else { return false }
            switch bytes[index] {
            case UInt8(ascii: ">"):
                index += 1
                return true
            case UInt8(ascii: "<"):
                // The tag is unclosed.
                isProper = false
                return true
            case UInt8(ascii: "/"):
                guard index + 1 < bytes.count else { return false }
                if bytes[index + 1] == UInt8(ascii: ">") {
                    isClosed = true
                    index += 2
                    return true
                }
                isProper = false
                index += 1
            case let byte where XMLTag.startsName(byte):
                if !wasSpace { isProper = false }
                guard attribute(into: &attributes) else { return false }
            default:
                isProper = false
                index += 1
            }
        }
        return false
    }

    private mutating func attribute(into attributes: inout [XMLTag.Attribute]) -> Bool {
        let name = index
        skipName()
        var found = XMLTag.Attribute(name: name..<index, value: index..<index)
        _ = skipSpace()
        guard index < bytes.count else { return false }
        guard bytes[index] == UInt8(ascii: "=") else {
            isProper = false
            attributes.append(found)
            return true
        }
        index += 1
        _ = skipSpace()
        guard index < bytes.count else { return false }
        let quote = bytes[index]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            guard let end = bytes.position(of: quote, from: index + 1) else { return false }
            found.value = (index + 1)..<end
            index = end + 1
            let value = UnsafeBufferPointer(rebasing: bytes[found.value])
            if value.position(of: UInt8(ascii: "&"), from: 0) != nil
                || value.position(of: UInt8(ascii: "<"), from: 0) != nil
            {
                isProper = false
            }
        } else {
            isProper = false
            let start = index
            while index < bytes.count, !XMLTag.isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">") { index += 1 }
            guard index < bytes.count else { return false }
            found.value = start..<index
        }
        attributes.append(found)
        return true
    }

    private mutating func skipSpace() -> Bool {
        let start = index
        while index < bytes.count, XMLTag.isSpace(bytes[index]) { index += 1 }
        return index > start
    }

    mutating func skipName() {
        while index < bytes.count, XMLTag.continuesName(bytes[index]) { index += 1 }
    }
}

extension XMLRepair {
    /// Appends a start tag, rewritten if faulty, and returns the index after it; nil if its end has not
    /// arrived.
    mutating func startTag(_ bytes: Bytes, at start: Int, into output: inout [UInt8]) throws(XMLError) -> Int? {
        var scan = TagScan(bytes: bytes, index: start + 1)
        scan.skipName()
        let name = (start + 1)..<scan.index
        attributes.removeAll(keepingCapacity: true)
        guard scan.read(into: &attributes) else { return nil }
        try check(tagBytes: scan.index - start)
        if scan.isProper, !hasDoubles(bytes) {
            output.append(contentsOf: bytes[start..<scan.index])
        } else {
            rewrite(bytes, name, isClosed: scan.isClosed, into: &output)
        }
        if !scan.isClosed {
            openStarts.append(openNames.count)
            openNames.append(contentsOf: bytes[name])
        }
        return scan.index
    }

    private mutating func check(tagBytes: Int) throws(XMLError) {
        guard tagBytes <= limits.tagBytes else { throw tooLong }
        if attributes.count > limits.attributes {
            throw XMLError(.limit, line: 1, "an element has more than \(limits.attributes) attributes")
        }
        elements += 1
        if elements > limits.elements {
            throw XMLError(.limit, line: 1, "there are more than \(limits.elements) elements")
        }
        if openStarts.count >= limits.depth {
            throw XMLError(.limit, line: 1, "elements are nested more than \(limits.depth) deep")
        }
    }

    private func hasDoubles(_ bytes: Bytes) -> Bool {
        guard attributes.count > 1 else { return false }
        return attributes.indices.contains { isDouble($0, bytes) }
    }

    private func isDouble(_ index: Int, _ bytes: Bytes) -> Bool {
        let name = attributes[index].name
        return attributes[..<index].contains {
            $0.name.count == name.count && bytes[$0.name].elementsEqual(bytes[name])
        }
    }

    /// Rewrites a start tag with each attribute once, quoted and with repaired references.
    private mutating func rewrite(_ bytes: Bytes, _ name: Range<Int>, isClosed: Bool, into output: inout [UInt8]) {
        output.append("<")
        output.append(contentsOf: bytes[name])
        for index in attributes.indices where !isDouble(index, bytes) {
            output.append(" ")
            output.append(contentsOf: bytes[attributes[index].name])
            output.append("=\"")
            appendValue(Bytes(rebasing: bytes[attributes[index].value]), into: &output)
            output.append("\"")
        }
        output.append(isClosed ? "/>" : ">")
    }

    private mutating func appendValue(_ value: Bytes, into output: inout [UInt8]) {
        var index = 0
        while index < value.count {
            switch value[index] {
            case UInt8(ascii: "&"):
                index = appendReference(value, at: index, into: &output)
                continue
            case UInt8(ascii: "<"):
                repairs.insert(.tags)
                output.append("&lt;")
            case UInt8(ascii: "\""): output.append("&quot;")
            default: output.append(value[index])
            }
            index += 1
        }
    }

    /// Closes the innermost element of that name and the elements left open in it. An end tag without a
    /// match is dropped.
    mutating func endTag(_ tag: Bytes, into output: inout [UInt8]) {
        let name = tag.prefix { !XMLTag.isSpace($0) && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "/") }
        guard let depth = openStarts.indices.last(where: { isOpen($0, name) }) else {
            repairs.insert(.nesting)
            return
        }
        if depth < openStarts.count - 1 { repairs.insert(.nesting) }
        while openStarts.count > depth, let start = openStarts.popLast() {
            output.append("</")
            output.append(contentsOf: openNames[start...])
            output.append(">")
            openNames.removeLast(openNames.count - start)
        }
    }

    private func isOpen(_ index: Int, _ name: Bytes.SubSequence) -> Bool {
        let end = index + 1 < openStarts.count ? openStarts[index + 1] : openNames.count
        return openNames[openStarts[index]..<end].elementsEqual(name)
    }
}

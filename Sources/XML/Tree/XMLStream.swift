/// Reads an untrusted XML document of any size: returns the elements at one level, one at a time, and
/// keeps none of them.
///
/// It refuses what ``XMLReader`` refuses. The limits apply to each element returned. The document must
/// be in UTF-8.
package final class XMLStream {
    private let read: () throws -> [UInt8]
    private var scan: XMLScan
    private let builder: XMLTreeBuilder
    private var ready: ArraySlice<XMLElement> = []
    private var hasBegun = false
    private var hasEnded = false

    /// - Parameters:
    ///   - level: the depth of the elements to return; the children of the root are at 1.
    ///   - read: returns the next bytes, at most about 64 KiB; none at the end.
    package init(level: Int, limits: XMLLimits = .standard, read: @escaping () throws -> [UInt8]) throws(XMLError) {
        self.read = read
        scan = XMLScan(limits: limits, level: level)
        builder = try XMLTreeBuilder(limits: limits, level: level)
    }

    /// Returns the next element; nil at the end. Throws ``XMLError`` with the line of the first fault, and
    /// any error of `read`.
    package func next() throws -> XMLElement? {
        while ready.isEmpty, !hasEnded {
            let piece = try piece()
            try scan.feed(piece)
            hasEnded = piece.isEmpty
            ready = try builder.feed(piece, isEnd: hasEnded)[...]
        }
        return ready.popFirst()
    }

    private func piece() throws -> [UInt8] {
        if hasBegun { return Self.cleaned(try read()) }
        hasBegun = true
        var head: [UInt8] = []
        while head.count < Self.headBytes {
            let next = try read()
            if next.isEmpty { break }
            head += next
        }
        guard !head.starts(with: [0xFE, 0xFF]), !head.starts(with: [0xFF, 0xFE]), !head.prefix(2).contains(0) else {
            throw notUTF8
        }
        let document = try EncodedDocument(head)
        guard document.encoding == "UTF-8" else { throw notUTF8 }
        return Self.cleaned(document.bytes)
    }

    /// Enough for the XML declaration.
    private static let headBytes = 1024

    private var notUTF8: XMLError { XMLError(.encoding, line: 1, "a document of this kind has to be in UTF-8") }

    /// Replaces control characters that XML forbids with spaces: old archives contain some, without meaning.
    private static func cleaned(_ piece: [UInt8]) -> [UInt8] {
        var piece = piece
        piece.withUnsafeMutableBufferPointer { bytes in
            for index in bytes.indices where bytes[index] < 0x20 && ![0x09, 0x0A, 0x0D].contains(bytes[index]) {
                bytes[index] = 0x20
            }
        }
        return piece
    }
}

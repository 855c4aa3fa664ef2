/// Bodies that every relay takes: printable ASCII in lines of at most 76 characters (RFC 2045, section 6.7).
enum QuotedPrintable {
    /// The most characters of a line, its soft line break among them.
    static let lineLimit = 76

    /// Encodes a text, whose line ends become CRLF. It ends with one.
    static func encode(_ text: String) -> [UInt8] {
        let bytes = withLineFeeds(Array(text.utf8))
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 8)
        let lines = bytes.split(separator: lineFeed, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where index < lines.count - 1 || !line.isEmpty {
            append(line, to: &output)
        }
        return output
    }

    private static let (lineFeed, equals, hexadecimal) = (
        UInt8(ascii: "\n"), UInt8(ascii: "="), Array("0123456789ABCDEF".utf8)
    )
    private static let (space, tab) = (UInt8(ascii: " "), UInt8(ascii: "\t"))

    /// The same with each line end as one line feed.
    private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0x0D) else { return bytes }
        var (output, last) = ([UInt8](), UInt8(0))
        output.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte != lineFeed || last != 0x0D { output.append(byte == 0x0D ? lineFeed : byte) }
            last = byte
        }
        return output
    }

    private static func append(_ line: ArraySlice<UInt8>, to output: inout [UInt8]) {
        var column = 0
        for (index, byte) in line.enumerated() {
            let isLast = index == line.count - 1
            let isText = isPrintable(byte) || (byte == space || byte == tab) && !isLast
            // Every line but the last one needs room for its soft break.
            if column + (isText ? 1 : 3) > (isLast ? lineLimit : lineLimit - 1) {
                output += [equals, 0x0D, 0x0A]
                column = 0
            }
            let isPlain = isText && !(column == 0 && isRisky(line.dropFirst(index)))
            if isPlain {
                output.append(byte)
            } else {
                output += [equals, hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
            }
            column += isPlain ? 1 : 3
        }
        output += [0x0D, 0x0A]
    }

    /// A character that may stand for itself.
    private static func isPrintable(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) && byte != equals }

    /// Whether servers may change a line that begins so, which would break its signature: a dot ends a mail (RFC 5321, section 4.5.2), and a
    /// mailbox file has a line `From ` before each mail (RFC 4155).
    private static func isRisky(_ line: ArraySlice<UInt8>) -> Bool {
        line.first == UInt8(ascii: ".") || line.starts(with: "From ".utf8)
    }
}

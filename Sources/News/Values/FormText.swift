/// How the values of forms are read.
enum FormText {
    /// A value without surrounding space.
    static func trimmed(_ text: some StringProtocol) -> String {
        var text = Substring(text)
        // Most values begin and end with an ASCII letter or digit.
        let isPlain: (UInt8?) -> Bool = { $0.map { (0x21..<0x7F).contains($0) } ?? true }
        if isPlain(text.utf8.first), isPlain(text.utf8.last) { return String(text) }
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// A plain decimal number; Swift's own parser would also accept hexadecimal, `inf` and `nan`.
    static func decimal(_ text: String) -> Double? {
        guard text.utf8.count <= 24,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0) })
        else {
            return nil
        }
        return Double(text)
    }
}

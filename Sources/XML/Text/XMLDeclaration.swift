/// Reads XML declarations.
enum XMLDeclaration {
    /// The declared encoding, if there is one; blank lines and a little text may precede the declaration.
    static func encoding(in head: [UInt8]) -> String? {
        guard let start = position(of: "<?xml", in: head.prefix(1024)) else { return nil }
        let declaration = head[start...].prefix(256).prefix { $0 != UInt8(ascii: ">") }
        guard let key = position(of: "encoding", in: declaration) else { return nil }
        let value = declaration[key...].dropFirst("encoding".utf8.count).drop { $0 == UInt8(ascii: "=") || $0 <= 0x20 }
        guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let name = value.dropFirst().prefix { $0 != quote }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    private static func position(of text: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
        let start = bytes.startIndex
        return bytes.withUnsafeBufferPointer { $0.position(of: text, from: 0) }.map { $0 + start }
    }
}

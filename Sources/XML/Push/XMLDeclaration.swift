/// What an XML declaration says.
enum XMLDeclaration {
    /// The encoding that is declared, if one is; blank lines and a word or two may stand before the declaration.
    static func encoding(in head: [UInt8]) -> String? {
        guard let start = head.firstRange(of: "<?xml".utf8) else { return nil }
        let declaration = head[start.upperBound...].prefix(256).prefix { $0 != UInt8(ascii: ">") }
        guard let key = declaration.firstRange(of: "encoding".utf8) else { return nil }
        let value = declaration[key.upperBound...].drop { $0 == UInt8(ascii: "=") || $0 <= 0x20 }
        guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let name = value.dropFirst().prefix { $0 != quote }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }
}

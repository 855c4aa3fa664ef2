import CXML2

/// Writes the few attributes that are kept, after checking each value.
struct HTMLAttributes {
    let links: LinkPolicy
    /// Returns the hash of the picture at an address, if the newspaper has it.
    let pictures: ((String) -> String?)?

    /// The attributes as written in the start tag; nil if the element is useless without them.
    func written(for tag: HTMLTag, of node: xmlNodePtr) -> [UInt8]? {
        var result: [UInt8] = []
        switch tag.element {
        case .a:
            guard let href = Self.value("href", of: node).flatMap(links.href) else { return nil }
            Self.write("href", href, to: &result)
            if let title = Self.value("title", of: node).flatMap(Self.title) { Self.write("title", title, to: &result) }
        case .td, .th:
            for name in ["colspan", "rowspan"] as [StaticString] {
                guard let span = Self.value(name, of: node).flatMap(Self.span) else { continue }
                Self.write(name, span, to: &result)
            }
            if tag.element == .th, let scope = Self.value("scope", of: node).flatMap(Self.scope) {
                Self.write("scope", scope, to: &result)
            }
        case .time:
            if let date = Self.value("datetime", of: node).flatMap(Self.date) {
                Self.write("datetime", date, to: &result)
            }
        default: break
        }
        return result
    }

    /// The attributes of a picture that the newspaper has; nil for any other.
    func ownPicture(_ node: xmlNodePtr) -> [UInt8]? {
        guard let source = Self.value("src", of: node).map({ String(decoding: $0, as: UTF8.self) }),
            let hash = Self.ownHash(source) ?? pictures.flatMap({ isPixel(node, source) ? nil : $0(source) })
        else { return nil }
        var result: [UInt8] = []
        Self.write("src", Self.pictureScheme + hash, to: &result)
        Self.write("alt", Self.value("alt", of: node).flatMap(Self.title) ?? "", to: &result)
        return result
    }

    /// The hash in a `picture:` address.
    private static func ownHash(_ address: String) -> String? {
        guard address.hasPrefix(pictureScheme) else { return nil }
        let hash = address.dropFirst(pictureScheme.count)
        let isHash =
            hash.utf8.count == 64 && hash.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return isHash ? String(hash) : nil
    }

    /// Whether a picture is a tracking pixel.
    private func isPixel(_ node: xmlNodePtr, _ source: String) -> Bool {
        func text(_ name: StaticString) -> String {
            Self.value(name, of: node).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        return TrackingPixel.isOne(source, width: text("width"), height: text("height"), style: text("style"))
    }

    /// The scheme before the hash of a picture.
    static let pictureScheme = "picture:"

    private static func write(_ name: StaticString, _ value: String, to result: inout [UInt8]) {
        result.append(" ")
        result.append(name)
        result.append("=\"")
        result.appendEscaped(value, in: .attribute)
        result.append("\"")
    }

    /// The value as the parser decoded it; nil if absent.
    private static func value(_ name: StaticString, of node: xmlNodePtr) -> [UInt8]? {
        var attribute = node.pointee.properties
        while let current = attribute {
            if let key = current.pointee.name, isEqual(key, name) { return content(of: current) }
            attribute = current.pointee.next
        }
        return nil
    }

    private static func isEqual(_ key: UnsafePointer<xmlChar>, _ name: StaticString) -> Bool {
        xmlStrcmp(key, name.utf8Start) == 0
    }

    private static func content(of attribute: xmlAttrPtr) -> [UInt8] {
        var bytes: [UInt8] = []
        var child = attribute.pointee.children
        while let current = child {
            if let content = current.pointee.content {
                bytes.append(contentsOf: UnsafeBufferPointer(start: content, count: Int(xmlStrlen(content))))
            }
            child = current.pointee.next
        }
        return bytes
    }
}

// MARK: - Values

extension HTMLAttributes {
    private static func title(_ value: [UInt8]) -> String? {
        let words = value.split { $0 <= 0x20 }.joined(separator: [0x20])
        let title = String(String(decoding: Array(words), as: UTF8.self).unicodeScalars.prefix(300))
        return title.isEmpty ? nil : title
    }

    /// A span of 2 to 100: no readable table has more columns.
    private static func span(_ value: [UInt8]) -> String? {
        Int(String(decoding: value, as: UTF8.self)).flatMap { (2...100).contains($0) ? String($0) : nil }
    }

    private static func scope(_ value: [UInt8]) -> String? {
        let scope = String(decoding: value, as: UTF8.self).lowercased()
        return ["row", "col", "rowgroup", "colgroup"].contains(scope) ? scope : nil
    }

    /// HTML dates, times and durations consist of these characters, and are never longer.
    private static func date(_ value: [UInt8]) -> String? {
        guard (1...40).contains(value.count), value.allSatisfy(dateCharacters.contains) else { return nil }
        return String(decoding: value, as: UTF8.self)
    }

    private static let dateCharacters = Set("0123456789-+:. TZWPDHMStz".utf8)
}

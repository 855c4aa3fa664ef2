/// The events of a push parser, in document order.
package enum XMLEvent {
    /// The start of an element, with its line counted from 1.
    case start(XMLName, XMLAttributes, line: Int)
    /// A run of text in valid UTF-8, valid only during the call; more text may follow.
    case text(UnsafeBufferPointer<UInt8>)
    /// The end of the innermost open element.
    case end(XMLName)
}

/// An element name: within a document, equal names are the same object.
package final class XMLName: Sendable {
    /// Its index among the names of the document, from 0.
    package let index: Int
    /// The local name.
    package let local: String
    /// The prefix as written; empty if there is none.
    package let prefix: String
    /// The namespace URI; empty if there is none, or if the prefix is unbound.
    package let namespace: String

    init(index: Int, local: String, prefix: String, namespace: String) {
        self.index = index
        self.local = local
        self.prefix = prefix
        self.namespace = namespace
    }
}

/// The attributes of an element, decoded on demand. Valid only during the event.
package struct XMLAttributes {
    /// Five pointers per attribute: local name, prefix, namespace, and the start and end of the value.
    private let list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    /// The number of attributes.
    package let count: Int

    init(_ list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int) {
        self.list = list
        self.count = list == nil ? 0 : count
    }

    /// The value of an attribute by its name, with the prefix as written: `href`, `xml:base`, `rdf:about`.
    package subscript(_ name: StaticString) -> String? {
        for index in 0..<count where isNamed(index, name) { return value(index) }
        return nil
    }

    /// The names as written and the values, in document order.
    package var all: [(name: String, value: String)] {
        (0..<count).map { index in
            let local = list?[5 * index].map { String(cString: $0) } ?? ""
            let prefix = list?[5 * index + 1].map { String(cString: $0) + ":" } ?? ""
            return (prefix + local, value(index))
        }
    }

    private func isNamed(_ index: Int, _ name: StaticString) -> Bool {
        guard let list, var byte = list[5 * index] else { return false }
        var expected = name.utf8Start
        if var prefix = list[5 * index + 1] {
            while prefix.pointee != 0 {
                guard prefix.pointee == expected.pointee else { return false }
                prefix += 1
                expected += 1
            }
            guard expected.pointee == UInt8(ascii: ":") else { return false }
            expected += 1
        }
        while byte.pointee != 0, byte.pointee == expected.pointee {
            byte += 1
            expected += 1
        }
        return byte.pointee == expected.pointee
    }

    /// Replaces `&#38;` with `&`: without entity substitution libxml2 returns `&amp;` in attributes, and
    /// only that, so.
    private func value(_ index: Int) -> String {
        guard let start = list?[5 * index + 3], let end = list?[5 * index + 4], start < end else { return "" }
        let bytes = UnsafeBufferPointer(start: start, count: end - start)
        guard bytes.position(of: UInt8(ascii: "&"), from: 0) != nil else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var value: [UInt8] = []
        value.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            value.append(bytes[index])
            let isReference =
                bytes[index] == UInt8(ascii: "&")
                && UnsafeBufferPointer(rebasing: bytes[index...]).starts(with: "&#38;")
            index += isReference ? 5 : 1
        }
        return String(decoding: value, as: UTF8.self)
    }
}

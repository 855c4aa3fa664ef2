/// What a push parser says, in the order of the document.
package enum XMLEvent {
    /// An element begins, on a line counted from 1.
    case start(XMLName, XMLAttributes, line: Int)
    /// A run of text, valid UTF-8, as long as the call lasts; more of it may follow.
    case text(UnsafeBufferPointer<UInt8>)
    /// The element that began last and did not end yet ends.
    case end(XMLName)
}

/// The name of elements: within one document the same name is the same object.
package final class XMLName: Sendable {
    /// Its number among the names of the document, from 0.
    package let index: Int
    /// Without the prefix.
    package let local: String
    /// The prefix as written; empty where there is none.
    package let prefix: String
    /// The namespace URI; empty where there is none, or where the prefix was never bound.
    package let namespace: String

    init(index: Int, local: String, prefix: String, namespace: String) {
        self.index = index
        self.local = local
        self.prefix = prefix
        self.namespace = namespace
    }
}

/// The attributes of an element, decoded only when asked for. To be used only while the event lasts.
package struct XMLAttributes {
    /// Five pointers an attribute: local name, prefix, namespace, and the value's beginning and end.
    private let list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    /// How many there are.
    package let count: Int

    init(_ list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int) {
        self.list = list
        self.count = list == nil ? 0 : count
    }

    /// The value of the attribute of a name, with its prefix as written: `href`, `xml:base`, `rdf:about`.
    package subscript(_ name: StaticString) -> String? {
        for index in 0..<count where isNamed(index, name) { return value(index) }
        return nil
    }

    /// The names as written, and the values, in document order.
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

    /// Without entity substitution libxml2 hands out `&amp;` in attributes as `&#38;`, and nothing else so.
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

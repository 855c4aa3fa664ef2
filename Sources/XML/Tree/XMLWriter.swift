/// Writes an XML 1.0 document as UTF-8 bytes. Text is always escaped.
///
/// Names are `StaticString`, so they come from the source and never from data; values may be anything.
/// The caller must close every element. Fast enough for many thousands of documents a second.
package struct XMLWriter: Sendable {
    /// The document so far.
    package private(set) var bytes: [UInt8] = []

    /// Creates an empty document with room for `capacity` bytes.
    package init(reservingCapacity capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes the XML declaration, which must come first.
    package mutating func declaration() {
        bytes.append(#"<?xml version="1.0" encoding="UTF-8"?>"#)
    }

    /// Writes a start tag.
    package mutating func open(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]) {
        startTag(name, attributes)
        bytes.append(UInt8(ascii: ">"))
    }

    /// Writes an end tag.
    package mutating func close(_ name: StaticString) {
        bytes.append("</")
        bytes.append(name)
        bytes.append(UInt8(ascii: ">"))
    }

    /// Writes an element without content, as `<name/>`.
    package mutating func empty(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]) {
        startTag(name, attributes)
        bytes.append("/>")
    }

    /// Writes an element that contains only text.
    package mutating func element(
        _ name: StaticString, _ text: String, _ attributes: KeyValuePairs<StaticString, String> = [:]
    ) {
        open(name, attributes)
        self.text(text)
        close(name)
    }

    /// Writes an element that contains only text, with those of its attributes that are not nil.
    package mutating func element(
        _ name: StaticString, _ text: String, known attributes: KeyValuePairs<StaticString, String?>
    ) {
        startTag(name, attributes.compactMap { attribute in attribute.value.map { (key: attribute.key, value: $0) } })
        bytes.append(UInt8(ascii: ">"))
        self.text(text)
        close(name)
    }

    /// Writes an element that contains only text, given as valid UTF-8: database values arrive as bytes.
    package mutating func element(
        _ name: StaticString, utf8 text: some Collection<UInt8>, _ attributes: KeyValuePairs<StaticString, String> = [:]
    ) {
        open(name, attributes)
        self.text(utf8: text)
        close(name)
    }

    /// Writes an element that contains only text, given as valid UTF-8 in borrowed memory.
    package mutating func element(
        _ name: StaticString, utf8 text: Span<UInt8>, _ attributes: KeyValuePairs<StaticString, String> = [:]
    ) {
        open(name, attributes)
        self.text(utf8: text)
        close(name)
    }

    /// Writes escaped text.
    package mutating func text(_ text: String) {
        bytes.appendEscaped(text, in: .text)
    }

    /// Writes escaped text, given as valid UTF-8.
    package mutating func text(utf8 text: some Collection<UInt8>) {
        if text.withContiguousStorageIfAvailable({ bytes.appendEscaped($0, in: .text) }) == nil {
            Array(text).withUnsafeBufferPointer { bytes.appendEscaped($0, in: .text) }
        }
    }

    /// Writes escaped text, given as valid UTF-8 in borrowed memory.
    package mutating func text(utf8 text: Span<UInt8>) {
        text.withUnsafeBufferPointer { bytes.appendEscaped($0, in: .text) }
    }

    private mutating func startTag(
        _ name: StaticString, _ attributes: some Sequence<(key: StaticString, value: String)>
    ) {
        bytes.append(UInt8(ascii: "<"))
        bytes.append(name)
        for (name, value) in attributes {
            bytes.append(UInt8(ascii: " "))
            bytes.append(name)
            bytes.append("=\"")
            bytes.appendEscaped(value, in: .attribute)
            bytes.append(UInt8(ascii: "\""))
        }
    }
}

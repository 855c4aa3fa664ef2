/// Elements that a push parser read, written as markup again: for texts that hold them.
extension [UInt8] {
    /// A start tag with its attributes, without namespaces.
    package mutating func appendStartTag(_ name: XMLName, _ attributes: XMLAttributes) {
        append("<")
        append(contentsOf: name.local.utf8)
        for (name, value) in attributes.all {
            append(" ")
            append(contentsOf: name.utf8)
            append("=\"")
            appendEscaped(value, in: .attribute)
            append("\"")
        }
        append(">")
    }

    /// An end tag; none for an element of HTML that has none.
    package mutating func appendEndTag(_ name: XMLName) {
        guard !Self.emptyElements.contains(name.local) else { return }
        append("</")
        append(contentsOf: name.local.utf8)
        append(">")
    }

    /// Valid UTF-8 as text.
    package mutating func appendText(_ text: UnsafeBufferPointer<UInt8>) { appendEscaped(text, in: .text) }

    /// HTML, section 13.1.2: written with an end tag, a `br` would be two.
    private static let emptyElements: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]
}

/// Writes the elements from a push parser as markup again, for texts that contain them.
extension [UInt8] {
    /// Appends a start tag with its attributes, without namespaces.
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

    /// Appends an end tag, except for HTML elements without one.
    package mutating func appendEndTag(_ name: XMLName) {
        guard !Self.emptyElements.contains(name.local) else { return }
        append("</")
        append(contentsOf: name.local.utf8)
        append(">")
    }

    /// Appends valid UTF-8 as text.
    package mutating func appendText(_ text: UnsafeBufferPointer<UInt8>) { appendEscaped(text, in: .text) }

    /// The void elements (HTML, section 13.1.2): with an end tag, a `br` would become two.
    private static let emptyElements: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]
}

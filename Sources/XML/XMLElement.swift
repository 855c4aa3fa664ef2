/// An element of a document that was read: a plain value, compared by namespace URI and local name.
package struct XMLElement: Sendable, Equatable {
    /// What an element holds.
    package enum Node: Sendable, Equatable {
        /// A child element.
        case element(XMLElement)
        /// A run of text; CDATA sections and references are already resolved and joined.
        case text(String)
    }

    /// An attribute. One without a prefix has no namespace.
    package struct Attribute: Sendable, Equatable {
        /// The local name.
        package let name: String
        /// The namespace URI.
        package let namespace: String?
        /// The value with references resolved.
        package let value: String
    }

    /// The local name. Where a prefix was never bound, the name is kept with its prefix and has no namespace.
    package let name: String
    /// The namespace URI.
    package let namespace: String?
    /// The attributes in document order, without namespace declarations.
    package let attributes: [Attribute]
    /// Child elements and text in document order.
    package internal(set) var children: [Node] = []
    /// The line on which the start tag ends, counted from 1.
    package let line: Int

    /// The child elements in document order.
    package var elements: some Sequence<XMLElement> {
        children.lazy.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// All text within, in document order, with whitespace as it stands.
    package var text: String {
        var result = ""
        appendText(to: &result)
        return result
    }

    /// The first child element of that name; without a namespace given, one that is in none.
    package func first(_ name: String, _ namespace: String? = nil) -> XMLElement? {
        elements.first { $0.name == name && $0.namespace == namespace }
    }

    /// All child elements of that name; without a namespace given, those that are in none.
    package func all(_ name: String, _ namespace: String? = nil) -> [XMLElement] {
        elements.filter { $0.name == name && $0.namespace == namespace }
    }

    /// The value of an attribute; without a namespace given, of one that is in none.
    package func attribute(_ name: String, _ namespace: String? = nil) -> String? {
        attributes.first { $0.name == name && $0.namespace == namespace }?.value
    }

    /// As deep as the document, which the reader bounds.
    private func appendText(to result: inout String) {
        for child in children {
            switch child {
            case .text(let text): result += text
            case .element(let element): element.appendText(to: &result)
            }
        }
    }
}

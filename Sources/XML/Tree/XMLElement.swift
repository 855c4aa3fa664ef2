/// An element of a parsed document: a plain value, identified by namespace URI and local name.
package struct XMLElement: Sendable, Equatable {
    /// A child of an element.
    package enum Node: Sendable, Equatable {
        /// A child element.
        case element(XMLElement)
        /// A run of text, with CDATA sections and references resolved and joined.
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

    /// The local name. If its prefix is unbound, the name keeps the prefix and has no namespace.
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

    /// All text within, in document order, with white space unchanged.
    package var text: String {
        var result = ""
        appendText(to: &result)
        return result
    }

    /// The first child element with that name, in that namespace or in none.
    package func first(_ name: String, _ namespace: String? = nil) -> XMLElement? {
        elements.first { $0.name == name && $0.namespace == namespace }
    }

    /// All child elements with that name, in that namespace or in none.
    package func all(_ name: String, _ namespace: String? = nil) -> [XMLElement] {
        elements.filter { $0.name == name && $0.namespace == namespace }
    }

    /// The value of the attribute with that name, in that namespace or in none.
    package func attribute(_ name: String, _ namespace: String? = nil) -> String? {
        attributes.first { $0.name == name && $0.namespace == namespace }?.value
    }

    /// Recurses as deep as the document, whose depth the reader limits.
    private func appendText(to result: inout String) {
        for child in children {
            switch child {
            case .text(let text): result += text
            case .element(let element): element.appendText(to: &result)
            }
        }
    }
}

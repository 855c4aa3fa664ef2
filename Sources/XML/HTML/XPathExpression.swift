import CXML2

/// An XPath 1.0 expression written by an editor, evaluated within bounds: core functions only, no
/// loading, and a limited number of steps.
package final class XPathExpression {
    /// The expression as written.
    package let source: String
    private let compiled: xmlXPathCompExprPtr

    /// Thrown when an expression cannot be used, with the reason in words for people.
    package struct Fault: Error, Sendable, Equatable, CustomStringConvertible {
        /// The reason.
        package let description: String
    }

    /// The maximum length of an expression, in bytes.
    package static let maximumBytes = 500
    /// The maximum steps of an evaluation; `//*` takes this many on a page of 10,000 elements.
    private static let maximumSteps: UInt = 2_000_000

    /// Compiles an expression. Throws ``Fault`` if it is invalid.
    package init(_ source: String) throws(Fault) {
        guard source.utf8.count <= Self.maximumBytes else {
            throw Fault(description: "is longer than \(Self.maximumBytes) bytes")
        }
        LibXML.initialized
        guard let context = xmlXPathNewContext(nil) else { throw Fault(description: "runs out of memory") }
        defer { xmlXPathFreeContext(context) }
        let faults = Faults()
        faults.listen(to: context)
        guard let compiled = xmlXPathCtxtCompile(context, source) else {
            throw Fault(description: "is not an XPath expression: \(faults.words ?? "it ends too early")")
        }
        self.source = source
        self.compiled = compiled
    }

    deinit { xmlXPathFreeCompExpr(compiled) }

    /// The value of an expression.
    package enum Value {
        /// Elements and attributes, in document order.
        case nodes([XPathNode])
        /// A string, a number or a Boolean, as text.
        case text(String)
    }

    /// Evaluates the expression at an element of a page, returning at most `limit` nodes.
    package func value(at node: HTMLNode, limit: Int) throws(Fault) -> Value {
        guard let context = xmlXPathNewContext(node.document.pointer) else {
            throw Fault(description: "runs out of memory")
        }
        defer { xmlXPathFreeContext(context) }
        context.pointee.node = node.pointer
        context.pointee.opLimit = Self.maximumSteps
        let faults = Faults()
        faults.listen(to: context)
        guard let result = xmlXPathCompiledEval(compiled, context) else {
            throw Fault(description: "cannot be evaluated: \(faults.words ?? "it takes too many steps")")
        }
        defer { xmlXPathFreeObject(result) }
        guard result.pointee.type == XPATH_NODESET else {
            guard let text = xmlXPathCastToString(result) else { return .text("") }
            defer { LibXML.free(text) }
            return .text(String(cString: text))
        }
        guard let set = result.pointee.nodesetval, let table = set.pointee.nodeTab else { return .nodes([]) }
        xmlXPathNodeSetSort(set)
        let pointers = (0..<min(Int(set.pointee.nodeNr), limit)).compactMap { table[$0] }
        return .nodes(pointers.compactMap { XPathNode($0, in: node.document) })
    }

    /// Collects libxml2's error message about an expression.
    private final class Faults {
        var words: String?

        func listen(to context: xmlXPathContextPtr) {
            context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
            context.pointee.error = { this, error in
                guard let this, let message = error?.pointee.message else { return }
                let faults = Unmanaged<Faults>.fromOpaque(this).takeUnretainedValue()
                faults.words =
                    faults.words
                    ?? String(cString: message).split(whereSeparator: \.isWhitespace).joined(separator: " ")
                    .lowercased()
            }
        }
    }
}

/// An element, an attribute or a text matched by an expression.
package struct XPathNode {
    private let pointer: xmlNodePtr
    private let document: HTMLDocument

    init?(_ pointer: xmlNodePtr, in document: HTMLDocument) {
        switch pointer.pointee.type {
        case XML_ELEMENT_NODE, XML_ATTRIBUTE_NODE, XML_TEXT_NODE, XML_CDATA_SECTION_NODE: break
        default: return nil
        }
        self.pointer = pointer
        self.document = document
    }

    /// The element, if it is one.
    package var element: HTMLNode? { pointer.pointee.type == XML_ELEMENT_NODE ? HTMLNode(pointer, in: document) : nil }

    /// Its text with one space between words.
    package var text: String {
        guard let content = xmlNodeGetContent(pointer) else { return "" }
        defer { LibXML.free(content) }
        return String(cString: content).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

import CXML2

/// Reads complete, untrusted XML documents.
///
/// It refuses any DOCTYPE, and therefore custom entities, anything beyond the limits, and anything not
/// well-formed. It never fetches anything. Unbound prefixes are accepted because they occur in feeds.
package enum XMLReader {
    /// Returns the root element of a document in UTF-8, UTF-16 or a declared superset of ASCII.
    ///
    /// Thread-safe. Throws ``XMLError`` with the line of the first fault.
    package static func parse(_ bytes: [UInt8], limits: XMLLimits = .standard) throws(XMLError) -> XMLElement {
        guard bytes.count <= limits.bytes else {
            throw XMLError(.limit, line: 1, "the document is larger than \(limits.bytes) bytes")
        }
        let document = try EncodedDocument(bytes)
        try XMLScan.check(document.bytes, limits: limits)
        return try XMLTreeBuilder(limits: limits).build(document)
    }
}

/// One-time initialisation of libxml2.
enum LibXML {
    /// `xmlInitParser` must finish before a second thread parses; a static is initialised exactly once.
    static let initialized: Void = xmlInitParser()

    /// Frees memory allocated by the library.
    static func free(_ pointer: UnsafeMutableRawPointer) { n4md_xml_free(pointer) }
}

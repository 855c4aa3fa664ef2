import CXML2

/// Reads whole XML documents from strangers.
///
/// Refused: any DOCTYPE, and with it every entity of the document's own; whatever exceeds the limits; anything that is
/// not well-formed. Nothing is ever fetched. A prefix that was not bound is let through, as feeds do that.
package enum XMLReader {
    /// The root element of a document in UTF-8, UTF-16 or a declared encoding that contains ASCII.
    ///
    /// Safe from several threads at once. Throws ``XMLError`` with the line of the first fault.
    package static func parse(_ bytes: [UInt8], limits: XMLLimits = .standard) throws(XMLError) -> XMLElement {
        guard bytes.count <= limits.bytes else {
            throw XMLError(.limit, line: 1, "the document is larger than \(limits.bytes) bytes")
        }
        let document = try EncodedDocument(bytes)
        try XMLScan.check(document.bytes, limits: limits)
        return try XMLTreeBuilder(limits: limits).build(document)
    }
}

/// The C library's one-time set-up.
enum LibXML {
    /// `xmlInitParser` has to be over before a second thread parses; a static is initialised exactly once.
    static let initialized: Void = xmlInitParser()

    /// Gives back what the library allocated.
    static func free(_ pointer: UnsafeMutableRawPointer) { n4md_xml_free(pointer) }
}

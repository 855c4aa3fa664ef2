/// Why a document was not read, in words that can be shown to whoever sent it.
package struct XMLError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong, for code that has to tell the cases apart.
    package enum Kind: Sendable, Equatable {
        /// Not well-formed XML, or bytes that are not text in the declared encoding.
        case malformed
        /// A document type declaration, which is refused because entities come with it.
        case documentType
        /// An encoding that is not read.
        case encoding
        /// One of ``XMLLimits`` was exceeded.
        case limit
        /// The document ends before its root element does: the rest of it did not come.
        case truncated
    }

    /// What went wrong.
    package let kind: Kind
    /// The line, counted from 1.
    package let line: Int
    /// The column, counted from 1, where it is known.
    package let column: Int?
    /// The reason in plain words, without the position.
    package let reason: String

    /// "line 12: …" or "line 12, column 3: …".
    package var description: String {
        let place = column.map { "line \(line), column \($0)" } ?? "line \(line)"
        return "\(place): \(reason)"
    }

    init(_ kind: Kind, line: Int, column: Int? = nil, _ reason: String) {
        self.kind = kind
        self.line = max(line, 1)
        self.column = column
        self.reason = reason
    }
}

/// Bounds on a document, all checked before work that grows with them begins.
package struct XMLLimits: Sendable, Equatable {
    /// The whole document, in bytes.
    package var bytes: Int
    /// Elements within elements. More than 256 has no effect: libxml2 stops there.
    package var depth: Int
    /// One start tag with its attributes, in bytes. The parser's work grows with the square of it.
    package var tagBytes: Int
    /// Attributes and namespace declarations of one element; also the namespace declarations in scope at once.
    package var attributes: Int
    /// Elements in the document: a four-byte element becomes a hundred bytes of tree.
    package var elements: Int

    /// Starts from the standard limits: 64 MiB, 256 deep, tags of 16 KiB and 256 attributes, a million elements.
    package init(
        bytes: Int = 64 << 20, depth: Int = 256, tagBytes: Int = 16 << 10, attributes: Int = 256,
        elements: Int = 1_000_000
    ) {
        self.bytes = bytes
        self.depth = depth
        self.tagBytes = tagBytes
        self.attributes = attributes
        self.elements = elements
    }

    /// Generous for any real feed or archive.
    package static let standard = XMLLimits()
}

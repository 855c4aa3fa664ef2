/// Thrown when a document cannot be read, with a reason that can be shown to its sender.
package struct XMLError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of error, for code that distinguishes the cases.
    package enum Kind: Sendable, Equatable {
        /// Not well-formed XML, or bytes that are not text in the declared encoding.
        case malformed
        /// A document type declaration, refused because it may define entities.
        case documentType
        /// An unsupported encoding.
        case encoding
        /// One of ``XMLLimits`` was exceeded.
        case limit
        /// The document ends before its root element does.
        case truncated
    }

    /// The kind of error.
    package let kind: Kind
    /// The line, counted from 1.
    package let line: Int
    /// The column, counted from 1, if known.
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

/// Limits on a document, all checked before the work they bound.
package struct XMLLimits: Sendable, Equatable {
    /// Bytes of the whole document.
    package var bytes: Int
    /// The nesting depth of elements. More than 256 has no effect: libxml2 stops there.
    package var depth: Int
    /// Bytes of a start tag with its attributes. The parser's work is quadratic in this.
    package var tagBytes: Int
    /// Attributes and namespace declarations of one element; also the namespace declarations in scope at once.
    package var attributes: Int
    /// Elements in the document: a four-byte element becomes a hundred bytes of tree.
    package var elements: Int

    /// Creates limits, by default 64 MiB, depth 256, tags of 16 KiB and 256 attributes, and a million
    /// elements.
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

    /// The default limits, generous for any real feed or archive.
    package static let standard = XMLLimits()
}

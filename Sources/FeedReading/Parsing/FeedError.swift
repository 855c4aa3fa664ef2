package import XML

/// The reason why bytes are not a feed, or are refused as one, in words for people.
package enum FeedError: Error, Sendable, Equatable, CustomStringConvertible {
    /// They are not XML, and cannot be repaired.
    case notXML(XMLError)
    /// They are XML that strangers may not send: a DOCTYPE, floods of attributes, more than the limits allow.
    case refused(XMLError)
    /// They are XML or HTML but not a feed, with the root element's name.
    case notAFeed(root: String)
    /// They look like JSON but are not JSON Feed, with the reason.
    case notJSONFeed(String)
    /// The end is missing.
    case truncated(line: Int)
    /// They exceed a limit unrelated to XML, with the reason.
    case tooLarge(String)

    /// A rule for reading a page cannot be used or finds nothing, with the reason.
    case rule(String)

    init(_ error: XMLError) {
        switch error.kind {
        case .malformed: self = .notXML(error)
        case .truncated: self = .truncated(line: error.line)
        case .documentType, .encoding, .limit: self = .refused(error)
        }
    }

    /// The error in words for people, with the line.
    package var description: String {
        switch self {
        case .notXML(let error): "This is not well-formed XML: \(error)"
        case .refused(let error): "This is refused: \(error)"
        case .notAFeed(let root) where root.lowercased() == "html": "This is an HTML page (<html>), not a feed."
        case .notAFeed(let root):
            "This is XML, but its root element <\(root.prefix(60))> is neither RSS's <rss> or <RDF> nor Atom's <feed>."
        case .notJSONFeed(let reason): "This is not JSON Feed: \(reason)"
        case .truncated(let line): "This ends in the middle of the feed, in line \(line): the rest is missing."
        case .rule(let reason): "The rule for this page does not fit: \(reason)."
        case .tooLarge(let reason): "This is refused: \(reason)."
        }
    }
}

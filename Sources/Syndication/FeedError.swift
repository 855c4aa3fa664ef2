package import XML

/// Why bytes are no feed, or one that is not read; in words for people.
package enum FeedError: Error, Sendable, Equatable, CustomStringConvertible {
    /// They are no XML that could be put right.
    case notXML(XMLError)
    /// They are XML of a kind that strangers may not send: a DOCTYPE, floods of attributes, more than the limits allow.
    case refused(XMLError)
    /// They are XML or HTML, but no feed; the root element's name.
    case notAFeed(root: String)
    /// They look like JSON, but are no JSON Feed, with the reason.
    case notJSONFeed(String)
    /// The end is missing: what came is not the whole.
    case truncated(line: Int)
    /// A limit that has nothing to do with XML, with the reason.
    case tooLarge(String)

    /// A rule by which a page is read cannot be used, or finds nothing, with the reason.
    case rule(String)

    init(_ error: XMLError) {
        switch error.kind {
        case .malformed: self = .notXML(error)
        case .truncated: self = .truncated(line: error.line)
        case .documentType, .encoding, .limit: self = .refused(error)
        }
    }

    /// With the line, for people.
    package var description: String {
        switch self {
        case .notXML(let error): "This is no well-formed XML: \(error)"
        case .refused(let error): "This is refused: \(error)"
        case .notAFeed(let root) where root.lowercased() == "html": "This is an HTML page (<html>), and no feed."
        case .notAFeed(let root):
            "This is XML, but its root element <\(root.prefix(60))> is neither RSS's <rss> or <RDF> nor Atom's <feed>."
        case .notJSONFeed(let reason): "This is no JSON Feed: \(reason)"
        case .truncated(let line): "This ends in the middle of the feed, in line \(line): the rest of it did not come."
        case .rule(let reason): "The rule for this page does not fit: \(reason)."
        case .tooLarge(let reason): "This is refused: \(reason)."
        }
    }
}

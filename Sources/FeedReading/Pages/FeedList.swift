package import XML

/// A list of feeds in OPML 2.0 (http://opml.org/spec2.opml), as feed readers import and export it.
package struct FeedList: Sendable, Equatable {
    /// A feed in the list.
    package struct Outline: Sendable, Equatable {
        /// The address of the feed.
        package var url: String
        /// The address of its website; empty if not stated.
        package var site: String
        /// The title; empty if not stated.
        package var title: String
        /// The language as a BCP 47 tag; empty if not stated.
        package var language: String
        /// The title of the enclosing outline; empty if there is none.
        package var group: String

        /// Creates a feed entry.
        package init(url: String, site: String = "", title: String = "", language: String = "", group: String = "") {
            self.url = url
            self.site = site
            self.title = title
            self.language = language
            self.group = group
        }
    }

    /// The title of the list.
    package var title: String
    /// The feeds in order.
    package var outlines: [Outline]

    /// Creates a list.
    package init(title: String, outlines: [Outline]) { (self.title, self.outlines) = (title, outlines) }

    /// The reason why a document is not a list of feeds.
    package enum Fault: Error, Sendable, CustomStringConvertible {
        /// It is not XML.
        case notXML(XMLError)
        /// It is XML but not OPML, with the root element's name.
        case notOPML(root: String)

        /// With the line, for people.
        package var description: String {
            switch self {
            case .notXML(let error): "This is not well-formed XML: \(error)"
            case .notOPML(let root): "This is XML, but its root element <\(root)> is not <opml>."
            }
        }
    }

    /// Reads a list. Outlines without a feed address are groups, at any depth.
    package init(_ bytes: [UInt8], limits: XMLLimits = .standard) throws(Fault) {
        let root: XMLElement
        do {
            root = try XMLReader.parse(bytes, limits: limits)
        } catch {
            throw .notXML(error)
        }
        guard root.name == "opml" else { throw .notOPML(root: root.name) }
        title = root.first("head")?.first("title")?.text ?? ""
        outlines = root.all("body").flatMap { Self.outlines(in: $0, group: "") }
    }

    /// Recurses as deep as the document, whose depth the reader limits.
    private static func outlines(in element: XMLElement, group: String) -> [Outline] {
        element.all("outline").flatMap { outline -> [Outline] in
            func value(_ names: String...) -> String {
                names.lazy.compactMap { outline.attribute($0) }.first { !$0.isEmpty } ?? ""
            }
            let name = value("title", "text")
            let url = value("xmlUrl", "xmlurl", "xmlURL")
            let own =
                url.isEmpty
                ? []
                : [
                    Outline(
                        url: url, site: value("htmlUrl", "htmlurl", "htmlURL"), title: name,
                        language: value("language"), group: group)
                ]
            return own + outlines(in: outline, group: url.isEmpty ? name : group)
        }
    }

    /// The OPML document. Consecutive feeds of the same group share an outline.
    package var bytes: [UInt8] {
        var writer = XMLWriter(reservingCapacity: 300 * outlines.count)
        writer.declaration()
        writer.open("opml", ["version": "2.0"])
        writer.open("head")
        writer.element("title", title)
        writer.close("head")
        writer.open("body")
        var rest = outlines[...]
        while let group = rest.first?.group {
            let members = rest.prefix { $0.group == group }
            rest = rest.dropFirst(members.count)
            if !group.isEmpty { writer.open("outline", ["text": group]) }
            for outline in members {
                writer.empty(
                    "outline",
                    [
                        "type": "rss", "text": outline.title, "title": outline.title, "xmlUrl": outline.url,
                        "htmlUrl": outline.site, "language": outline.language,
                    ])
            }
            if !group.isEmpty { writer.close("outline") }
        }
        writer.close("body")
        writer.close("opml")
        return writer.bytes
    }
}

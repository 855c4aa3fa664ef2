public import XML

/// Why bytes are no feed.
public enum FeedError: Error, Sendable, CustomStringConvertible {
    /// They are no XML.
    case notXML(XMLError)
    /// They are XML, but neither RSS nor Atom; the root element's name.
    case notAFeed(root: String)

    /// With the line, for people.
    public var description: String {
        switch self {
        case .notXML(let error): "This is no well-formed XML: \(error)"
        case .notAFeed(let root):
            "This is XML, but its root element <\(root)> is neither RSS 2.0's <rss> nor Atom's <feed>."
        }
    }
}

extension Feed {
    /// Reads RSS 2.0 or Atom. Entries are taken as they are; whether they are usable is for others to say.
    public init(_ bytes: [UInt8]) throws(FeedError) {
        let root: XMLElement
        do {
            root = try XMLReader.parse(bytes)
        } catch {
            throw .notXML(error)
        }
        switch (root.name, root.namespace) {
        case ("rss", nil): self.init(rss: root.first("channel") ?? root)
        case ("feed", Namespace.atom): self.init(atom: root)
        default: throw .notAFeed(root: root.name)
        }
    }
}

/// Namespaces of feed modules; local names alone say nothing (`media:title` is a `title` too).
enum Namespace {
    static let atom = "http://www.w3.org/2005/Atom"
    static let content = "http://purl.org/rss/1.0/modules/content/"
    static let dublinCore = "http://purl.org/dc/elements/1.1/"
    static let media = "http://search.yahoo.com/mrss/"
    static let geo = "http://www.georss.org/georss"
    static let news = "http://iptc.org/std/nar/2006-10-01/"
    static let tombstones = "http://purl.org/atompub/tombstones/1.0"
}

extension XMLElement {
    /// The text of the first such child, without space around it; empty where there is none.
    fileprivate func value(_ name: String, _ namespace: String? = nil) -> String {
        trimmed(first(name, namespace)?.text ?? "")
    }

    fileprivate func values(_ name: String, _ namespace: String? = nil) -> [String] {
        all(name, namespace).map { trimmed($0.text) }.filter { !$0.isEmpty }
    }

    private func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

// RSS 2.0 with the usual modules.
extension Feed {
    fileprivate init(rss channel: XMLElement) {
        title = channel.value("title")
        description = channel.value("description")
        link = channel.value("link")
        language = channel.value("language").nonEmpty
        items = channel.all("item").map { FeedItem(rss: $0) }
    }
}

extension FeedItem {
    fileprivate init(rss item: XMLElement) {
        self.init(line: item.line)
        title = item.value("title")
        link = item.value("link")
        guid = item.value("guid").nonEmpty ?? link
        summary = item.value("description")
        content = item.value("encoded", Namespace.content)
        authors = item.values("creator", Namespace.dublinCore).nonEmpty ?? item.values("author")
        categories = item.values("category")
        published = RFC822.date(item.value("pubDate").nonEmpty ?? item.value("date", Namespace.dublinCore))
        readModules(item)
        if picture == nil,
            let enclosure = item.all("enclosure").first(where: { $0.attribute("type")?.hasPrefix("image/") == true }),
            let url = enclosure.attribute("url")
        {
            picture = Picture(url: url)
        }
    }

    /// What RSS and Atom share: `media`, `georss`, `dc:language`.
    private mutating func readModules(_ entry: XMLElement) {
        language = entry.value("language", Namespace.dublinCore).nonEmpty
        let point = entry.value("point", Namespace.geo).split(separator: " ").compactMap { Double($0) }
        if point.count == 2 { self.point = (point[0], point[1]) }
        let group = entry.first("group", Namespace.media) ?? entry
        let media = group.all("content", Namespace.media).first { element in
            element.attribute("medium") == "image" || element.attribute("type")?.hasPrefix("image/") == true
        }
        if let media, let url = media.attribute("url") {
            let alt = media.value("description", Namespace.media).nonEmpty ?? media.value("title", Namespace.media)
            picture = Picture(url: url, alt: alt, credit: media.value("credit", Namespace.media))
        }
    }

    fileprivate init(atom entry: XMLElement, authors inherited: [String]) {
        self.init(line: entry.line)
        let atom = Namespace.atom
        title = entry.value("title", atom)
        let links = entry.all("link", atom)
        link =
            (links.first { ($0.attribute("rel") ?? "alternate") == "alternate" } ?? links.first)?.attribute("href")
            ?? ""
        guid = entry.value("id", atom).nonEmpty ?? link
        summary = entry.value("summary", atom)
        content = entry.value("content", atom)
        let named = entry.all("author", atom).map { $0.value("name", atom) }.filter { !$0.isEmpty }
        authors = named.nonEmpty ?? inherited
        categories = entry.all("category", atom).compactMap { $0.attribute("label") ?? $0.attribute("term") }
        published = RFC822.iso(entry.value("published", atom).nonEmpty ?? entry.value("updated", atom))
        readModules(entry)
        if picture == nil,
            let enclosure = links.first(where: {
                $0.attribute("rel") == "enclosure" && $0.attribute("type")?.hasPrefix("image/") == true
            }),
            let url = enclosure.attribute("href")
        {
            picture = Picture(url: url, alt: enclosure.attribute("title") ?? "")
        }
    }
}

// Atom (RFC 4287).
extension Feed {
    fileprivate init(atom feed: XMLElement) {
        let atom = Namespace.atom
        title = feed.value("title", atom)
        description = feed.value("subtitle", atom)
        link =
            feed.all("link", atom).first { ($0.attribute("rel") ?? "alternate") == "alternate" }?.attribute("href")
            ?? ""
        let authors = feed.all("author", atom).map { $0.value("name", atom) }.filter { !$0.isEmpty }
        items = feed.all("entry", atom).map { FeedItem(atom: $0, authors: authors) }
    }
}

extension Collection {
    fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}

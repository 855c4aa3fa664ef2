import XML

/// The feed namespace of a name. Local names alone are ambiguous: `media:title` is also a `title`.
enum FeedSpace: String {
    /// Every version of RSS, and names without a namespace.
    case rss
    case atom, content, dc, dcterms, media, georss, geo, gml, itunes, sy, rdf, feedburner, xhtml
    case other

    /// Finds the space by the namespace URI, with or without a trailing slash. An unbound prefix has its
    /// usual meaning.
    init(_ name: XMLName) {
        if name.namespace.isEmpty {
            self = name.prefix.isEmpty ? .rss : Self.usual[name.prefix.lowercased()] ?? .other
        } else {
            var address = name.namespace.lowercased()[...]
            if let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")), address[colon...].hasPrefix("://") {
                address = address[colon...].dropFirst(3)
            }
            if address.hasPrefix("www.") { address = address.dropFirst(4) }
            while address.last == "/" || address.last == "#" { address.removeLast() }
            self = Self.known[String(address)] ?? .other
        }
    }

    private static let usual: [String: FeedSpace] = [
        "atom": .atom, "atom10": .atom, "a10": .atom, "content": .content, "dc": .dc, "dcterms": .dcterms,
        "media": .media,
        "georss": .georss, "geo": .geo, "gml": .gml, "itunes": .itunes, "sy": .sy, "syn": .sy, "rdf": .rdf,
        "feedburner": .feedburner,
    ]

    private static let known: [String: FeedSpace] = [
        "purl.org/rss/1.0": .rss, "my.netscape.com/rdf/simple/0.9": .rss, "channel.netscape.com/rdf/simple/0.9": .rss,
        "backend.userland.com/rss2": .rss, "backend.userland.com/rss": .rss, "blogs.law.harvard.edu/tech/rss": .rss,
        "cyber.law.harvard.edu/rss": .rss, "backend.userland.com/rss091": .rss, "backend.userland.com/rss092": .rss,
        "my.netscape.com/publish/formats/rss-0.91.dtd": .rss, "purl.org/net/rss1.1": .rss,
        "w3.org/2005/atom": .atom, "purl.org/atom/ns": .atom, "purl.org/rss/1.0/modules/content": .content,
        "purl.org/dc/elements/1.1": .dc, "purl.org/dc/elements/1.0": .dc, "purl.org/dc/terms": .dcterms,
        "search.yahoo.com/mrss": .media, "tools.search.yahoo.com/mrss": .media, "video.search.yahoo.com/mrss": .media,
        "georss.org/georss": .georss, "georss.org/georss/10": .georss, "w3.org/2003/01/geo/wgs84_pos": .geo,
        "opengis.net/gml": .gml,
        "itunes.com/dtds/podcast-1.0.dtd": .itunes, "purl.org/rss/1.0/modules/syndication": .sy,
        "w3.org/1999/02/22-rdf-syntax-ns": .rdf, "rssnamespace.org/feedburner/ext/1.0": .feedburner,
        "w3.org/1999/xhtml": .xhtml,
    ]
}

/// The role of a feed element, independent of the format.
enum FeedField: UInt8 {
    // Containers.
    case rss, rdf, atomFeed, channel, item, person, image, mediaGroup, mediaContent, skipHours, skipDays, foreign, point
    // Elements that may contain HTML.
    case title, otherTitle, summary, otherSummary, content, mediaTitle, mediaText
    // Elements with plain text.
    case name, link, feedBurnerLink, guid, author, creator, otherAuthor, category, language, published, date, updated,
        ttl, period, frequency, hour, day, url
    case icon, mediaCredit, position, latitude, longitude
    // Elements with attributes only.
    case atomLink, enclosure, mediaThumbnail, itunesImage
    case unknown

    /// Creates the role of a name, regardless of context.
    init(_ name: XMLName) {
        let space = FeedSpace(name)
        self =
            Self.names["\(space.rawValue):\(name.local)"] ?? Self.names["\(space.rawValue):\(name.local.lowercased())"]
            ?? .unknown
    }

    /// Whether its text is collected.
    var holdsText: Bool { rawValue >= Self.title.rawValue && rawValue < Self.atomLink.rawValue }
    /// Whether child elements are part of its text.
    var holdsMarkup: Bool { rawValue >= Self.title.rawValue && rawValue < Self.name.rawValue }

    private static let names: [String: FeedField] = [
        "rss:rss": .rss, "rdf:RDF": .rdf, "rss:rdf": .rdf, "rss:channel": .channel, "rss:item": .item,
        "atom:feed": .atomFeed,
        "atom:entry": .item, "rss:image": .image, "rss:skiphours": .skipHours, "rss:skipdays": .skipDays,
        "rss:hour": .hour,
        "rss:day": .day, "rss:textinput": .foreign, "atom:source": .foreign, "rss:source": .foreign,
        "rss:cloud": .foreign,
        "rss:title": .title, "atom:title": .title, "dc:title": .otherTitle, "rss:description": .summary,
        "dc:description": .otherSummary,
        "atom:summary": .summary, "atom:subtitle": .summary, "atom:tagline": .summary, "itunes:summary": .otherSummary,
        "content:encoded": .content, "atom:content": .content, "rss:fullitem": .content,
        "rss:link": .link, "atom:link": .atomLink, "feedburner:origLink": .feedBurnerLink, "rss:guid": .guid,
        "atom:id": .guid,
        "rss:author": .author, "dc:creator": .creator, "dc:author": .creator, "itunes:author": .otherAuthor,
        "atom:author": .person,
        "atom:name": .name, "atom:email": .unknown, "rss:category": .category, "dc:subject": .category,
        "atom:category": .category,
        "itunes:category": .unknown, "rss:language": .language, "dc:language": .language,
        "rss:pubdate": .published, "dc:date": .date, "atom:published": .published, "atom:issued": .published,
        "dcterms:issued": .published, "dcterms:created": .published, "atom:created": .published,
        "atom:updated": .updated,
        "atom:modified": .updated, "dcterms:modified": .updated, "rss:lastbuilddate": .updated,
        "rss:ttl": .ttl, "sy:updatePeriod": .period, "sy:updateFrequency": .frequency, "rss:url": .url,
        "atom:icon": .icon,
        "atom:logo": .icon, "rss:enclosure": .enclosure, "media:group": .mediaGroup, "media:content": .mediaContent,
        "media:thumbnail": .mediaThumbnail, "media:title": .mediaTitle, "media:description": .mediaText,
        "media:credit": .mediaCredit,
        "itunes:image": .itunesImage, "georss:point": .position, "georss:where": .point, "gml:Point": .point,
        "gml:pos": .position,
        "geo:lat": .latitude, "geo:long": .longitude, "geo:Point": .point,
    ]
}

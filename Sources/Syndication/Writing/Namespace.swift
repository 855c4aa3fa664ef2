/// Namespaces of feed modules.
package enum Namespace {
    package static let atom = "http://www.w3.org/2005/Atom"
    package static let content = "http://purl.org/rss/1.0/modules/content/"
    package static let dublinCore = "http://purl.org/dc/elements/1.1/"
    package static let media = "http://search.yahoo.com/mrss/"
    package static let geo = "http://www.georss.org/georss"
    package static let tombstones = "http://purl.org/atompub/tombstones/1.0"
    package static let news = "http://iptc.org/std/nar/2006-10-01/"
}

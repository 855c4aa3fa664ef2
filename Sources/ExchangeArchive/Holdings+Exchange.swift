package import Archive
import PostgreSQL

// The nouns of the exchange with other programs: feeds in, feeds out, whole newspapers.
extension Holdings {
    /// Feeds of others, whose entries become articles.
    package var sources: Sources { Sources(connection: connection) }
    /// Hubs that notify us of news in sources (WebSub, section 5).
    package var sourceHubs: SourceHubs { SourceHubs(connection: connection) }
    /// Subscribers to our feeds (WebSub).
    package var subscriptions: Subscriptions { Subscriptions(connection: connection) }
    /// The newspaper as it moves out of one archive and into another.
    package var moving: Moving { Moving(connection: connection) }
    /// The sitemaps for search engines.
    package var sitemaps: Sitemaps { Sitemaps(connection: connection) }
    /// The state of our feeds, and the tombstones in them.
    package var feeds: Feeds { Feeds(connection: connection) }
}

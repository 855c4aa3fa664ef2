package import PostgreSQL

/// What the archive holds, by noun: over the connection of a read, or of a transaction.
///
/// ```swift
/// try await archive.read { try $0.articles.find(id) }
/// ```
package struct Holdings {
    /// What carries them; for who looks after the database itself.
    package let connection: Connection

    /// What there is behind a connection.
    package init(_ connection: Connection) { self.connection = connection }

    /// Runs a closure in a transaction; whatever it throws rolls back.
    package func transaction<T>(_ body: (Holdings) throws -> T) throws -> T {
        try connection.transaction { try body(Holdings($0)) }
    }

    /// Articles, in whatever state they are.
    package var articles: Articles { Articles(connection: connection) }
    /// Addresses that articles had before.
    package var redirects: Redirects { Redirects(connection: connection) }
    /// What editors typed and have not saved.
    package var workingCopies: WorkingCopies { WorkingCopies(connection: connection) }
    /// Who wrote what readers see.
    package var authors: Authors { Authors(connection: connection) }
    /// Articles as readers get them.
    package var stories: Stories { Stories(connection: connection) }
    /// What search engines are told of.
    package var sitemaps: Sitemaps { Sitemaps(connection: connection) }
    /// What feeds say of themselves, and of what is no more.
    package var feeds: Feeds { Feeds(connection: connection) }
    /// The same story, told by several.
    package var clusters: Clusters { Clusters(connection: connection) }
    /// What stories are about.
    package var keywords: Keywords { Keywords(connection: connection) }
    /// Stories by their words.
    package var search: SearchIndex { SearchIndex(connection: connection) }
    /// The issues of the newspaper, and their front pages.
    package var editions: Editions { Editions(connection: connection) }
    /// The newspaper as a whole.
    package var newspaper: Newspaper { Newspaper(connection: connection) }
    /// Where articles stand in the paper, and what they are about.
    package var sections: Sections { Sections(connection: connection) }
    /// What the operator changed in the policy.
    package var policy: PolicyVersions { PolicyVersions(connection: connection) }
    /// Originals, their words and their renditions.
    package var pictures: Pictures { Pictures(connection: connection) }
    /// The work on renditions that is done in the background.
    package var ladders: Ladders { Ladders(connection: connection) }
    /// Files that come in parts.
    package var uploads: Uploads { Uploads(connection: connection) }
    /// Those of the newsroom.
    package var people: People { People(connection: connection) }
    /// By what somebody who logs in is known, and how often that was tried.
    package var logIn: LogIn { LogIn(connection: connection) }
    /// Uses of the newsroom in one browser.
    package var sessions: Sessions { Sessions(connection: connection) }
    /// By what programs are known.
    package var tokens: Tokens { Tokens(connection: connection) }
    /// Who did what.
    package var audit: AuditTrail { AuditTrail(connection: connection) }
    /// Answers to writes, for those who ask again.
    package var answers: KeptAnswers { KeptAnswers(connection: connection) }
    /// What devices said of themselves.
    package var devices: Devices { Devices(connection: connection) }
    /// Feeds of others, whose entries become articles.
    package var sources: Sources { Sources(connection: connection) }
    /// Hubs that tell us of news in sources (WebSub, section 5).
    package var sourceHubs: SourceHubs { SourceHubs(connection: connection) }
    /// Those who are told of news in our feeds (WebSub).
    package var subscriptions: Subscriptions { Subscriptions(connection: connection) }
    /// Endpoints that are told what happens.
    package var webhooks: Webhooks { Webhooks(connection: connection) }
    /// Events on their way to endpoints.
    package var deliveries: Deliveries { Deliveries(connection: connection) }
    /// The newspaper as it moves out of one archive and into another.
    package var moving: Moving { Moving(connection: connection) }
}

extension Noun {
    /// The other nouns, in the same transaction.
    var holdings: Holdings { Holdings(connection) }
}

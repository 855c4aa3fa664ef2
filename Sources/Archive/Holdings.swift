package import PostgreSQL

/// The nouns of the archive, all over the one connection of a read or a transaction.
///
/// ```swift
/// try await archive.read { try $0.articles.find(id) }
/// ```
package struct Holdings {
    /// The connection below them, for code that looks after the database itself.
    package let connection: Connection

    /// The nouns over a connection.
    package init(_ connection: Connection) { self.connection = connection }

    /// Runs a closure in a transaction; whatever it throws rolls back.
    package func transaction<T>(_ body: (Holdings) throws -> T) throws -> T {
        try connection.transaction { try body(Holdings($0)) }
    }

    /// Articles, in whatever state they are.
    package var articles: Articles { Articles(connection: connection) }
    /// Addresses that articles had before.
    package var redirects: Redirects { Redirects(connection: connection) }
    /// Text that editors have typed but not saved.
    package var workingCopies: WorkingCopies { WorkingCopies(connection: connection) }
    /// What people of the newsroom write to each other about articles.
    package var comments: Comments { Comments(connection: connection) }
    /// Who has the pages of articles open.
    package var presence: Presence { Presence(connection: connection) }
    /// The authors of published articles.
    package var authors: Authors { Authors(connection: connection) }
    /// Articles as readers get them.
    package var stories: Stories { Stories(connection: connection) }
    /// Clusters of articles that tell the same story.
    package var clusters: Clusters { Clusters(connection: connection) }
    /// The keywords of stories.
    package var keywords: Keywords { Keywords(connection: connection) }
    /// Stories by their words.
    package var search: SearchIndex { SearchIndex(connection: connection) }
    /// The issues of the newspaper, and their front pages.
    package var editions: Editions { Editions(connection: connection) }
    /// What is due in the newsroom.
    package var agenda: Agenda { Agenda(connection: connection) }
    /// The newspaper as a whole.
    package var newspaper: Newspaper { Newspaper(connection: connection) }
    /// Pages that stay as they are, such as the imprint.
    package var pages: StandingPages { StandingPages(connection: connection) }
    /// Sections and categories.
    package var sections: Sections { Sections(connection: connection) }
    /// The operator's changes to the policy.
    package var policy: PolicyVersions { PolicyVersions(connection: connection) }
    /// Originals, their words and their renditions.
    package var pictures: Pictures { Pictures(connection: connection) }
    /// Renditions to be made in the background.
    package var ladders: Ladders { Ladders(connection: connection) }
    /// Uploads that arrive in parts.
    package var uploads: Uploads { Uploads(connection: connection) }
    /// The people of the newsroom.
    package var people: People { People(connection: connection) }
    /// Credentials for logging in, and the count of attempts.
    package var logIn: LogIn { LogIn(connection: connection) }
    /// Codes for people who have lost their authenticator app.
    package var recoveryCodes: RecoveryCodes { RecoveryCodes(connection: connection) }
    /// Sessions of the newsroom, each in one browser.
    package var sessions: Sessions { Sessions(connection: connection) }
    /// The tokens of programs.
    package var tokens: Tokens { Tokens(connection: connection) }
    /// The audit trail.
    package var audit: AuditTrail { AuditTrail(connection: connection) }
    /// Stored answers to writes, for clients that repeat a request.
    package var answers: KeptAnswers { KeptAnswers(connection: connection) }
    /// The reports of devices about themselves.
    package var devices: Devices { Devices(connection: connection) }
    /// The endpoints of webhooks.
    package var webhooks: Webhooks { Webhooks(connection: connection) }
    /// Events on their way to endpoints.
    package var deliveries: Deliveries { Deliveries(connection: connection) }
    /// The newspaper's keys for Web Push.
    package var pushKeys: PushKeyRing { PushKeyRing(connection: connection) }
    /// The devices whose readers want to be told of news.
    package var pushSubscriptions: PushSubscriptions { PushSubscriptions(connection: connection) }
    /// Messages to readers' devices.
    package var readerMessages: ReaderMessages { ReaderMessages(connection: connection) }
    /// Messages on their way to devices.
    package var pushDeliveries: PushDeliveries { PushDeliveries(connection: connection) }
    /// People whose address we know, and the newsletters that they asked for.
    package var readers: Readers { Readers(connection: connection) }
    /// Log-ins of readers on their way.
    package var readerLogIns: ReaderLogIns { ReaderLogIns(connection: connection) }
    /// Readers' browsers that are logged in.
    package var readerSessions: ReaderSessions { ReaderSessions(connection: connection) }
    /// Keys on people's devices with which they log in.
    package var passkeys: Passkeys { Passkeys(connection: connection) }
    /// Stories that readers saved and read.
    package var readerItems: ReaderItems { ReaderItems(connection: connection) }
    /// The topics that readers follow.
    package var readerTopics: ReaderTopics { ReaderTopics(connection: connection) }
    /// What newsletters send.
    package var letters: Letters { Letters(connection: connection) }
    /// Mails on their way to the operator's relay.
    package var mails: MailQueue { MailQueue(connection: connection) }
    /// The newspaper's keys for signing mails.
    package var mailKeys: MailKeyRing { MailKeyRing(connection: connection) }
    /// The folders to which mails come back.
    package var mailboxes: Mailboxes { Mailboxes(connection: connection) }
    /// What keeps us from sending mails to people who do not want them.
    package var mailLimits: MailLimits { MailLimits(connection: connection) }
}

extension Noun {
    /// The other nouns, over the same connection.
    package var holdings: Holdings { Holdings(connection) }
}

import Archive
import Foundation
import News
import PostgreSQL
import TestSupport

/// A test's own newspaper, with one section and one editor.
struct TestArchive {
    let holdings: Holdings
    let chief: Maker

    /// The template that every test's database copies, so that migrations run only once.
    private static let template = Result {
        let address = try freshDatabase()
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let connection = try Connection(address)
        _ = try Migrations(folder: root.appending(path: "schema").path).apply(connection)
        return try connection.query("select current_database()").value(as: String.self)
    }

    init() throws {
        let address = try TestCluster.shared.get().makeDatabase(from: try Self.template.get())
        holdings = Holdings(try Connection(address))
        try holdings.sections.insert(slug: "city", name: "City")
        chief = Maker(editor: try holdings.people.insert(name: "Ana", role: .chief), address: nil)
        // Only people who can log in count as chiefs.
        try holdings.logIn.setPassword("$scrypt$x", of: chief.editor, keeping: nil, by: chief)
    }

    /// A draft ready to be published.
    static func draft(_ headline: String) -> ArticleDraft {
        var draft = ArticleDraft()
        draft.headline = headline
        draft.section = "city"
        draft.bodyText = "It left the quay at ten."
        draft.bodyHTML = "<p>It left the quay at ten.</p>"
        return draft
    }

    /// An approved article, which is not out.
    func approved(_ headline: String) throws -> Article {
        try holdings.transaction { holdings in
            var article = try holdings.articles.insert(Self.draft(headline), by: nil, isNews: true)
            for move in [Move.submit, .approve] {
                article = try holdings.articles.change(article.id, revision: article.revision, .init(move), by: nil)
            }
            return article
        }
    }

    /// A published article.
    func published(_ headline: String) throws -> Article {
        try holdings.transaction {
            try $0.articles.insert(Self.draft(headline), .init(.publish), by: nil, isNews: true)
        }
    }
}

/// The faulty fields if the body throws faults.
func faultyFields(_ body: () throws -> Void) throws -> [String]? {
    do {
        try body()
        return nil
    } catch ArchiveError.faults(let faults) {
        return faults.map(\.field)
    }
}

/// Bytes of the length of a SHA-256.
func hash(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }

import Archive
import Foundation
import News
import Testing

/// The people of the newsroom, and their credentials.
struct PeopleTests {
    @Test("A newspaper keeps a chief", arguments: [("role", true), ("disabled", false)])
    func lastChief(field: String, isRole: Bool) throws {
        let archive = try TestArchive()
        let (id, people) = (archive.chief.editor, archive.holdings.people)
        let fields = try faultyFields {
            try archive.holdings.transaction {
                if isRole {
                    try $0.people.setRole(.editor, of: id, by: archive.chief)
                } else {
                    try $0.people.setDisabled(true, of: id, by: archive.chief)
                }
            }
        }
        #expect(fields == [field])
        #expect(try people.find(id).map { $0.role == .chief && !$0.isDisabled && $0.hasPassword } == true)
    }

    @Test("Names are taken in whatever letters") func names() throws {
        let archive = try TestArchive()
        #expect {
            try archive.holdings.people.insert(name: "ANA", role: .editor)
        } throws: {
            ArchiveFault.taken ~= $0
        }
        #expect(try archive.holdings.people.list().map(\.name) == ["Ana"])
    }

    @Test("Who is shut out loses sessions and tokens") func shutOut() throws {
        let archive = try TestArchive()
        let holdings = archive.holdings
        let rui = try holdings.people.insert(name: "Rui", role: .editor)
        #expect(try holdings.tokens.insert(editor: "rui", hash: hash(1), scope: .write, expiresAt: nil))
        let shown = try #require(try holdings.logIn.credentials(name: "RUI"))
        #expect(try holdings.sessions.insert(hash(2), as: shown, isComplete: true, address: "192.0.2.1", agent: "Test"))
        let token = try #require(try holdings.tokens.editor(hash: hash(1)))
        #expect(token.id == rui && token.role == .editor && token.token?.scope == .write && token.token?.isDue == true)
        #expect(try holdings.sessions.find(hash(2))?.editor.name == "Rui")
        #expect(try holdings.sessions.list(of: rui).map(\.agent) == ["Test"])

        try holdings.transaction { try $0.people.setDisabled(true, of: rui, by: archive.chief) }
        #expect(try holdings.tokens.editor(hash: hash(1)) == nil)
        #expect(try holdings.sessions.find(hash(2)) == nil)
        #expect(try holdings.logIn.credentials(of: rui) == nil)
        let actions = try holdings.audit.entries(AuditFilter(), limit: 2).map(\.action)
        #expect(actions == ["editor.disable", "token.create"])
    }

    @Test("A bucket has room for so many attempts, and then says how long to wait") func attempts() throws {
        let logIn = try TestArchive().holdings.logIn
        let bucket = AttemptBucket(key: hash(7), size: 2, interval: 60)
        #expect(try logIn.countAttempt([bucket]) == nil)
        #expect(try logIn.countAttempt([bucket]) == nil)
        let wait = try #require(try logIn.countAttempt([bucket]))
        #expect((50...60).contains(wait))
        try logIn.forgetAttempts([hash(7)])
        #expect(try logIn.attemptWait([bucket]) == nil)
    }
}

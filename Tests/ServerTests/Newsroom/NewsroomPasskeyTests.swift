import Archive
import Foundation
import News
@testable import Server
import Testing

extension NewsroomSiteTests {
    /// `PasskeyTests` of Credentials has the answers of an authenticator; logging in with a real one is in the browser's tests.
    @Suite("Passkeys")
    struct PasskeyEndTests {
        @Test(
            "They end with what may have been stolen with them",
            arguments: [
                ("a new password", true), ("removed access", true), ("a factor that a chief removes", true),
                ("a factor of one's own", false),
            ])
        func end(_ what: String, _ ends: Bool) async throws {
            let site = try SharedSite.site
            let room = try await Room.person(site, .editor)
            let (chief, owner) = (try await Room.person(site, .chief), PasskeyOwner.editor(room.id))
            let credential = withUnsafeBytes(of: UUID().uuid) { Array($0) }
            let left = try await site.backend.archive.write { holdings in
                let maker = Maker(editor: chief.id, address: nil)
                #expect(try holdings.passkeys.insert(credential, key: [1], counter: 0, of: owner, agent: "x"))
                #expect(try !holdings.passkeys.insert(credential, key: [1], counter: 0, of: owner, agent: "x"))
                let password = try #require(try holdings.logIn.credentials(of: room.id)?.password)
                switch what {
                case "a new password":
                    try holdings.logIn.setPassword(password, of: room.id, keeping: 1, by: maker)
                case "removed access": try holdings.people.setDisabled(true, of: room.id, by: maker)
                case "a factor that a chief removes":
                    try holdings.logIn.removeOneTimeKey(of: room.id, keeping: nil, by: maker)
                default: try holdings.logIn.removeOneTimeKey(of: room.id, keeping: 1, by: maker)
                }
                return try holdings.passkeys.list(of: owner).count
            }
            #expect((left == 0) == ends)
        }

        @Test("Nobody has more than twenty, and a counter is noted once") func bounds() async throws {
            let site = try SharedSite.site
            let owner = PasskeyOwner.editor(try await Room.person(site, .editor).id)
            try await site.backend.archive.write { holdings in
                for number in 0..<Passkeys.most {
                    let credential = withUnsafeBytes(of: UUID().uuid) { Array($0) }
                    #expect(
                        try holdings.passkeys.insert(credential, key: [1], counter: number, of: owner, agent: "x"))
                }
                #expect(try !holdings.passkeys.insert([1, 2, 3], key: [1], counter: 0, of: owner, agent: "x"))
                let passkey = try #require(try holdings.passkeys.list(of: owner).first)
                #expect(try holdings.passkeys.noteUse(of: passkey, counter: 40))
                #expect(try !holdings.passkeys.noteUse(of: passkey, counter: 41), "its counter has risen meanwhile")
            }
        }
    }
}

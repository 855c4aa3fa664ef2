package import Archive
package import Credentials
import Crypto
import Foundation
import HTTPTypes
package import Hummingbird
package import Logging

/// Logs people in with passkeys, without a password or a mail: readers, and people of the newsroom.
package struct PasskeyDesk: Sendable {
    private let archive: Archive
    private let party: RelyingParty
    private let keys: PasskeyKeys
    private let log: Logger

    /// The two groups of people, each with a log-in of its own.
    package enum Group: String, Sendable { case readers, newsroom }

    /// Gives the text of a form's field by its name, or an empty one.
    package typealias Field = (String) -> String

    /// - Parameter root: the address of the site. Nil if browsers give it no passkeys.
    package init?(archive: Archive, root: String, log: Logger) {
        guard let party = RelyingParty(root: root) else { return nil }
        (self.archive, self.party, self.log) = (archive, party, log)
        keys = PasskeyKeys(archive: archive)
    }

    /// The browser's question for a new passkey.
    /// - Parameters:
    ///   - name: the name under which the browser shows it.
    ///   - newspaper: its title.
    /// - Returns: nil if its owner has as many as anybody may have.
    package func creation(for owner: PasskeyOwner, name: String, of newspaper: String) async throws -> Response? {
        let known = try await archive.read { try $0.passkeys.list(of: owner).map(\.credential) }
        guard known.count < Passkeys.most else { return nil }
        let challenge = try await keys.challenges().make(for: owner.purpose)
        return try Self.response(
            PasskeyCreation(
                challenge: challenge, party: party.id, newspaper: newspaper, user: owner.handle, name: name,
                known: known))
    }

    /// The browser's question for any of its passkeys for the site.
    package func request(of group: Group) async throws -> Response {
        try Self.response(
            PasskeyRequest(challenge: try await keys.challenges().make(for: group.rawValue), party: party.id))
    }

    /// Keeps a new passkey.
    /// - Parameters:
    ///   - field: gives the text of a field of the form in which the browser's answer comes.
    ///   - agent: the browser's user agent.
    ///   - isLoggedIn: whether the owner still is, in the transaction that keeps it.
    ///   - note: what else the transaction does.
    /// - Returns: false if the answer is not accepted.
    package func create(
        _ field: Field, for owner: PasskeyOwner, agent: String,
        if isLoggedIn: @escaping @Sendable (Holdings) throws -> Bool,
        then note: @escaping @Sendable (Holdings) throws -> Void = { _ in }
    ) async throws -> Bool {
        let challenges = try await keys.challenges()
        let (passkey, challenge): (Passkey, [UInt8])
        do throws(PasskeyFault) {
            (passkey, challenge) = try party.create(NewPasskeyAnswer(field: field)) {
                challenges.isValid($0, for: owner.purpose)
            }
        } catch {
            log.info("a new passkey is refused: \(error)")
            return false
        }
        return try await archive.write { holdings in
            guard try isLoggedIn(holdings), try Self.take(challenge, holdings),
                try holdings.passkeys.insert(
                    passkey.id, key: passkey.key, counter: passkey.counter, of: owner, agent: agent)
            else { return false }
            try note(holdings)
            return true
        }
    }

    /// The passkey that has answered.
    /// - Parameter field: gives the text of a field of the form in which the browser's answer comes.
    /// - Returns: nil if the answer is not accepted.
    package func passkey(_ field: Field, of group: Group) async throws -> PasskeyRecord? {
        let challenges = try await keys.challenges()
        do {
            let answer = try PasskeyAnswer(field: field)
            let challenge = try party.checkQuestion(of: answer) { challenges.isValid($0, for: group.rawValue) }
            guard let record = try await archive.read({ try $0.passkeys.find(answer.id) }), record.owner.group == group
            else { return nil }
            let passkey = try party.verify(answer, of: record.passkey)
            let isFirst = try await archive.write { holdings in
                try Self.take(challenge, holdings)
                    && holdings.passkeys.noteUse(of: record, counter: passkey.counter)
            }
            return isFirst ? record : nil
        } catch let fault as PasskeyFault {
            log.info("a passkey is refused: \(fault)")
            return nil
        }
    }

    private static func take(_ challenge: [UInt8], _ holdings: Holdings) throws -> Bool {
        try holdings.logIn.usePuzzle(Array(SHA256.hash(data: challenge)))
    }

    private static func response(_ value: some Encodable) throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(value))))
    }
}

/// The challenges, signed with the key that the newspaper's servers share.
private actor PasskeyKeys {
    private let archive: Archive
    private var made: PasskeyChallenges?

    init(archive: Archive) { self.archive = archive }

    func challenges() async throws -> PasskeyChallenges {
        if let made { return made }
        let key = try await archive.read { try $0.logIn.puzzleKey() }
        let challenges = PasskeyChallenges(secret: Secret(shown: key.hexadecimal))
        made = challenges
        return challenges
    }
}

extension PasskeyRecord {
    fileprivate var passkey: Passkey { Passkey(id: credential, key: publicKey, counter: counter) }
}

extension PasskeyOwner {
    fileprivate var group: PasskeyDesk.Group {
        switch self {
        case .reader: .readers
        case .editor: .newsroom
        }
    }

    /// Never changes: devices know their owner by it.
    private var name: String {
        switch self {
        case .reader(let id): "reader \(id)"
        case .editor(let id): "editor \(id)"
        }
    }

    /// The purpose of a challenge for a new passkey.
    fileprivate var purpose: String { "new \(name)" }

    /// Names the owner to authenticators, which keep one passkey for each; it has nothing of the name or address (Web Authentication, section 5.4.3).
    fileprivate var handle: [UInt8] { Array(SHA256.hash(data: Data("passkey \(name)".utf8))) }
}

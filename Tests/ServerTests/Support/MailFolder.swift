import Foundation
import Testing

/// A mail server of Debian's package `dovecot-imapd` with one folder, in a folder of its own.
final class MailFolder {
    /// Below those that systems give to programs that ask for any.
    let port = Int.random(in: 20_000..<30_000)
    /// The folder with its mails, of the form of a Maildir.
    var mail: URL { home.appending(path: "mail") }
    private let home: URL
    private let server = Process()

    init() throws {
        home = FileManager.default.temporaryDirectory.appending(path: "n4md-mail-\(UUID().uuidString)")
        for part in ["new", "cur", "tmp"] {
            try FileManager.default.createDirectory(
                at: home.appending(path: "mail/\(part)"), withIntermediateDirectories: true)
        }
        // It keeps mails under another user than root, but must be started as root or as that user.
        let isRoot = getuid() == 0
        let (user, group) = isRoot ? (Self.nobody, Self.nobody) : (getuid(), getgid())
        let owner = isRoot ? "" : "default_internal_user = \(NSUserName())\ndefault_login_user = \(NSUserName())\n"
        let settings = """
            base_dir = \(home.path)/run
            state_dir = \(home.path)/state
            log_path = \(home.path)/log
            protocols = imap
            listen = 127.0.0.1
            ssl = no
            disable_plaintext_auth = no
            first_valid_uid = 1
            \(owner)mail_location = maildir:\(home.path)/mail
            service anvil {
              chroot =
            }
            service imap-login {
              chroot =
              inet_listener imap {
                port = \(port)
              }
              inet_listener imaps {
                port = 0
              }
            }
            passdb {
              driver = static
              args = password=secret
            }
            userdb {
              driver = static
              args = uid=\(user) gid=\(group) home=\(home.path)
            }

            """
        let file = home.appending(path: "dovecot.conf")
        try settings.write(to: file, atomically: true, encoding: .utf8)
        for part in ["", "/mail", "/mail/new", "/mail/cur", "/mail/tmp"] { try own(home.path + part) }
        server.executableURL = URL(filePath: "/usr/sbin/dovecot")
        server.arguments = ["-F", "-c", file.path]
        // Otherwise whoever waits for the end of the tests' output waits for it, too.
        (server.standardInput, server.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        server.standardError = FileHandle.nullDevice
        try server.run()
    }

    /// Its address, as the program's option wants it.
    func address(password: String = "secret") -> String { "imap://news:\(password)@127.0.0.1:\(port)/INBOX" }

    /// Delivers a mail.
    /// - Parameter isReadable: whether the server can read it.
    func deliver(_ text: String, isReadable: Bool = true) throws {
        let name = UUID().uuidString
        let file = home.appending(path: "mail/tmp/\(name)")
        try Data(text.replacing("\n", with: "\r\n").utf8).write(to: file)
        try own(file.path)
        if !isReadable { try #require(chmod(file.path, 0) == 0) }
        try FileManager.default.moveItem(at: file, to: home.appending(path: "mail/new/\(name)"))
    }

    /// The number of mails that nobody has read.
    func unread() throws -> Int {
        let names = try ["new", "cur"].flatMap {
            try FileManager.default.contentsOfDirectory(atPath: home.path + "/mail/" + $0)
        }
        return names.count { !($0.split(separator: ",").last ?? "").contains("S") || !$0.contains(":2,") }
    }

    func stop() {
        // It inherits a mask of signals in which a milder one may be blocked. Its processes end with it.
        kill(server.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: home)
    }

    private func own(_ path: String) throws {
        guard getuid() == 0 else { return }
        try #require(chown(path, Self.nobody, Self.nobody) == 0)
    }

    /// The user and the group of that name in Debian.
    private static let nobody: uid_t = 65_534
}

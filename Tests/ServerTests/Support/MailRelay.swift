import Foundation
import Testing

/// A relay of Debian's package `postfix` in a folder of its own, which delivers mails to this machine's readers and returns those to readers that
/// it does not have. Only root can start one.
final class MailRelay {
    /// Below those that systems give to programs that ask for any.
    let port = Int.random(in: 20_000..<30_000)
    /// The domain of its readers.
    static let domain = "readers.example"
    static let isPossible = getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/sbin/postfix")

    private let home: URL
    private let master = Process()

    /// - Parameters:
    ///   - readers: the readers that it has, by their names in its domain.
    ///   - senders: the domain of the newspaper, whose mails it delivers as well.
    ///   - mail: the folder to which mails to the newspaper are delivered.
    init(readers: [String], senders: String, mail: URL) throws {
        home = FileManager.default.temporaryDirectory.appending(path: "n4md-relay-\(UUID().uuidString)")
        for part in ["conf", "queue", "data", "mail"] {
            try FileManager.default.createDirectory(
                at: home.appending(path: part), withIntermediateDirectories: true)
        }
        let names = readers.map { "{/^\($0)@/ \(home.path)/mail/\($0)/}" } + ["{/@\(senders)$$/ \(mail.path)/}"]
        let settings = """
            compatibility_level = 3.6
            config_directory = \(home.path)/conf
            queue_directory = \(home.path)/queue
            data_directory = \(home.path)/data
            meta_directory = /etc/postfix
            daemon_directory = /usr/lib/postfix/sbin
            command_directory = /usr/sbin
            mail_owner = postfix
            setgid_group = postdrop
            maillog_file_prefixes = \(home.path)
            maillog_file = \(home.path)/log
            myhostname = relay.example
            mydestination =
            alias_maps =
            inet_interfaces = 127.0.0.1
            inet_protocols = ipv4
            mynetworks = 127.0.0.0/8
            recipient_delimiter =
            smtpd_reject_unlisted_recipient = no
            virtual_mailbox_domains = \(Self.domain), \(senders)
            virtual_mailbox_base = /
            virtual_mailbox_maps = regexp:{\(names.joined(separator: ", "))}
            virtual_uid_maps = static:\(Self.nobody)
            virtual_gid_maps = static:\(Self.nobody)
            virtual_minimum_uid = 1

            """
        try settings.write(to: home.appending(path: "conf/main.cf"), atomically: true, encoding: .utf8)
        // Its service for mails to anywhere else is left out: nothing can leave this machine.
        let services = """
            \(port) inet n - n - - smtpd
            cleanup unix n - n - 0 cleanup
            qmgr unix n - n 300 1 qmgr
            rewrite unix - - n - - trivial-rewrite
            bounce unix - - n - 0 bounce
            defer unix - - n - 0 bounce
            trace unix - - n - 0 bounce
            flush unix n - n 1000? 0 flush
            proxymap unix - - n - - proxymap
            error unix - - n - - error
            retry unix - - n - - error
            virtual unix - n n - - virtual
            anvil unix - - n - 1 anvil
            postlog unix-dgram n - n - 1 postlogd

            """
        try services.write(to: home.appending(path: "conf/master.cf"), atomically: true, encoding: .utf8)
        let postfix = try #require(getpwnam("postfix")).pointee.pw_uid
        try #require(chown(home.path + "/data", postfix, 0) == 0)
        try #require(chown(home.path + "/mail", Self.nobody, Self.nobody) == 0)
        master.executableURL = URL(filePath: "/usr/sbin/postfix")
        master.arguments = ["-c", home.path + "/conf", "start-fg"]
        (master.standardInput, master.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        master.standardError = FileHandle.nullDevice
        try master.run()
    }

    /// The mails that a reader has got.
    func mails(to reader: String) throws -> [String] {
        let folder = home.appending(path: "mail/\(reader)/new")
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try (files ?? []).map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    }

    /// Its log: a line for each step of a mail.
    var log: String { (try? String(contentsOf: home.appending(path: "log"), encoding: .utf8)) ?? "" }

    func stop() {
        let stop = Process()
        stop.executableURL = master.executableURL
        stop.arguments = ["-c", home.path + "/conf", "abort"]
        (stop.standardOutput, stop.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        if (try? stop.run()) != nil { stop.waitUntilExit() }
        if master.isRunning { kill(master.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: home)
    }

    /// The user and the group of that name in Debian.
    private static let nobody: uid_t = 65_534
}

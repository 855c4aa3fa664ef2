import Credentials

/// Where the newsroom's pages are, and how long its links are good.
enum NewsroomLinks {
    static let root = "/admin/"
    static let logIn = "/admin/log-in"
    static let logOut = "/admin/log-out"
    static let code = "/admin/code"
    static let account = "/admin/account"
    static let factor = "/admin/account/second-factor"
    static let people = "/admin/people"
    static let articles = "/admin/articles"
    static let editions = "/admin/editions"
    static let webhooks = "/admin/webhooks"
    static let subscribers = "/admin/websub"
    static let pictures = "/admin/pictures"
    static let sections = "/admin/sections"
    static let sources = "/admin/sources"
    static let audit = "/admin/audit"
    static let auditExport = "/admin/audit.csv"

    /// Random bits of a link by which somebody chooses a password.
    static let bits = 256
    /// Hours for which it is good.
    static let hours = 48

    /// Where an article is written.
    static func article(_ id: Int) -> String { "\(articles)/\(id)" }

    /// Where an edition is made.
    static func edition(_ number: Int) -> String { "\(editions)/\(number)" }

    /// Where somebody chooses a password.
    static func welcome(_ secret: Secret) -> String { "/admin/welcome/" + secret.text }

    /// The page of a picture.
    static func picture(_ hash: String) -> String { pictures + "/" + hash }

    /// A page of the newsroom that somebody wanted before logging in; the first page where it is none.
    static func destination(_ wanted: String) -> String {
        let isOurs =
            wanted.hasPrefix(root) && !wanted.contains("//") && !wanted.contains("\\")
            && wanted.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return isOurs && ![logIn, code].contains { wanted.hasPrefix($0) } ? wanted : root
    }
}

package import Credentials

/// The addresses of the newsroom's pages, and how long its links are valid.
package enum NewsroomLinks {
    package static let root = "/admin/"
    package static let logIn = "/admin/log-in"
    static let logOut = "/admin/log-out"
    package static let code = "/admin/code"
    package static let account = "/admin/account"
    package static let factor = "/admin/account/second-factor"
    package static let people = "/admin/people"
    package static let articles = "/admin/articles"
    package static let selected = "/admin/articles/selected"
    package static let calendar = "/admin/calendar"
    package static let messages = "/admin/messages"
    package static let letters = "/admin/letters"
    package static let editions = "/admin/editions"
    package static let webhooks = "/admin/webhooks"
    package static let subscribers = "/admin/websub"
    package static let pictures = "/admin/pictures"
    package static let sections = "/admin/sections"
    package static let sources = "/admin/sources"
    package static let settings = "/admin/settings"
    package static let pages = "/admin/settings/pages"
    package static let policy = "/admin/settings/policy"
    package static let audit = "/admin/audit"
    package static let auditExport = "/admin/audit.csv"

    /// The random bits of a link for choosing a password.
    package static let bits = 256
    /// The hours for which such a link is valid.
    package static let hours = 48

    /// The page for writing an article.
    package static func article(_ id: Int) -> String { "\(articles)/\(id)" }

    /// The page for making an edition.
    package static func edition(_ number: Int) -> String { "\(editions)/\(number)" }

    /// The page for choosing a password.
    package static func welcome(_ secret: Secret) -> String { "/admin/welcome/" + secret.text }

    /// The page of a picture.
    package static func picture(_ hash: String) -> String { pictures + "/" + hash }

    /// The newsroom page that somebody wanted before logging in; the first page if it is not one of ours.
    package static func destination(_ wanted: String) -> String {
        let isOurs =
            wanted.hasPrefix(root) && !wanted.contains("//") && !wanted.contains("\\")
            && wanted.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return isOurs && ![logIn, code].contains { wanted.hasPrefix($0) } ? wanted : root
    }
}

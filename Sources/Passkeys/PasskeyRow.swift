package import Archive
package import News
package import Web

/// A passkey as its owner sees it.
package struct PasskeyRow: Sendable {
    package let id: Int
    /// The browser in which it was made.
    package let browser: String
    /// When it was added and last used.
    package let life: String

    package init(_ passkey: PasskeyRecord, _ strings: Strings) {
        id = passkey.id
        browser = strings.browser(passkey.agent)
        let added = strings("passkey_added", Moment(passkey.createdAt, strings).text)
        life =
            added + " "
            + (passkey.usedAt.map { strings("passkey_used", Moment($0, strings).text) } ?? strings["passkey_unused"])
    }
}

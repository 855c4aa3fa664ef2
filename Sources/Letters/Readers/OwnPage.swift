import Archive
import Foundation
import News
import Web
import WebEditions

/// The pages on which readers see, take along and delete what is kept of them. Each has one of these parts.
struct OwnPage: Sendable {
    /// The outcome of a form.
    var note: String?
    /// Asks for an address.
    var form: Form?
    /// The end of the address from a mail, for the button that opens the page.
    var question: String?
    var kept: Kept?

    struct Form: Sendable {
        var address = ""
        var fault: String?
    }
    struct Subscription: Sendable {
        var name: String
        var facts: [String]
        /// The words that the reader agreed to.
        var consent: String
    }
    struct Kept: Sendable {
        /// The end of the address from the mail.
        var key: String
        var address: String
        var since: String
        var subscriptions: [Subscription]
        var mails: String

        init(_ reader: KnownReader, key: String, _ masthead: Masthead, _ strings: Strings) {
            (self.key, address) = (key, reader.address)
            since = strings("me_since", Moment(reader.createdAt, strings).text)
            subscriptions = reader.subscriptions.map { one in
                let asked = strings("me_askedOn", Moment(one.askedAt, strings).text)
                let confirmed = one.confirmedAt.map { strings("me_confirmedOn", Moment($0, strings).text) }
                return Subscription(
                    name: strings.name(of: one.list, masthead),
                    facts: [asked, confirmed ?? strings["me_unconfirmed"]], consent: one.consent)
            }
            mails = strings("me_mails", reader.mails.count)
        }
    }
}

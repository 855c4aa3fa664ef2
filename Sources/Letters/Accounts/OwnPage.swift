import Archive
import Foundation
import News
import Passkeys
import Web
import WebEditions

/// The pages on which readers see, take along and delete what is kept of them. Each has one of these parts.
struct OwnPage: Sendable {
    /// The outcome of a form.
    var note: String?
    /// Asks for an address.
    var form: Form?
    /// Asks for the code of a mail.
    var code: Code?
    /// Asks whether to log in, after the link of a mail.
    var question: Question?
    var kept: Kept?
    /// The stories that the reader has saved; nil on the other pages.
    var saved: Saved?
    /// The topics that the reader follows; nil on the other pages.
    var news: OwnNewsPage?

    struct Form: Sendable {
        var address = ""
        var fault: String?
        var offersPasskeys = false
    }
    struct Question: Sendable {
        /// The end of the link.
        var key: String
        /// Names the reader, so that nobody is logged in as somebody else by a link that was sent to them.
        var text: String
    }
    struct Code: Sendable {
        var fault: String?
    }
    struct Subscription: Sendable {
        var name: String
        var facts: [String]
        /// The words that the reader agreed to.
        var consent: String
        /// The page on which the newsletter is cancelled.
        var leave: String
    }
    struct Saved: Sendable {
        struct Story: Sendable {
            var id: Int
            var headline: String
            var url: String
            var language: String
        }
        var stories: [Story]
        /// Where further ones begin.
        var next: Int?
        /// Whether none was saved; some may have been withdrawn since.
        var isEmpty: Bool

        init(_ stories: [News.Story], next: Int?, isEmpty: Bool) {
            self.stories = stories.map {
                Story(id: $0.id, headline: $0.headline, url: "/articles/\($0.slug)", language: $0.language)
            }
            (self.next, self.isEmpty) = (next, isEmpty)
        }
    }
    struct Kept: Sendable {
        var address: String
        var since: String
        var subscriptions: [Subscription]
        var hasSubscriptions: Bool
        var mails: String
        /// How many stories were saved and read.
        var stories: String
        /// How much is followed.
        var followed: String
        /// When this and other browsers logged in.
        var sessions: [String]
        var passkeys: [PasskeyRow]
        /// Whether passkeys can be added.
        var offersPasskeys: Bool
        /// Whether there is anything to show of passkeys.
        var hasPasskeys: Bool
        /// The other browsers that are logged in; nil if there are none.
        var others: String?

        init(
            _ reader: KnownReader, _ trail: ReaderTrail, _ links: LetterLinks, _ masthead: Masthead,
            _ strings: Strings, offersPasskeys: Bool
        ) {
            address = reader.address
            func count(_ kind: ReaderItems.Kind) -> String { "\(trail.items.count { $0.kind == kind })" }
            stories =
                strings.filled("me_stories", ["saved": count(.saved), "read": count(.read)])
                + (trail.settings == nil ? "" : " " + strings["me_settings"])
            followed = strings("me_followed", trail.topics.count)
            sessions = trail.sessions.map { life in
                strings.filled(
                    "me_session",
                    ["began": Moment(life.began, strings).text, "used": Moment(life.used, strings).text])
            }
            passkeys = trail.passkeys.map { PasskeyRow($0, strings) }
            self.offersPasskeys = offersPasskeys
            hasPasskeys = offersPasskeys || !passkeys.isEmpty
            others = sessions.count > 1 ? strings("me_others", sessions.count - 1) : nil
            let language = strings.locale.localizedString(forIdentifier: reader.language) ?? reader.language
            since = strings.filled(
                "me_since", ["time": Moment(reader.createdAt, strings).text, "language": language])
            subscriptions = reader.subscriptions.map { one in
                let asked = strings("me_askedOn", Moment(one.askedAt, strings).text)
                let confirmed = one.confirmedAt.map { strings("me_confirmedOn", Moment($0, strings).text) }
                return Subscription(
                    name: strings.name(of: one.list, masthead),
                    facts: [asked, confirmed ?? strings["me_unconfirmed"]], consent: one.consent,
                    leave: links.leaving(one.list, by: reader.id))
            }
            hasSubscriptions = !subscriptions.isEmpty
            mails = strings("me_mails", reader.mails.count)
        }
    }
}

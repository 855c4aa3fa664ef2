import Archive
import Channels
package import Credentials
import Documents
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
package import Locating
import News
package import Passkeys
import Syndication
package import Web
package import WebEditions

/// The steps that the routes of the newsroom share: identifying the visitor, reading forms, sending pages.
package struct NewsroomDesk: Sendable {
    package let pages: PageDesk
    /// Checks the passwords of people whose browser is known.
    package let passwords: PasswordWork
    /// Checks the passwords of all others, so that however many there are, they hold up nobody else.
    package let strangers: PasswordQueue
    /// The puzzles that strangers solve while many of them wait.
    let puzzles: LogInPuzzles
    /// Finds places by name.
    package let gazetteer: Gazetteer
    /// Checks whether links answer.
    package let linkChecker: LinkChecker
    /// The sender of messages to readers' devices; nil if the operator has not set up push.
    package let push: PushLink?
    /// The writer of newsletters; nil if the operator has not set up mail.
    package let letters: NewsletterLink?
    /// Nil if browsers give the site no passkeys.
    package let passkeys: PasskeyDesk?

    package init(
        pages: PageDesk, passwords: PasswordWork, strangers: PasswordQueue, gazetteer: Gazetteer,
        linkChecker: LinkChecker, push: PushLink?, letters: NewsletterLink?, passkeys: PasskeyDesk?
    ) {
        self.pages = pages
        self.passwords = passwords
        self.strangers = strangers
        puzzles = LogInPuzzles(archive: pages.archive)
        self.gazetteer = gazetteer
        self.linkChecker = linkChecker
        (self.push, self.letters, self.passkeys) = (push, letters, passkeys)
    }
    var archive: Archive { pages.archive }
    var revisions: Revisions { pages.revisions }
    /// Identifies the session of a browser, for the longest that a session lasts however much it is used.
    var sessionCookie: SecretCookie { cookie("newsroom", days: 14) }
    /// Shows that somebody has logged in with this browser before.
    var browserCookie: SecretCookie { cookie("newsroom-browser", days: 365) }

    private func cookie(_ name: String, days: Int) -> SecretCookie {
        SecretCookie(name, seconds: days * 86_400, path: NewsroomLinks.root, isSecureSite: isSecureSite)
    }
    private var isSecureSite: Bool { pages.site.root.hasPrefix("https:") }

    /// A visit to the newsroom by somebody with a session.
    package struct Visit: Sendable {
        var session: Session
        /// The secret that the browser presents.
        var secret: Secret
        package var strings: Strings
        var masthead: Masthead
        /// A hidden field of every form, so that no other site can send it: only somebody who knows the
        /// session can derive it.
        var formToken: String { secret.derived(for: "form") }
        var editor: Editor { session.editor }
        var maker: Maker { editor.maker }
    }

    /// The texts for the sender of a request.
    func strings(_ request: Request) -> Strings { pages.strings(for: request) }

    /// The client's address, or the peer's if no proxy clearly names another.
    func address(_ request: Request, _ context: NewsRequestContext) -> String? {
        pages.desk.origins.client(request, context) ?? context.remoteAddress
    }

    /// The visit that a request's session allows; nil without one.
    func visit(_ request: Request, _ context: NewsRequestContext) async throws -> Visit? {
        guard let secret = sessionCookie.secret(request),
            var session = try await archive.read({ try $0.sessions.find(secret.hash) })
        else { return nil }
        let address = address(request, context)
        session.editor.address = address
        if session.isDue {
            let id = session.id
            try await archive.write { try $0.sessions.noteUse(of: id, address: address ?? "") }
        }
        return Visit(
            session: session, secret: secret, strings: strings(request),
            masthead: try await revisions.masthead())
    }

    /// Whether the visitor's role requires a second factor.
    func needsFactor(_ visit: Visit) async throws -> Bool {
        try await archive.read { try $0.people.secondFactorFrom() }.map { visit.editor.role >= $0 } ?? false
    }

    /// The fields of a form sent by somebody who is logged in. Throws 403 if it was not our form.
    /// - Parameter limit: the largest form, in bytes.
    func form(_ request: Request, _ visit: Visit, limit: Int = FormBody.limit) async throws -> NewsroomForm {
        let form = try await openForm(request, visit.strings, limit: limit)
        guard Secret.areEqual(form["form_token"], visit.formToken) else {
            throw Problem(.forbidden, visit.strings["room_formIsOld"])
        }
        return form
    }

    /// The fields of a form that needs no session. Throws 403 if the browser says that another site sent
    /// it.
    func openForm(_ request: Request, _ strings: Strings, limit: Int = FormBody.limit) async throws -> NewsroomForm {
        let body = try await FormBody.collect(request, limit: limit)
        let fields = try FormBody.fields(body, type: request.headers[.contentType])
        guard request.isFromThisSite else { throw Problem(.forbidden, strings["room_formIsForeign"]) }
        return NewsroomForm(fields)
    }

    /// Makes a change that readers may see. This node learns of it at once, so that the next page shows it.
    @discardableResult
    func change<T: Sendable>(_ body: @escaping @Sendable (Holdings) throws -> T) async throws -> T {
        let (made, revision) = try await archive.write { holdings in
            (try body(holdings), try holdings.newspaper.revision())
        }
        revisions.observe(revision)
        return made
    }

    /// Redirects to another page after a form was processed.
    func redirect(_ location: String) -> Response {
        Response(status: .seeOther, headers: [.location: location, .cacheControl: "no-store"])
    }
}

extension Strings {
    /// The refusal of what only people with a role, or a higher one, may do.
    func tooWeak(below role: EditorRole) -> String { self["room_tooWeak_" + role.rawValue] }

    /// The newspaper's time zone by name, such as "Western European Time".
    var zoneName: String {
        timeZone.localizedName(for: .generic, locale: locale) ?? timeZone.identifier
    }
}

import Archive
import Foundation
import Mail
import News
import Syndication
import Web
import WebEditions

/// Writes the mails of the queue.
struct MailWriter: Sendable {
    let from: MailAddress
    let links: LetterLinks
    let templates: Templates
    let masthead: Masthead

    /// A mail as it goes to its reader.
    /// - Parameters:
    ///   - letter: what its list sends, unless it asks for a confirmation.
    ///   - lists: what is to be confirmed.
    func message(_ job: MailJob, _ letter: SplitLetter?, confirming lists: [MailingList]) throws -> MailMessage {
        let to = try MailAddress(job.address)
        if let logIn = job.logIn { return try self.logIn(logIn, job, to) }
        guard let letter else { return try confirmation(job, to, lists) }
        let list = job.reader.map { reader in (letter.list, links.leaving(letter.list, by: reader)) }
        let leave = list?.1 ?? links.site.root + LetterLinks.page
        return MailMessage(
            sender: masthead.title.inOneLine, from: from, to: to, subject: letter.subject.inOneLine, date: job.madeAt,
            identifier: identifier(job),
            text: letter.text.joined(separator: leave), html: letter.html.joined(separator: leave),
            list: list.flatMap { fields($0.0, $0.1) })
    }

    private func identifier(_ job: MailJob) -> String { "\(job.kind.rawValue).\(job.id)" }

    private func fields(_ list: MailingList, _ leave: String) -> MailingListFields? {
        guard let leave = URL(string: leave), let help = URL(string: links.site.root + LetterLinks.page) else {
            return nil
        }
        let strings = templates.catalogues.strings(for: [], of: masthead)
        return MailingListFields(
            name: "\(masthead.title): \(strings.name(of: list, masthead))".inOneLine,
            identifier: list.label + "." + from.domain,
            leave: leave, help: help)
    }

    private func confirmation(_ job: MailJob, _ to: MailAddress, _ lists: [MailingList]) throws -> MailMessage {
        let strings = templates.catalogues.strings(for: [job.language], of: masthead)
        let names = lists.map { strings.name(of: $0, masthead) }.joined(separator: ", ")
        return try note(
            job, to, strings, subject: strings("letters_confirmSubject", masthead.title),
            question: strings.filled("letters_confirmMail", ["lists": names, "paper": masthead.title]),
            link: links.confirmation(of: job.reader ?? 0), end: strings["letters_confirmMailEnd"])
    }

    private func logIn(_ id: Int, _ job: MailJob, _ to: MailAddress) throws -> MailMessage {
        let strings = templates.catalogues.strings(for: [job.language], of: masthead)
        let (links, values) = (LogInLinks(site: links.site, secret: links.secret), ["paper": masthead.title])
        let code = links.code(of: id)
        return try note(
            job, to, strings, subject: strings("me_mailSubject", masthead.title),
            question: strings.filled("me_mail", values.merging(["code": code]) { $1 }), link: links.link(to: id),
            end: strings["me_mailEnd"])
    }

    /// A short mail with a link, to somebody who asked for it.
    private func note(
        _ job: MailJob, _ to: MailAddress, _ strings: Strings, subject: String, question: String, link: String,
        end: String
    ) throws -> MailMessage {
        let subject = subject.inOneLine
        let values = [
            "language": strings.language, "subject": subject, "question": question, "link": link, "end": end,
        ]
        return MailMessage(
            sender: masthead.title.inOneLine, from: from, to: to, subject: subject, date: job.madeAt,
            identifier: identifier(job), text: [question, link, end].joined(separator: "\n\n") + "\n",
            html: String(decoding: try templates.render("letter-confirmation", of: values), as: UTF8.self))
    }
}

extension MailingList {
    /// The first labels of its `List-Id` (RFC 2919), such as `city.section`.
    fileprivate var label: String {
        if case .search(let words) = self { return (Slug.make(words) ?? "words") + ".search" }
        return name.split(separator: "/").reversed().joined(separator: ".")
    }
}

/// A newsletter in pieces, between which each reader's own address stands that leaves the list: split once for all of them.
struct SplitLetter: Sendable {
    let list: MailingList
    let subject: String
    let html: [String]
    let text: [String]

    init(_ draft: LetterDraft) {
        (list, subject) = (draft.list, draft.subject)
        html = draft.html.components(separatedBy: LetterWriter.leaving)
        text = draft.text.components(separatedBy: LetterWriter.leaving)
    }
}

import Archive
import Foundation
import Mail
import News
import Syndication
import Web
import WebEditions
import XML

/// Writes the mails of the queue.
struct MailWriter: Sendable {
    let from: MailAddress
    let links: LetterLinks
    let catalogues: Catalogues
    let masthead: Masthead

    /// A mail as it goes to its reader.
    /// - Parameters:
    ///   - letter: what its list sends, unless it asks for a confirmation.
    ///   - lists: what is to be confirmed.
    func message(_ job: MailJob, _ letter: SplitLetter?, confirming lists: [MailingList]) throws -> MailMessage {
        let to = try MailAddress(job.address)
        guard let letter else { return confirmation(job, to, lists) }
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
        let strings = catalogues.strings(for: [], of: masthead)
        return MailingListFields(
            name: "\(masthead.title): \(strings.name(of: list, masthead))".inOneLine,
            identifier: list.name.split(separator: "/").reversed().joined(separator: ".") + "." + from.domain,
            leave: leave, help: help)
    }

    private func confirmation(_ job: MailJob, _ to: MailAddress, _ lists: [MailingList]) -> MailMessage {
        let strings = catalogues.strings(for: [job.language], of: masthead)
        let link = links.confirmation(of: job.reader ?? 0)
        let names = lists.map { strings.name(of: $0, masthead) }.joined(separator: ", ")
        let parts = [
            strings.filled("letters_confirmMail", ["lists": names, "paper": masthead.title]), link,
            strings["letters_confirmMailEnd"],
        ]
        let html = parts.map { part in
            let text = part.escapedForMarkup
            return part == link ? "<p><a href=\"\(text)\">\(text)</a></p>" : "<p>\(text)</p>"
        }
        return MailMessage(
            sender: masthead.title.inOneLine, from: from, to: to,
            subject: strings("letters_confirmSubject", masthead.title).inOneLine,
            date: job.madeAt, identifier: identifier(job), text: parts.joined(separator: "\n\n") + "\n",
            html: "<!DOCTYPE html><html lang=\"\(strings.language)\"><body>\(html.joined())</body></html>")
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

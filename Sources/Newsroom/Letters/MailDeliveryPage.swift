import Archive
import Fetching
import Foundation
import Mail
import News
import Web

/// The page that says how mails to readers fare, for chiefs.
struct MailDeliveryPage: Sendable {
    struct Figure: Sendable {
        var name: String
        var value: String
    }
    struct Reply: Sendable {
        var text: String
        var mails: String
    }
    struct Doubt: Sendable {
        var moment: Moment
        var what: String
    }
    /// A line of the checklist.
    struct Check: Sendable {
        var name: String
        /// How to set it right; nil where nothing is wrong, or nobody answered.
        var detail: String?
        var finding: String
        var isMet: Bool
        /// The name at which the record stands.
        var place: String
        /// The record that is there; nil for none.
        var found: String?
        /// The record to be set; nil if it is there, or the operator's own choice.
        var wanted: String?
    }

    var queue: [Figure]
    var bounces: [Figure]
    /// Why the folder to which mails come back could not be read; nil if it could.
    var boxFault: String?
    var replies: [Reply]
    var hasReplies: Bool
    var doubts: [Doubt]
    var hasDoubts: Bool
    /// Empty until they are asked for.
    var checks: [Check]
    var isChecked: Bool

    init(_ summary: MailSummary, _ checked: (checks: [MailCheck], key: DomainKey)?, _ strings: Strings) {
        func figure(_ name: String, _ value: Int?) -> Figure {
            Figure(name: strings["room_mail_" + name], value: (value ?? 0).formatted(.number.locale(strings.locale)))
        }
        func figure(_ name: String, _ date: Date?) -> Figure? {
            date.map { Figure(name: strings["room_mail_" + name], value: Moment($0, strings).text) }
        }
        let counts = summary.counts
        let waiting = ["waiting", "claimed", "data"].reduce(0) { $0 + counts[$1, default: 0] }
        queue =
            [figure("waiting", waiting), figure("since", summary.waitingSince), figure("next", summary.nextTryAt)]
            .compactMap(\.self) + [
                figure("hour", summary.sentInLastHour), figure("day", summary.sentInLastDay),
                figure("sent", counts["sent"]), figure("refused", counts["refused"]),
                figure("withdrawn", counts["withdrawn"]), figure("doubt", counts["doubt"]),
            ]
        bounces =
            [
                figure("bounce", summary.suppressed["bounce"]), figure("complaint", summary.suppressed["complaint"]),
                figure("bouncing", summary.bouncing),
            ] + [figure("looked", summary.look?.at)].compactMap(\.self)
        boxFault = summary.look.flatMap { $0.fault.isEmpty ? nil : strings("room_mailBoxFault", $0.fault) }
        replies = summary.replies.map { reply in
            let isOurs = reply.text == "\(FetchError.unreachable)"
            return Reply(
                text: isOurs ? strings["room_mailUnreached"] : reply.text, mails: strings("room_mails", reply.count))
        }
        hasReplies = !replies.isEmpty
        doubts = summary.doubts.map { doubt in
            // Readers are counted, never listed: the domain tells the operator whose log to ask.
            let domain = doubt.address.split(separator: "@").last.map { "…@" + $0 } ?? ""
            return Doubt(
                moment: Moment(doubt.at, strings), what: strings["room_mailKind_" + doubt.kind] + " · " + domain)
        }
        hasDoubts = !doubts.isEmpty
        isChecked = checked != nil
        checks =
            checked.map { checked in
                checked.checks.map { Check($0, key: checked.key, strings) }
            } ?? []
    }
}

extension MailDeliveryPage.Check {
    fileprivate init(_ check: MailCheck, key: DomainKey, _ strings: Strings) {
        let subject = "room_mailCheck_" + check.subject.rawValue
        name = strings[subject]
        isMet = check.finding == .met
        finding = strings["room_mailFinding_" + check.finding.rawValue]
        detail =
            switch check.finding {
            case .met, .unknown: nil
            case .missing: strings[subject + "_detail"]
            case .wrong: strings[subject + "_wrong"]
            }
        place = check.name
        found = check.found.isEmpty ? nil : check.found
        wanted = check.subject == .dkim && !isMet ? key.record : nil
    }
}

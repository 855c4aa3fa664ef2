import Archive
import Editorial
import Foundation
import News
import Syndication
import Web

/// The page of all people in the newsroom.
struct PeoplePage: Sendable {
    struct Row: Sendable {
        var id: Int
        var name: String
        /// The name in its form, which may be one that was refused.
        var typedName: String
        /// Why the form was refused, which unfolds it.
        var fault: String?
        var role: String
        /// The value of the role.
        var roleValue: String
        /// Notes on the person: never logged in, no second factor, disabled.
        var notes: [String]
        var isDisabled: Bool
        /// Whether the chief can make a link for a new password: not for the chief, nor for somebody disabled.
        var mayHaveLink: Bool
        /// Whether the chief can change the role: not the chief's own, which another chief can.
        var mayHaveRole: Bool
        /// Whether they were invited and have not chosen a password yet, so that the invitation can be deleted.
        var isInvited: Bool
        /// Whether the chief can remove the access: not the chief's own.
        var mayBeShutOut: Bool
        /// What another link does.
        var linkDetail: String
        var linkName: String
        /// Whether there is a second factor that the chief can remove; the chief's own is excluded.
        var hasFactor: Bool
        var roles: [Choice]
    }
    struct Role: Sendable {
        var value: String
        var name: String
        /// The rights that it gives.
        var rights: String
        var isChosen: Bool
    }
    /// A change of somebody's name or role that was refused.
    struct Refused: Sendable {
        var id: Int
        var form: PersonForm
        var fault: String
    }
    /// A link that is shown only once.
    struct Link: Sendable {
        var name: String
        var address: String
        /// Opens the chief's own mail program with a letter that has the link (RFC 6068).
        var mail: String

        init(_ name: String, _ address: String, _ paper: String, _ strings: Strings) {
            (self.name, self.address) = (name, address)
            let subject = strings("room_linkSubject", paper)
            let body = strings.filled("room_linkLetter", ["name": name, "paper": paper, "link": address])
            mail = "mailto:?subject=\(subject.escapedForQuery)&body=\(body.escapedForQuery)"
        }
    }

    var rows: [Row]
    var roles: [Role]
    var rules: [Choice]
    /// Those who have no second factor, by name; nil if all have one.
    var withoutFactor: String?
    var typedName: String
    /// Whether an invitation was refused.
    var isRefused: Bool
    var link: Link?
    var days = NewsroomLinks.hours / 24

    init(
        _ visit: NewsroomDesk.Visit, _ people: [Person], secondFactorFrom from: EditorRole?, typed: NewsroomForm?,
        refused: Refused?, link: Link?
    ) {
        let strings = visit.strings
        func choices(_ chosen: EditorRole?) -> [Choice] {
            EditorRole.allCases.map {
                .init(value: $0.rawValue, name: strings["room_role_" + $0.rawValue], isChosen: $0 == chosen)
            }
        }
        rows = people.map { person in
            // Without access there are no sessions that could tell more.
            let presence =
                person.isDisabled
                ? strings["room_isDisabled"]
                : person.seenAt.map { strings("room_active", Moment($0, strings).text) }
                    ?? strings[person.hasPassword ? "room_notIn" : "room_noPassword"]
            let notes = [presence] + (person.hasSecondFactor ? [strings["room_hasFactor"]] : [])
            let isAnother = person.id != visit.editor.id
            let refused = refused?.id == person.id ? refused : nil
            return Row(
                id: person.id, name: person.name, typedName: refused?.form.name ?? person.name, fault: refused?.fault,
                role: strings["room_role_" + person.role.rawValue], roleValue: person.role.rawValue, notes: notes,
                isDisabled: person.isDisabled, mayHaveLink: !person.isDisabled && isAnother, mayHaveRole: isAnother,
                isInvited: !person.hasPassword, mayBeShutOut: !person.isDisabled && isAnother,
                linkDetail: strings[person.hasPassword ? "room_newLinkDetail" : "room_newInvitationDetail"],
                linkName: strings[person.hasPassword ? "room_newLink" : "room_newInvitation"],
                hasFactor: person.hasSecondFactor && isAnother,
                roles: choices(refused?.form.role ?? person.role))
        }
        roles = choices(typed.flatMap { EditorRole(rawValue: $0["role"]) } ?? .journalist).map {
            Role(value: $0.value, name: $0.name, rights: strings["room_rights_" + $0.value], isChosen: $0.isChosen)
        }
        // By role, as the rule goes: it is for one role and all above.
        let covered = EditorRole.allCases.reversed().filter { $0 >= from ?? .contributor }
        let without = covered.flatMap { role in
            people.filter { $0.role == role && !$0.hasSecondFactor && !$0.isDisabled }
                .map { "\($0.name) (\(strings["room_role_" + role.rawValue]))" }
        }
        withoutFactor = without.isEmpty ? nil : strings("room_factorWithout", without.joined(separator: ", "))
        rules =
            [.init(value: "", name: strings["room_factorFrom_nobody"], isChosen: from == nil)]
            + EditorRole.allCases.reversed().map {
                .init(value: $0.rawValue, name: strings["room_factorFrom_" + $0.rawValue], isChosen: $0 == from)
            }
        typedName = typed?["name"] ?? ""
        isRefused = typed != nil
        self.link = link
    }
}

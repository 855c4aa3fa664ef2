import Archive
import Editorial
import Foundation
import News
import Web

/// The page of the audit trail.
struct AuditPage: Sendable {
    /// The number of entries on a page.
    static let limit = 50

    var rows: [AuditRow]
    var isEmpty: Bool
    var makers: [Choice]
    var actions: [Choice]
    var subject: String
    var from: String
    var to: String
    var export: String
    var more: String?

    /// - Parameters:
    ///   - entries: one more than the page shows if there are older ones.
    ///   - headlines: the headlines of the articles in the entries.
    ///   - names: the names of people whose invitations were deleted, by subject.
    init(
        _ entries: [AuditEntry], headlines: [Int: String], names: [String: String], _ form: NewsroomForm,
        _ choices: AuditQuery.Choices,
        _ strings: Strings
    ) {
        let page = entries.prefix(Self.limit)
        rows = page.map { AuditRow($0, choices.people, headlines, names, strings) }
        isEmpty = rows.isEmpty
        func choice(_ value: String, _ name: String, _ field: String) -> Choice {
            .init(value: value, name: name, isChosen: value == form[field])
        }
        makers =
            [choice("", strings["room_auditEverybody"], "who")]
            + choices.people.map { choice(String($0.id), $0.name, "who") }
            + [choice(AuditQuery.nobody, strings["room_auditNobody"], "who")]
        actions =
            [choice("", strings["room_auditEverything"], "what")]
            + choices.kinds.filter(choices.isWide).map {
                choice($0, strings("room_auditAll", strings.kind(String($0.dropLast()))), "what")
            }
            + choices.actions.map { choice($0, strings.action($0), "what") }
        (subject, from, to) = (form["subject"], form["from"], form["to"])
        export = NewsroomLinks.auditExport + AuditQuery.text(form)
        guard entries.count > Self.limit else { return }
        more = page.last.map { NewsroomLinks.audit + AuditQuery.text(form, ["before": $0.id]) }
    }
}

/// An entry of the audit trail, in words.
struct AuditRow: Sendable {
    var what: String
    var who: String
    var moment: Moment
    var address: String?
    var subject: String
    /// The subject's page, if there is one.
    var url: String?
    /// The changes, in words.
    var facts: [String]
    /// The address of the comparison of the text before and after.
    var comparison: String?

    init(
        _ entry: AuditEntry, _ people: [Person], _ headlines: [Int: String], _ names: [String: String],
        _ strings: Strings
    ) {
        what = strings.action(entry.action)
        let isScheduled = entry.action == "article.publish"
        let stranger =
            entry.action.hasPrefix("log-in")
            ? "room_auditStranger" : isScheduled ? "room_auditClock" : "room_auditMachine"
        who = entry.editor?.name ?? strings[stranger]
        moment = Moment(entry.at, strings)
        address = entry.address
        let parts = entry.subject.split(separator: "/", maxSplits: 1).map(String.init)
        let (kind, key) = (parts.first ?? "", parts.dropFirst().first ?? "")
        let person = kind == "editor" ? people.first { String($0.id) == key } : nil
        // A picture is known by its 64 digits; a few tell it from others.
        let name =
            kind == "picture"
            ? String(key.prefix(8)) : person?.name ?? strings.list(key, of: kind) ?? names[entry.subject] ?? key
        subject = [strings.kind(kind), name].filter { !$0.isEmpty }.joined(separator: " ")
        var members = entry.detail.members
        if members["address"] == entry.address.map(AuditDetail.text) { members["address"] = nil }
        facts = []
        if let id = entry.article {
            url = NewsroomLinks.article(id)
            if let headline = headlines[id], !headline.isEmpty { subject += ": " + headline }
            if let revision = members.removeValue(forKey: "revision").flatMap({ Int($0.plain) }) {
                comparison = NewsroomLinks.article(id) + "/revisions/\(revision)"
            }
            if case .list(let columns) = members.removeValue(forKey: "changed") {
                let fields = columns.compactMap { strings.field(ofColumn: $0.plain) }
                if !fields.isEmpty { facts.append(strings("room_auditChanged", fields.joined(separator: "; "))) }
            }
        } else if let told = entry.told {
            url = NewsroomLinks.article(told) + "/message"
            if let headline = headlines[told], !headline.isEmpty { members["article"] = .text(headline) }
        } else if person != nil {
            url = NewsroomLinks.people
        } else if kind == "source" {
            url = "\(NewsroomLinks.sources)/\(key)"
        } else if kind == "picture", isSHA256(key) {
            url = NewsroomLinks.picture(key)
        } else if kind == "edition", let number = Int(key) {
            url = NewsroomLinks.edition(number)
        }
        if entry.action == "edition.arrange" {
            for (member, label) in [("from", "room_auditBefore"), ("to", "room_auditAfter")] {
                guard case .list(let stories) = members.removeValue(forKey: member) else { continue }
                let names = stories.map { story in Int(story.plain).flatMap { headlines[$0] } ?? story.plain }
                facts.append(strings[label] + ": " + names.joined(separator: "; "))
            }
        }
        facts += members.sorted { $0.key < $1.key }.map {
            "\(strings.detail($0.key)): \(strings.words(of: $0.value, $0.key))"
        }
    }
}

extension AuditEntry {
    /// The articles whose headlines say what the entry is about.
    var articles: [Int] {
        guard action == "edition.arrange" else { return (article ?? told).map { [$0] } ?? [] }
        return ["from", "to"].flatMap { member -> [Int] in
            guard case .list(let stories) = detail.members[member] else { return [] }
            return stories.compactMap { Int($0.plain) }
        }
    }

    /// The article that readers were alerted to.
    fileprivate var told: Int? {
        action.hasPrefix("push.") ? detail.members["article"].flatMap { Int($0.plain) } : nil
    }

    /// The article that the entry is about.
    var article: Int? { subject.hasPrefix("article/") ? Int(subject.dropFirst("article/".count)) : nil }
}

extension Strings {
    /// An action in words, or its name if the catalogue has none.
    fileprivate func action(_ name: String) -> String {
        text("room_audit_" + name.replacing(".", with: "-")) ?? name
    }

    /// The actions whose names, or those of what they change, have these words.
    func actions(among actions: [String], named words: String) -> [String] {
        actions.filter { name in
            let kind = self.kind(String(name.prefix { $0 != "." }))
            return [action(name), kind].contains {
                $0.range(of: words, options: [.caseInsensitive, .diacriticInsensitive]) != nil
            }
        }
    }

    /// The kind of the thing that was changed, in words.
    fileprivate func kind(_ name: String) -> String { text("room_kind_" + name) ?? name }

    /// The newsletter that a subject names; nil if it is another kind of thing.
    fileprivate func list(_ key: String, of kind: String) -> String? { kind == "letter" ? text("letters_" + key) : nil }

    /// The members of details whose labels have these words.
    func members(named words: String) -> [String] {
        keys("room_detail_").map { String($0.dropFirst("room_detail_".count)) }.filter {
            detail($0).range(of: words, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
    }

    /// The label of a member of an entry's detail.
    fileprivate func detail(_ name: String) -> String { text("room_detail_" + name) ?? name }

    /// A member of an entry's detail: moments as pages show them, and rules in words.
    fileprivate func words(of value: AuditDetail, _ name: String) -> String {
        if case .text(let text) = value, let date = try? Date(text, strategy: .iso8601) {
            return Moment(date, self).text
        }
        if case .list(let rules) = value, ["on", "off"].contains(name) {
            return rules.isEmpty ? "–" : rules.map { text("rule_" + $0.plain) ?? $0.plain }.joined(separator: " ")
        }
        if name == "congestionHours", case .list(let hours) = value {
            return PolicyPage.busyHours(hours.compactMap { Int($0.plain) }) ?? self["room_noBusyHours"]
        }
        if name == "by", isSHA256(value.plain) { return String(value.plain.prefix(8)) }
        if name == "language" { return languages(value.plain) }
        if case .flag(let flag) = value { return self[flag ? "room_yes" : "room_no"] }
        if let prefix = Self.codes[name], let words = text(prefix + value.plain) { return words }
        return name == "logo" ? logos(value.plain) : value.plain
    }

    /// A change of the language, by name.
    private func languages(_ change: String) -> String {
        let names = locale
        return change.components(separatedBy: " → ").map { names.localizedString(forIdentifier: $0) ?? $0 }
            .joined(separator: " → ")
    }

    /// A change of the logo, without the digits of its files.
    private func logos(_ change: String) -> String {
        let digits = /[0-9a-f]{8,}/
        return change.matches(of: digits).count > 1
            ? self["room_auditLogoReplaced"] : change.replacing(digits, with: self["room_auditLogo"])
    }

    /// Members whose values the catalogue has in words, with the beginning of their keys.
    private static let codes = [
        "role": "room_role_", "before": "room_role_", "after": "room_role_", "scope": "room_scope_",
        "from": "room_factorFrom_",
    ]

    /// The field that an article column holds; nil for a column that only says whether an editor filled in
    /// another one.
    fileprivate func field(ofColumn column: String) -> String? {
        guard !column.hasSuffix("_is_set") else { return nil }
        return text("room_field_" + (Self.fields[column] ?? column)) ?? column
    }

    /// Columns whose names differ from the page's field names.
    private static let fields = [
        "body_html": "body", "section_id": "section", "category_ids": "categories", "picture_alt": "alt",
        "picture_caption": "caption", "picture_credit": "credit", "embargo_until": "embargo",
    ]

    private func text(_ name: String) -> String? {
        let text = self[name]
        return text == name ? nil : text
    }
}

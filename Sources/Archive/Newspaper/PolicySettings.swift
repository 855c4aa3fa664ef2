package import Foundation
package import News
package import PostgreSQL

/// A version of the operator's changes to the policy.
package struct PolicyVersion: Sendable {
    /// The settings that apply from it on.
    package var settings: PolicySettings
    /// The reason that its editor gave; may be empty.
    package var note: String
    /// The name of its editor; nil for the command line.
    package var editor: String?
    /// When it was made.
    package var createdAt: Date
}

/// The form in the database. Values from a later program that this one does not know are ignored, and so
/// are values that an earlier program did not write.
private struct Stored: Codable {
    var off: [String]?
    var congestionHours: [Int]?
    var timeZone: String?

    init(_ settings: PolicySettings) {
        off = settings.off.map(\.rawValue).sorted()
        congestionHours = settings.congestionHours.sorted()
        timeZone = settings.timeZone
    }

    func settings(_ version: Int) -> PolicySettings {
        var settings = PolicySettings()
        settings.version = version
        settings.off = Set((off ?? []).compactMap(Rule.init))
        settings.congestionHours = Set(congestionHours ?? [])
        settings.timeZone = timeZone ?? settings.timeZone
        return settings
    }
}

/// The difference between two versions, for the audit trail.
private struct PolicyChange: Encodable {
    /// The rules that it switches on, and off.
    var on: [String]?
    var off: [String]?
    var congestionHours: [Int]?
    var timeZone: String?
    /// Why.
    var note: String?

    init(from former: PolicySettings, to settings: PolicySettings, _ note: String) {
        func names(_ rules: Set<Rule>) -> [String]? { rules.isEmpty ? nil : rules.map(\.rawValue).sorted() }
        on = names(former.off.subtracting(settings.off))
        off = names(settings.off.subtracting(former.off))
        congestionHours = former.congestionHours == settings.congestionHours ? nil : settings.congestionHours.sorted()
        // Without busy hours it says nothing.
        let hasHours = !former.congestionHours.isEmpty || !settings.congestionHours.isEmpty
        timeZone = former.timeZone == settings.timeZone || !hasHours ? nil : settings.timeZone
        self.note = note.isEmpty ? nil : note
    }
}

/// The operator's changes to the policy.
package struct PolicyVersions: Noun {
    package let connection: Connection
}

extension PolicyVersions {
    /// The settings that apply now.
    package func settings() throws -> PolicySettings {
        try versions(limit: 1).first?.settings ?? PolicySettings()
    }

    /// The settings of a version; those of the program for one that there never was.
    package func settings(version: Int) throws -> PolicySettings {
        try query("select settings::text from policy_settings where version = \(version)").first { row in
            try JSONDecoder().decode(Stored.self, from: Data(try row.get("settings", as: String.self).utf8))
                .settings(version)
        } ?? PolicySettings()
    }

    /// The last versions, the newest first.
    package func versions(limit: Int) throws -> [PolicyVersion] {
        try query(
            """
            select p.version, p.settings::text, p.note, e.name, p.created_at
            from policy_settings p left join editors e on e.id = p.editor_id order by p.version desc limit \(limit)
            """
        ).map { row in
            let stored = try JSONDecoder().decode(
                Stored.self, from: Data(try row.get("settings", as: String.self).utf8))
            return PolicyVersion(
                settings: stored.settings(try row.get("version")), note: try row.get("note"),
                editor: try row.optional("name"),
                createdAt: try row.get("created_at"))
        }
    }

    /// Makes a new version, if these settings are based on the last one. Throws `outdated` if somebody else
    /// was faster.
    package func change(_ settings: PolicySettings, note: String, by maker: Maker?) throws -> PolicySettings {
        try query("lock table policy_settings in exclusive mode")
        let former = try self.settings()
        let last = former.version
        guard last == settings.version else { throw ArchiveError.outdated(current: last) }
        var next = settings
        next.version = last + 1
        let json = String(decoding: try JSONEncoder().encode(Stored(next)), as: UTF8.self)
        try query(
            """
            insert into policy_settings (version, settings, note, editor_id)
            values (\(next.version), \(json)::jsonb, \(note), \(maker?.editor)::int)
            """)
        try holdings.audit.note(
            "policy.change", "policy/\(next.version)", by: maker, detail: PolicyChange(from: former, to: next, note))
        try holdings.newspaper.bump(articles: [])
        return next
    }
}

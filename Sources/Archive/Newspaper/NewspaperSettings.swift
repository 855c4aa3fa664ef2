import Foundation
package import News
import PostgreSQL

/// What chiefs set about the newspaper.
package struct NewspaperSettings: Sendable, Equatable {
    /// Rises with every change; what `If-Match` names.
    package var revision: Int
    /// The name of the newspaper.
    package var title: String
    /// A description in one sentence.
    package var description: String
    /// BCP 47.
    package var language: String
    /// An IANA name; nil for the operator's time zone.
    package var timeZone: String?
    /// Nil for the program's own.
    package var accent: AccentColor?
    /// SHA-256 of the picture that is the logo, in hexadecimal; nil for none.
    package var logo: String?
    /// The slugs of the sections in the header, in the order of the sections.
    package var header: [String]
    /// The links to other sites below every page.
    package var footer: [FooterLink]

    /// Settings.
    package init(
        revision: Int, title: String, description: String, language: String, timeZone: String?, accent: AccentColor?,
        logo: String?, header: [String], footer: [FooterLink]
    ) {
        self.revision = revision
        self.title = title
        self.description = description
        self.language = language
        self.timeZone = timeZone
        self.accent = accent
        self.logo = logo
        self.header = header
        self.footer = footer
    }

    /// The links as the database holds them. Those that came with another newspaper's archive may be anything.
    static func links(_ json: String) -> [FooterLink] {
        let links = (try? JSONDecoder().decode([FooterLink].self, from: Data(json.utf8))) ?? []
        return Array(links.filter(\.isSafe).prefix(FooterLink.limit))
    }

    /// The differences from former settings, for the audit trail.
    fileprivate func changes(from former: NewspaperSettings) -> [String: String] {
        AuditDetail.changes(from: former.values, to: values)
    }

    private var values: [String: String] {
        let texts: [String: String?] = [
            "title": title, "description": description, "language": language, "timeZone": timeZone,
            "accent": accent?.text, "logo": logo.map { String($0.prefix(8)) },
            "header": header.joined(separator: ", "),
            "footer": footer.map { "\($0.name) (\($0.address))" }.joined(separator: ", "),
        ]
        return texts.mapValues { text in text.flatMap { $0.isEmpty ? nil : $0 } ?? "–" }
    }
}

extension Newspaper {
    /// The settings that apply now.
    package func settings() throws -> NewspaperSettings {
        let rows = try query(
            "select settings_revision, title, description, language, time_zone, accent, encode(logo, 'hex') as logo, footer::text from newspaper"
        )
        guard let row = rows.count == 1 ? rows[0] : nil else { throw PostgresError.noRow }
        return NewspaperSettings(
            revision: try row.get("settings_revision"), title: try row.get("title"),
            description: try row.get("description"), language: try row.get("language"),
            timeZone: try row.optional("time_zone"), accent: try row.optional("accent").flatMap { AccentColor($0) },
            logo: try row.optional("logo"), header: try holdings.sections.list().filter(\.isInHeader).map(\.slug),
            footer: NewspaperSettings.links(try row.get("footer")))
    }

    /// Changes the settings, if these are based on the present ones. Throws `outdated` if somebody else was faster.
    package func change(_ settings: NewspaperSettings, by maker: Maker?) throws -> NewspaperSettings {
        let former = try self.settings()
        let changes = settings.changes(from: former)
        if changes.isEmpty, settings.revision == former.revision { return former }
        let footer = String(decoding: try JSONEncoder().encode(settings.footer), as: UTF8.self)
        let changed = try query(
            """
            update newspaper set title = \(settings.title), description = \(settings.description), language = \(settings.language),
                time_zone = \(settings.timeZone), accent = \(settings.accent?.text), logo = decode(\(settings.logo), 'hex'),
                footer = \(footer)::jsonb,
                settings_revision = settings_revision + 1
            where settings_revision = \(settings.revision)
            """
        ).affected
        guard changed == 1 else { throw ArchiveError.outdated(current: try self.settings().revision) }
        try holdings.sections.showInHeader(settings.header)
        try holdings.audit.note("newspaper.change", "newspaper", by: maker, detail: changes)
        try bump()
        return try self.settings()
    }
}

package import Archive
import Foundation
package import News

/// The newspaper's settings as the API and the newsroom's form submit them, with the rules for both.
package struct NewspaperInput: Codable, Sendable {
    package var title: String
    package var description: String
    /// BCP 47.
    package var language: String
    /// An IANA name; nil for the operator's time zone.
    package var timeZone: String?
    /// `#rrggbb`; nil for the program's own colour.
    package var accent: String?
    /// SHA-256 of a picture of the library, in hexadecimal; nil for no logo.
    package var logo: String?
    /// The slugs of the sections in the header of pages.
    package var header: [String]
    /// The links to other sites below every page.
    package var footer: [FooterLink]

    private enum CodingKeys: CodingKey, CaseIterable {
        case title, description, language, timeZone, accent, logo, header, footer
    }

    package init(_ settings: NewspaperSettings) {
        (title, description, language) = (settings.title, settings.description, settings.language)
        (timeZone, accent, logo) = (settings.timeZone, settings.accent?.text, settings.logo)
        (header, footer) = (settings.header, settings.footer)
    }

    /// Absent members are null, which is written too.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try container.encode(description, forKey: .description)
        try container.encode(language, forKey: .language)
        try container.encode(timeZone, forKey: .timeZone)
        try container.encode(accent, forKey: .accent)
        try container.encode(logo, forKey: .logo)
        try container.encode(header, forKey: .header)
        try container.encode(footer, forKey: .footer)
    }

    /// Changes the settings of the newspaper. Throws `ArchiveError.faults`, and `outdated` if somebody else was faster.
    /// - Parameter revision: the revision they must have.
    package func replace(revision: Int, _ holdings: Holdings, by editor: Editor) throws -> NewspaperSettings {
        let known = try holdings.sections.list().map(\.slug)
        var faults = faults(sections: Set(known))
        if let logo {
            let picture = isSHA256(logo) ? try holdings.pictures.find(logo) : nil
            if picture.map({ $0.replacedBy != nil }) ?? true {
                faults.append(.init(field: "logo", detail: "is not a picture of the library"))
            } else if let picture, picture.height > 2 * picture.width {
                // At the height of the header it would be a sliver.
                faults.append(.init(field: "logo", detail: "is more than twice as tall as it is wide"))
            }
        }
        guard faults.isEmpty else { throw ArchiveError.faults(faults) }
        return try holdings.newspaper.change(
            NewspaperSettings(
                revision: revision, title: title.trimmed, description: description.trimmed, language: language,
                timeZone: timeZone, accent: accent.flatMap { AccentColor($0) }, logo: logo, header: header,
                footer: footer.map { FooterLink(name: $0.name.trimmed, address: $0.address) }),
            by: editor.maker)
    }

    private func faults(sections: Set<String>) -> [ArticleDraft.Fault] {
        var faults: [ArticleDraft.Fault] = []
        func check(_ isGood: Bool, _ field: String, _ detail: String) {
            if !isGood { faults.append(.init(field: field, detail: detail)) }
        }
        check((1...100).contains(title.trimmed.unicodeScalars.count), "title", "must have 1 to 100 characters")
        check(description.trimmed.unicodeScalars.count <= 300, "description", "is longer than 300 characters")
        check(
            [title, description].allSatisfy(\.isOneLine), "title", "and description may not hold control characters")
        check(
            LanguageList.isTag(language) && Locale.Language(identifier: language).languageCode?.isISOLanguage ?? false,
            "language", "is not a BCP 47 tag of a language that ISO 639 knows, such as pt-PT")
        check(
            timeZone.map { $0.utf8.count <= 64 && TimeZone(identifier: $0) != nil } ?? true, "timeZone",
            "must be an IANA name, such as Europe/Lisbon")
        if let accent { faults += Self.faults(accent: accent) }
        check(
            header.count <= 1000 && sections.isSuperset(of: header), "header",
            "must name sections of the newspaper by their slugs")
        check(footer.count <= FooterLink.limit, "footer", "may have \(FooterLink.limit) links at most")
        for link in footer.prefix(FooterLink.limit) {
            check(link.isNamed, "footer", "must name each link, in 1 to 60 characters")
            check(
                link.isSafe, "footer",
                "must have addresses that begin with https://, http://, mailto:, tel: or a slash, of at most 500 characters"
            )
        }
        return faults
    }

    private static func faults(accent: String) -> [ArticleDraft.Fault] {
        guard let color = AccentColor(accent) else {
            return [.init(field: "accent", detail: "must be a colour such as #a01c1c")]
        }
        guard color.contrast < AccentColor.leastContrast else { return [] }
        return [
            .init(
                field: "accent",
                detail: "has a contrast of \(color.contrastText) with the page and needs \(AccentColor.leastContrast): "
                    + "\(color.readable.text) is dark enough")
        ]
    }
}

extension AccentColor {
    /// The contrast as people write it, with one digit after the point, rounded down so that it never promises too much.
    package var contrastText: String { String((contrast * 10).rounded(.down) / 10) }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
    fileprivate var isOneLine: Bool {
        unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }
}

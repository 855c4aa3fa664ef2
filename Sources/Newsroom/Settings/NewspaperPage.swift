import Archive
import Editorial
import Foundation
import News
import Web

/// The page of the newspaper's settings.
struct NewspaperPage: Sendable {
    struct Row: Sendable {
        var number: Int
        var name: String
        var address: String
    }
    struct Image: Sendable {
        var hash: String
        var url: String
        var width: Int
        var height: Int
    }
    /// How the accent colour looks on the page, by day and by night.
    struct Sample: Sendable {
        var name: String
        var color: String
        var paper: String
    }

    let at = SettingsTab.paper
    var revision: String
    var field: [String: WritingPage.Field]
    var logo: Image?
    var isOwnColor: Bool
    /// A colour like the one typed that can be read.
    var readable: String?
    var useReadable: String?
    var samples: [Sample]
    var contrast: String?
    var sections: [Choice]
    var links: [Row]
    var linksFault: String?
    var zones: [String]
    var languages: [String]

    init(
        _ visit: NewsroomDesk.Visit, _ form: NewspaperForm, _ sections: [Section], languages: [String],
        _ faults: [ArticleDraft.Fault]
    ) {
        let strings = visit.strings
        revision = form.fields["revision"] ?? ""
        field = form.fields.mapValues { WritingPage.Field(value: $0) }
        for fault in faults { field[fault.field]?.fault = strings["room_fault_newspaper_" + fault.field] }
        if faults.contains(where: { $0.field == "footer" }) { linksFault = strings["room_fault_newspaper_footer"] }
        logo = visit.masthead.presentation.logo.map {
            Image(hash: $0.hash, url: "/media/\($0.hash)/\($0.file.name.text)", width: $0.width, height: Logo.height)
        }
        isOwnColor = form.isOwnColor
        let color = AccentColor(form.fields["accent"] ?? "")
        if let color, color.contrast < AccentColor.leastContrast {
            readable = color.readable.text
            useReadable = strings("room_accentUse", color.readable.text)
        }
        if faults.contains(where: { $0.field == "accent" }), let color {
            field["accent"]?.fault = strings("room_fault_newspaper_accent", color.contrastText)
        }
        contrast = color.map { strings("room_contrast", $0.contrastText) }
        samples =
            color.map { color in
                [
                    Sample(name: strings["palette_day"], color: color.text, paper: "#fffdf8"),
                    Sample(name: strings["palette_night"], color: color.night.text, paper: "#141311"),
                ]
            } ?? []
        self.sections = sections.map {
            Choice(value: $0.slug, name: $0.name, isChosen: form.header.contains($0.slug))
        }
        let rows = form.links + [FooterLink(name: "", address: ""), FooterLink(name: "", address: "")]
        links = rows.prefix(FooterLink.limit).enumerated().map {
            Row(number: $0, name: $1.name, address: $1.address)
        }
        zones = TimeZone.knownTimeZoneIdentifiers
        self.languages = languages
    }
}

/// Which of the pages of settings is shown, for their tabs.
struct SettingsTab: Sendable {
    var paper = false
    var pages = false
    var policy = false

    static let paper = SettingsTab(paper: true)
    static let pages = SettingsTab(pages: true)
    static let policy = SettingsTab(policy: true)
}

/// The newspaper's settings as fields of a form, as they were typed.
struct NewspaperForm: Sendable {
    private static let names = ["title", "description", "language", "timeZone", "accent", "revision"]
    var fields: [String: String]
    /// Whether the colour is the newspaper's own, not the program's.
    var isOwnColor: Bool
    /// The slugs of the sections in the header.
    var header: [String]
    /// The links that have a name or an address.
    var links: [FooterLink]

    init(_ settings: NewspaperSettings) {
        fields = [
            "title": settings.title, "description": settings.description, "language": settings.language,
            "timeZone": settings.timeZone ?? "", "accent": settings.accent?.text ?? AccentColor.own,
            "revision": String(settings.revision),
        ]
        isOwnColor = settings.accent != nil
        (header, links) = (settings.header, settings.footer)
    }

    /// - Parameter sections: the sections that there are.
    init(_ form: NewsroomForm, sections: [Section]) {
        fields = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, form.line($0, limit: 400)) })
        isOwnColor = form["color"] == "own"
        header = sections.map(\.slug).filter { !form["header_" + $0].isEmpty }
        links = (0..<FooterLink.limit).map { number in
            FooterLink(
                name: form.line("link_name_\(number)", limit: 100),
                address: form.line("link_address_\(number)", limit: 600))
        }.filter { !$0.name.isEmpty || !$0.address.isEmpty }
    }

    /// The settings in the form, in place of the present ones.
    func input(_ settings: NewspaperSettings) -> NewspaperInput {
        var input = NewspaperInput(settings)
        func field(_ name: String) -> String { fields[name] ?? "" }
        (input.title, input.description, input.language) = (field("title"), field("description"), field("language"))
        input.timeZone = field("timeZone").isEmpty ? nil : field("timeZone")
        input.accent = isOwnColor ? field("accent") : nil
        (input.header, input.footer) = (header, links)
        return input
    }
}

extension AccentColor {
    /// The program's own colour by day.
    static let own = "#a01c1c"
}

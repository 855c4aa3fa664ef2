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
    struct Base: Sendable {
        var name: String
        var value: String
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
    /// The values that the form began with, by which a change of this visitor is told from others'.
    var base: [Base]
    /// What others have saved meanwhile, by field.
    var theirs: [String: String]
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
        _ visit: NewsroomDesk.Visit, _ form: NewspaperForm, theirs: [String: String], _ sections: [Section],
        languages: [String],
        _ faults: [ArticleDraft.Fault]
    ) {
        let strings = visit.strings
        revision = form.fields["revision"] ?? ""
        base = form.base.sorted { $0.key < $1.key }.map { Base(name: $0, value: $1) }
        self.theirs = theirs.mapValues { $0.isEmpty ? "–" : $0 }
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

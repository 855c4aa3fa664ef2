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
        var nameFault: String?
        var addressFault: String?

        init(_ number: Int, _ link: FooterLink, isChecked: Bool, _ strings: Strings) {
            (self.number, name, address) = (number, link.name, link.address)
            guard isChecked, !(name.isEmpty && address.isEmpty) else { return }
            nameFault = link.isNamed ? nil : strings["room_fault_newspaper_linkName"]
            addressFault = link.isSafe ? nil : strings["room_fault_newspaper_linkAddress"]
        }
    }
    struct Base: Sendable {
        var name: String
        var value: String
    }
    struct Image: Sendable {
        var url: String
        /// In CSS pixels.
        var width: Int
        var height: Int
    }
    /// How the accent colour looks on the page, by day and by night.
    struct Sample: Sendable {
        var name: String
        var color: String
        var paper: String
    }

    /// Whether the newspaper can send newsletters.
    var hasLetters = false
    var revision: String
    var field: [String: WritingPage.Field]
    /// The values that the form began with, by which a change of this visitor is told from others'.
    var base: [Base]
    /// What others have saved meanwhile, by field.
    var theirs: [String: String]
    var logo: Image?
    /// Whether the colour is not the program's.
    var isOwnColor: Bool
    let standardColor = AccentColor.own
    /// A colour like the one typed that can be read.
    var readable: String?
    var useReadable: String?
    var samples: [Sample]
    var contrast: String?
    /// The languages that menus and labels come in.
    var translatedInto: String
    /// Whether the form has something that is not saved.
    var isTyped = false
    var sections: [Choice]
    var links: [Row]
    /// The zone of the server, which applies where none is chosen.
    var serverZone: String
    var isServerZone: Bool
    var zones: [ZoneChoices]
    var languages: [LanguageChoices.Group]

    init(
        _ visit: NewsroomDesk.Visit, _ form: NewspaperForm, theirs: [String: String], _ sections: [Section],
        serverZone: TimeZone, translated: Set<String>, _ faults: [ArticleDraft.Fault], logoFault: String?
    ) {
        let strings = visit.strings
        let fields = form.fields
        revision = fields["revision"] ?? ""
        base = form.base.sorted { $0.key < $1.key }.map { Base(name: $0, value: $1) }
        self.theirs = theirs.mapValues { $0.isEmpty ? "–" : $0 }
        if theirs["logo"]?.isEmpty == false { self.theirs["logo"] = strings["room_logoOther"] }
        field = fields.mapValues { WritingPage.Field(value: $0) }
        for fault in faults { field[fault.field]?.fault = strings["room_fault_newspaper_" + fault.field] }
        if let logoFault { field["logo"]?.fault = logoFault }
        logo = Self.image(fields["logo"] ?? "", visit.masthead.presentation.logo)
        isOwnColor = fields["accent"]?.lowercased() != AccentColor.own
        let color = AccentColor(fields["accent"] ?? "")
        if let color, color.contrast < AccentColor.leastContrast {
            readable = color.readable.text
            useReadable = strings("room_accentUse", color.readable.text)
        }
        if faults.contains(where: { $0.field == "accent" }) {
            field["accent"]?.fault =
                color.map { strings("room_fault_newspaper_accent", strings.contrast(of: $0)) }
                ?? strings["room_fault_newspaper_noColor"]
        }
        contrast = color.map { strings("room_contrast", strings.contrast(of: $0)) }
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
            Row($0, $1, isChecked: faults.contains { $0.field == "footer" }, strings)
        }
        let zone = fields["timeZone"] ?? ""
        (self.serverZone, isServerZone) = (strings("room_timeZoneServer", serverZone.identifier), zone.isEmpty)
        zones = ZoneChoices.list(chosen: zone, strings)
        let names = strings.locale
        let into = translated.map { names.localizedString(forIdentifier: $0) ?? $0 }.sorted()
        translatedInto = strings("room_languagesHint", into.joined(separator: ", "))
        languages = LanguageChoices.list(chosen: fields["language"] ?? "", translated: translated, strings)
    }

    /// The logo in the form, which may not be the newspaper's yet.
    private static func image(_ hash: String, _ logo: Logo?) -> Image? {
        if let logo, logo.hash == hash {
            return Image(url: "/media/\(hash)/\(logo.file.name.text)", width: logo.width, height: Logo.height)
        }
        return Thumbnail.address(hash).map { Image(url: $0, width: 80, height: 80) }
    }
}

extension Strings {
    /// A colour's contrast with one decimal, as the language writes it.
    fileprivate func contrast(of color: AccentColor) -> String {
        let isComma = locale.decimalSeparator == ","
        return isComma ? color.contrastText.replacing(".", with: ",") : color.contrastText
    }
}

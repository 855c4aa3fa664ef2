import Archive
import Editorial
import Foundation
import News
import Web

/// The newspaper's settings as fields of a form, as they were typed.
struct NewspaperForm: Sendable {
    private static let names = ["title", "description", "language", "timeZone", "accent", "logo", "revision"]
    var fields: [String: String]
    /// The slugs of the sections in the header.
    var header: [String]
    /// The links that have a name or an address.
    var links: [FooterLink]
    /// The values that it began with, by name.
    var base: [String: String] = [:]

    init(_ settings: NewspaperSettings) {
        fields = [
            "title": settings.title, "description": settings.description, "language": settings.language,
            "timeZone": settings.timeZone ?? "", "accent": settings.accent?.text ?? AccentColor.own,
            "logo": settings.logo ?? "", "revision": String(settings.revision),
        ]
        (header, links) = (settings.header, settings.footer)
        base = values
    }

    /// - Parameter sections: the sections that there are.
    init(_ form: NewsroomForm, sections: [Section]) {
        fields = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, form.line($0, limit: 400)) })
        if !form["logo_none"].isEmpty { fields["logo"] = "" }
        header = sections.map(\.slug).filter { !form["header_" + $0].isEmpty }
        links = (0..<FooterLink.limit).map { number in
            FooterLink(
                name: form.line("link_name_\(number)", limit: 100),
                address: FooterLink.address(typed: form.line("link_address_\(number)", limit: 600)))
        }.filter { !$0.name.isEmpty || !$0.address.isEmpty }
        base = Dictionary(uniqueKeysWithValues: Self.merged.map { ($0, form["was_" + $0]) })
    }

    /// What is merged field by field when two change the settings at once.
    private static let merged = [
        "title", "description", "language", "timeZone", "accent", "logo", "header", "footer",
    ]

    /// Each of these as one text.
    private var values: [String: String] {
        Dictionary(
            uniqueKeysWithValues: Self.merged.map { name in
                switch name {
                case "header": (name, header.joined(separator: ", "))
                case "footer": (name, links.map { $0.name + " " + $0.address }.joined(separator: ", "))
                default: (name, fields[name] ?? "")
                }
            })
    }

    /// This form with the changes of others where it has none itself, and what they saved instead of its own.
    func merged(with theirs: NewspaperForm) -> (form: NewspaperForm, collisions: [String: String]) {
        let merge = FieldMerge(base, mine: values, theirs: theirs.values)
        var form = self
        for name in merge.taken { form.take(name, from: theirs) }
        form.fields["revision"] = theirs.fields["revision"]
        form.base = theirs.values
        return (form, merge.collisions)
    }

    private mutating func take(_ name: String, from other: NewspaperForm) {
        switch name {
        case "header": header = other.header
        case "footer": links = other.links
        default: fields[name] = other.fields[name]
        }
    }

    /// The settings in the form, in place of the present ones.
    func input(_ settings: NewspaperSettings) -> NewspaperInput {
        var input = NewspaperInput(settings)
        func field(_ name: String) -> String { fields[name] ?? "" }
        (input.title, input.description, input.language) = (field("title"), field("description"), field("language"))
        input.timeZone = field("timeZone").isEmpty ? nil : field("timeZone")
        input.accent = field("accent").lowercased() == AccentColor.own ? nil : field("accent")
        input.logo = field("logo").isEmpty ? nil : field("logo")
        (input.header, input.footer) = (header, links)
        return input
    }
}

extension AccentColor {
    /// The program's own colour by day.
    static let own = "#a01c1c"
}

extension FooterLink {
    /// An address as people type it, without its beginning: a mail address, or else a page of the web.
    fileprivate static func address(typed text: String) -> String {
        guard !text.hasPrefix("/"), !text.contains(":"), text.contains(".") else { return text }
        return (text.contains("@") && !text.contains("/") ? "mailto:" : "https://") + text
    }
}

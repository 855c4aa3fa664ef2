import Archive
import Exchange
import ExchangeArchive
import Foundation
import News
import Web

/// A source as fields of a form, as they were typed.
struct SourceForm: Sendable {
    /// The fields with several values, separated by commas.
    static let lists = ["categories", "includeWords", "excludeWords"]
    private static let names =
        ["url", "site", "title", "section", "language", "trust", "byline", "takes_text", "sectionRules"] + lists
        + SourceDraft.ruleParts.map { "rule_" + $0 }
    private var fields: [String: String]

    init(_ form: NewsroomForm) {
        fields = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, form.line($0, limit: 3201)) })
        fields["sectionRules"] = String(form["sectionRules"].replacing("\0", with: "").prefix(20_000))
    }

    init(_ draft: SourceDraft) {
        fields = [
            "url": draft.url, "site": draft.site, "title": draft.title, "section": draft.section,
            "language": draft.language, "trust": draft.trust.rawValue, "byline": draft.byline,
            "takes_text": draft.takesText ? "on" : "",
            "categories": draft.categories.joined(separator: ", "),
            "includeWords": draft.words.include.joined(separator: ", "),
            "excludeWords": draft.words.exclude.joined(separator: ", "),
            "sectionRules": draft.sectionRules.map { $0.words.joined(separator: ", ") + " → " + $0.section }
                .joined(separator: "\n"),
        ]
        for (part, expression) in draft.rule { fields["rule_" + part] = expression }
    }

    /// The source in the form. An unknown trust counts as the lowest.
    var draft: SourceDraft {
        func field(_ name: String) -> String { fields[name] ?? "" }
        func names(_ name: String) -> [String] {
            field(name).split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        let rule = SourceDraft.ruleParts.map { ($0, field("rule_" + $0)) }.filter { !$0.1.isEmpty }
        return SourceDraft(
            url: field("url"), site: field("site"), title: field("title"), section: field("section"),
            categories: names("categories"), language: field("language"),
            trust: SourceDraft.Trust(rawValue: field("trust")) ?? .draft,
            byline: field("byline"), rule: Dictionary(uniqueKeysWithValues: rule),
            takesText: !field("takes_text").isEmpty,
            words: EntryWords(include: names("includeWords"), exclude: names("excludeWords")),
            sectionRules: field("sectionRules").split(whereSeparator: \.isNewline).compactMap { SectionRule(line: $0) })
    }

    /// The fields with what is wrong with them.
    func written(_ faults: [ArticleDraft.Fault], _ strings: Strings) -> [String: WritingPage.Field] {
        var written = Dictionary(
            uniqueKeysWithValues: Self.names.map { ($0, WritingPage.Field(value: fields[$0] ?? "")) })
        for fault in faults {
            let words = strings["room_fault_source_" + fault.field]
            // Only the parser can describe the fault of an expression.
            written[fault.field.replacing(".", with: "_")]?.fault =
                fault.field.hasPrefix("rule.") ? fault.detail : words
        }
        return written
    }
}

/// The values for the fields of a source's form.
struct SourceFields: Sendable {
    var field: [String: WritingPage.Field]
    var sections: [Choice]
    var trusts: [Choice]
    /// Whether the page itself is read by a rule.
    var hasRule: Bool
    /// The fields with several values, separated by commas.
    var lists: [Part]
    var rule: [Part]
    var takesText: Bool

    /// A field of a group that the page shows alike.
    struct Part: Sendable {
        var name: String
        var label: String
        var hint: String?
        var value: String
        /// The fault in it.
        var wrong: String?
    }

    init(_ form: SourceForm, _ faults: [ArticleDraft.Fault], _ all: [Section], _ strings: Strings) {
        let draft = form.draft
        let written = form.written(faults, strings)
        field = written
        sections = all.map { Choice(value: $0.slug, name: $0.name, isChosen: $0.slug == draft.section) }
        trusts = Self.trusts(draft.trust, strings)
        (hasRule, takesText) = (!draft.rule.isEmpty, draft.takesText)
        func part(_ name: String, label: String, hint: String? = nil) -> Part {
            Part(
                name: name, label: strings[label], hint: hint.map { strings[$0] }, value: written[name]?.value ?? "",
                wrong: written[name]?.fault)
        }
        lists = SourceForm.lists.map { part($0, label: "room_source_" + $0, hint: "room_source_\($0)_hint") }
        rule = SourceDraft.ruleParts.map { part("rule_" + $0, label: "room_rule_" + $0) }
    }

    static func trusts(_ chosen: SourceDraft.Trust, _ strings: Strings) -> [Choice] {
        [SourceDraft.Trust.draft, .publish, .headline].map {
            Choice(value: $0.rawValue, name: strings["room_trust_" + $0.rawValue], isChosen: $0 == chosen)
        }
    }
}

extension SectionRule {
    /// Reads `harbour, ferry → Coast`, with `->` or `=>` for the arrow; nil for an empty line. A line without an arrow
    /// has no section, which is a fault.
    fileprivate init?(line: Substring) {
        let line = line.trimmingCharacters(in: .whitespaces)
        guard !line.isEmpty else { return nil }
        let arrow = ["→", "->", "=>"].compactMap { line.range(of: $0, options: .backwards) }.first
        let words = line[..<(arrow?.lowerBound ?? line.endIndex)].split(separator: ",")
        self.init(
            words: words.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty },
            section: arrow.map { line[$0.upperBound...].trimmingCharacters(in: .whitespaces) } ?? "")
    }
}

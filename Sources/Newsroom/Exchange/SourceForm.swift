import Archive
import Exchange
import ExchangeArchive
import News
import Web

/// A source as fields of a form, as they were typed.
struct SourceForm: Sendable {
    private static let names =
        ["url", "site", "title", "section", "language", "trust", "byline", "takes_text"]
        + SourceDraft.ruleParts.map { "rule_" + $0 }
    private var fields: [String: String]

    init(_ form: NewsroomForm) {
        fields = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, form.line($0, limit: 2001)) })
    }

    init(_ draft: SourceDraft) {
        fields = [
            "url": draft.url, "site": draft.site, "title": draft.title, "section": draft.section,
            "language": draft.language, "trust": draft.trust.rawValue, "byline": draft.byline,
            "takes_text": draft.takesText ? "on" : "",
        ]
        for (part, expression) in draft.rule { fields["rule_" + part] = expression }
    }

    /// The source in the form. An unknown trust counts as the lowest.
    var draft: SourceDraft {
        func field(_ name: String) -> String { fields[name] ?? "" }
        let rule = SourceDraft.ruleParts.map { ($0, field("rule_" + $0)) }.filter { !$0.1.isEmpty }
        return SourceDraft(
            url: field("url"), site: field("site"), title: field("title"), section: field("section"),
            language: field("language"), trust: SourceDraft.Trust(rawValue: field("trust")) ?? .draft,
            byline: field("byline"), rule: Dictionary(uniqueKeysWithValues: rule),
            takesText: !field("takes_text").isEmpty)
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
    var rule: [Part]
    var takesText: Bool

    /// A part of the rule.
    struct Part: Sendable {
        var name: String
        var label: String
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
        rule = SourceDraft.ruleParts.map { part in
            let typed = written["rule_" + part]
            return Part(
                name: "rule_" + part, label: strings["room_rule_" + part], value: typed?.value ?? "",
                wrong: typed?.fault)
        }
    }

    static func trusts(_ chosen: SourceDraft.Trust, _ strings: Strings) -> [Choice] {
        [SourceDraft.Trust.draft, .publish, .headline].map {
            Choice(value: $0.rawValue, name: strings["room_trust_" + $0.rawValue], isChosen: $0 == chosen)
        }
    }
}

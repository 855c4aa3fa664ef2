import Archive
import News

/// A source as fields of a form, as they were typed.
struct SourceForm: Sendable {
    private static let names = ["url", "site", "title", "section", "language", "trust", "byline"]
    private var fields: [String: String]

    init(_ form: NewsroomForm) {
        fields = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, form.line($0, limit: 2001)) })
    }

    init(_ draft: SourceDraft) {
        fields = [
            "url": draft.url, "site": draft.site, "title": draft.title, "section": draft.section,
            "language": draft.language, "trust": draft.trust.rawValue, "byline": draft.byline,
        ]
    }

    /// What it says. A trust that there is not counts as the least.
    var draft: SourceDraft {
        func field(_ name: String) -> String { fields[name] ?? "" }
        return SourceDraft(
            url: field("url"), site: field("site"), title: field("title"), section: field("section"),
            language: field("language"), trust: SourceDraft.Trust(rawValue: field("trust")) ?? .draft,
            byline: field("byline"))
    }

    /// The fields with what is wrong with them.
    func written(_ faults: [ArticleDraft.Fault], _ strings: Strings) -> [String: WritingPage.Field] {
        var written = Dictionary(
            uniqueKeysWithValues: Self.names.map { ($0, WritingPage.Field(value: fields[$0] ?? "")) })
        for fault in faults { written[fault.field]?.fault = strings["room_fault_source_" + fault.field] }
        return written
    }
}

/// What the fields of a source are filled with.
struct SourceFields: Sendable {
    var field: [String: WritingPage.Field]
    var sections: [Choice]
    var trusts: [Choice]

    init(_ form: SourceForm, _ faults: [ArticleDraft.Fault], _ all: [Section], _ strings: Strings) {
        let draft = form.draft
        field = form.written(faults, strings)
        sections = all.map { Choice(value: $0.slug, name: $0.name, isChosen: $0.slug == draft.section) }
        trusts = Self.trusts(draft.trust, strings)
    }

    static func trusts(_ chosen: SourceDraft.Trust, _ strings: Strings) -> [Choice] {
        [SourceDraft.Trust.draft, .publish, .headline].map {
            Choice(value: $0.rawValue, name: strings["room_trust_" + $0.rawValue], isChosen: $0 == chosen)
        }
    }
}

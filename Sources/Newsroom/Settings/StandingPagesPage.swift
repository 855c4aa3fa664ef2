import Archive
import Editorial
import Markdown
import News
import Web

/// The list of the newspaper's pages, with the form for a new one.
struct StandingPagesPage: Sendable {
    struct Row: Sendable {
        var slug: String
        var title: String
        var isInFooter: Bool
        var updated: Moment
    }

    let at = SettingsTab.pages
    var rows: [Row]
    var field: [String: WritingPage.Field]
    var isInFooter: Bool

    init(
        _ visit: NewsroomDesk.Visit, _ pages: [StandingPage], _ form: StandingPageForm, _ faults: [ArticleDraft.Fault]
    ) {
        rows = pages.map {
            Row(slug: $0.slug, title: $0.title, isInFooter: $0.isInFooter, updated: Moment($0.updatedAt, visit.strings))
        }
        (field, isInFooter) = (form.written(faults, visit.strings), form.isInFooter)
    }
}

/// The form for one page.
struct StandingPagePage: Sendable {
    let at = SettingsTab.pages
    var slug: String
    var revision: String
    var field: [String: WritingPage.Field]
    var isInFooter: Bool

    init(_ visit: NewsroomDesk.Visit, _ slug: String, _ form: StandingPageForm, _ faults: [ArticleDraft.Fault]) {
        self.slug = slug
        revision = form.fields["revision"] ?? ""
        (field, isInFooter) = (form.written(faults, visit.strings), form.isInFooter)
    }
}

/// A page as fields of a form, as they were typed.
struct StandingPageForm: Sendable {
    private static let names = ["title", "slug", "body", "revision"]
    var fields: [String: String]
    var isInFooter = true

    /// A new one.
    init() { fields = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, "") }) }

    init(_ form: NewsroomForm) {
        fields = [
            "title": form.line("title", limit: 200), "slug": form.line("slug", limit: 200),
            "revision": form.line("revision", limit: 20), "body": form["body"].replacing("\r\n", with: "\n"),
        ]
        isInFooter = !form["in_footer"].isEmpty
    }

    init(_ page: StandingPage) {
        fields = [
            "title": page.title, "slug": page.slug, "revision": String(page.revision),
            "body": Markdown.text(of: page.body),
        ]
        isInFooter = page.isInFooter
    }

    var revision: Int { Int(fields["revision"] ?? "") ?? 0 }

    /// The page in the form.
    /// - Parameter slug: that of a page that exists; nil takes it from the form, or makes it from the title.
    func input(slug: String?) -> StandingPageInput {
        let typed = fields["slug"].flatMap { $0.isEmpty ? nil : $0 }
        return StandingPageInput(
            slug: slug ?? typed, title: fields["title"] ?? "", markdown: fields["body"] ?? "", inFooter: isInFooter)
    }

    /// The fields with their faults.
    func written(_ faults: [ArticleDraft.Fault], _ strings: Strings) -> [String: WritingPage.Field] {
        var written = fields.mapValues { WritingPage.Field(value: $0) }
        for fault in faults { written[fault.field]?.fault = strings["room_fault_page_" + fault.field] }
        return written
    }
}

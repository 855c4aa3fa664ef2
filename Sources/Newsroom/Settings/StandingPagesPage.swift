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

    /// A page that was deleted.
    struct Deleted: Sendable {
        var slug: String
        var title: String
        var moment: Moment
    }

    var rows: [Row]
    var deleted: [Deleted]
    var hasDeleted: Bool
    var field: [String: WritingPage.Field]
    var isInFooter: Bool
    /// The text as readers would see it, where it is asked for: sanitised HTML.
    var preview: String?
    var isPictureless = true
    /// Whether the form has something that is not saved.
    var isTyped = false

    init(
        _ visit: NewsroomDesk.Visit, _ pages: [StandingPage], deleted: [StandingPageVersion], _ form: StandingPageForm,
        _ faults: [ArticleDraft.Fault]
    ) {
        self.deleted = deleted.map {
            Deleted(slug: $0.slug, title: $0.title, moment: Moment($0.endedAt, visit.strings))
        }
        hasDeleted = !deleted.isEmpty
        rows = pages.map {
            Row(slug: $0.slug, title: $0.title, isInFooter: $0.isInFooter, updated: Moment($0.updatedAt, visit.strings))
        }
        (field, isInFooter) = (form.written(faults, visit.strings), form.isInFooter)
    }
}

/// The form for one page.
struct StandingPagePage: Sendable {
    /// A text that it had before.
    struct Version: Sendable {
        var id: Int
        var title: String
        /// Sanitised HTML.
        var body: String
        /// When it was replaced, and by whom.
        var ended: String
    }

    var slug: String
    var revision: String
    var field: [String: WritingPage.Field]
    var isInFooter: Bool
    /// The text as readers would see it, where it is asked for: sanitised HTML.
    var preview: String?
    var isPictureless = true
    /// Whether the form has something that is not saved.
    var isTyped = false
    /// The values that the form began with, by which a change of this visitor is told from others'; of the text its checksum.
    var base: [String: String]
    /// What others have saved meanwhile, by field.
    var theirs: [String: String]
    var versions: [Version]
    var hasVersions: Bool

    init(
        _ visit: NewsroomDesk.Visit, _ slug: String, _ form: StandingPageForm, theirs: [String: String],
        _ former: [StandingPageVersion], _ faults: [ArticleDraft.Fault]
    ) {
        versions = former.map {
            let ended = visit.strings("room_pageUntil", Moment($0.endedAt, visit.strings).text)
            return Version(
                id: $0.id, title: $0.title, body: $0.body,
                ended: [ended, $0.editor].compactMap(\.self).joined(separator: " · "))
        }
        hasVersions = !versions.isEmpty
        self.slug = slug
        (base, self.theirs) = (form.base, theirs)
        revision = form.fields["revision"] ?? ""
        (field, isInFooter) = (form.written(faults, visit.strings), form.isInFooter)
    }
}

/// A page as fields of a form, as they were typed.
struct StandingPageForm: Sendable {
    private static let names = ["title", "slug", "body", "revision"]
    var fields: [String: String]
    var isInFooter = true
    /// The values that it began with, by name.
    var base: [String: String] = [:]

    /// A new one.
    init() { fields = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, "") }) }

    init(_ form: NewsroomForm) {
        fields = [
            "title": form.line("title", limit: 200), "slug": form.line("slug", limit: 200),
            "revision": form.line("revision", limit: 20), "body": form["body"].replacing("\r\n", with: "\n"),
        ]
        isInFooter = !form["in_footer"].isEmpty
        base = ["title": form["was_title"], "body": form["was_body"], "footer": form["was_footer"]]
    }

    init(_ page: StandingPage) {
        fields = [
            "title": page.title, "slug": page.slug, "revision": String(page.revision),
            "body": Markdown.text(of: page.body),
        ]
        isInFooter = page.isInFooter
        base = values
    }

    /// The text of an earlier version in place of this form's own.
    mutating func take(_ version: StandingPageVersion) {
        (fields["title"], fields["body"]) = (version.title, Markdown.text(of: version.body))
    }

    /// What is merged when two change a page at once: the title, a checksum of the text, and whether the footer leads to it.
    private var values: [String: String] {
        [
            "title": fields["title"] ?? "", "body": Checksum.name(Array((fields["body"] ?? "").utf8)),
            "footer": isInFooter ? "on" : "off",
        ]
    }

    /// This form with the changes of others where it has none itself, and what they saved instead of its own.
    func merged(with theirs: StandingPageForm) -> (form: StandingPageForm, collisions: [String: String]) {
        let merge = FieldMerge(base, mine: values, theirs: theirs.values)
        var form = self
        for name in merge.taken where name != "footer" { form.fields[name] = theirs.fields[name] }
        if merge.taken.contains("footer") { form.isInFooter = theirs.isInFooter }
        form.fields["revision"] = theirs.fields["revision"]
        form.base = theirs.values
        // Of the text only the checksum is compared.
        return (form, theirs.fields.filter { merge.collisions[$0.key] != nil })
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
        if written["body"]?.fault != nil, fields["body"]?.isEmpty == true {
            written["body"]?.fault = strings["room_fault_page_empty"]
        }
        return written
    }
}

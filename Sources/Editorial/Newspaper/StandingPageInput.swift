package import Archive
import Foundation
import Markdown
import News
import XML

/// A page as the API and the newsroom's form submit it, with the rules for both.
package struct StandingPageInput: Decodable, Sendable {
    /// Nil makes it from the title.
    package var slug: String?
    package var title: String
    /// HTML.
    package var body: String?
    /// The text in Markdown, in place of `body`.
    package var markdown: String?
    /// Whether every page links it in its footer; nil for yes.
    package var inFooter: Bool?

    package init(slug: String?, title: String, markdown: String, inFooter: Bool) {
        (self.slug, self.title, self.markdown, self.inFooter) = (slug, title, markdown, inFooter)
    }

    /// The page, with its text sanitised. May take its time. Throws every fault found.
    package func page(revision: Int = 1) throws -> StandingPage {
        let title = title.trimmingCharacters(in: .whitespacesAndNewlines)
        let slug = slug ?? Slug.make(title) ?? ""
        var faults: [ArticleDraft.Fault] = []
        if !(1...100).contains(title.unicodeScalars.count)
            || title.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
        {
            faults.append(.init(field: "title", detail: "must have 1 to 100 characters, all in one line"))
        }
        // An address made from an empty title is no fault of its own.
        if !Slug.isValid(slug), self.slug != nil || faults.isEmpty {
            faults.append(
                .init(field: "slug", detail: "may hold at most 100 lower-case letters, digits and single hyphens"))
        }
        let given = (body ?? "").utf8.count + (markdown ?? "").utf8.count
        if body != nil, markdown != nil {
            faults.append(.init(field: "body", detail: "and markdown say the same: send one of them"))
        } else if given == 0 {
            faults.append(.init(field: "body", detail: "is empty"))
        } else if given > StandingPage.bodyLimit {
            faults.append(.init(field: "body", detail: "has more than \(StandingPage.bodyLimit) bytes"))
        }
        guard faults.isEmpty else { throw ArchiveError.faults(faults) }
        let clean = markdown.map { Markdown.html(of: $0) } ?? HTMLSanitizer.sanitize(body ?? "")
        guard !clean.html.contains("<img") else {
            throw ArchiveError.faults([.init(field: "body", detail: "may not hold pictures")])
        }
        let lost = BodyLinks.all(in: clean.html).first {
            !$0.hasPrefix("#") && !FooterLink(name: "", address: $0).isSafe
        }
        if let lost {
            throw ArchiveError.faults([
                .init(
                    field: "body",
                    detail:
                        "links to \(lost.prefix(100)), which begins with none of https://, http://, mailto:, tel: and a slash"
                )
            ])
        }
        return StandingPage(
            slug: slug, title: title, body: clean.html, isInFooter: inFooter ?? true, revision: revision)
    }
}

extension StandingPage {
    /// Creates the page. Throws `ArchiveError.faults`, and `uniqueViolation` if its slug is taken.
    package func insert(_ holdings: Holdings, by editor: Editor) throws {
        try holdings.pages.insert(self)
        try holdings.publish("page.create", "page/\(slug)", by: editor, detail: ["name": title], articles: [])
    }

    /// Changes the page that has this slug and revision. Throws `outdated` if somebody else was faster, and `notFound`.
    package func replace(_ holdings: Holdings, by editor: Editor) throws {
        let former = try holdings.pages.find(slug)
        guard try holdings.pages.update(self) else { throw try Self.missed(slug, holdings) }
        var detail = ["name": title]
        if let former {
            if former.title != title || former.body != body { try holdings.pages.keep(former, by: editor.maker) }
            detail.merge(AuditDetail.changes(from: former.values, to: values)) { $1 }
            if former.body != body { detail["characters"] = "\(former.body.count) → \(body.count)" }
        }
        try holdings.publish("page.update", "page/\(slug)", by: editor, detail: detail, articles: [])
    }

    /// Removes a page. Throws the same errors as `replace`.
    package static func delete(_ slug: String, revision: Int, _ holdings: Holdings, by editor: Editor) throws {
        guard let page = try holdings.pages.find(slug) else { throw ArchiveError.notFound }
        guard try holdings.pages.delete(slug, revision: revision) else { throw try missed(slug, holdings) }
        try holdings.pages.keep(page, by: editor.maker)
        try holdings.publish("page.delete", "page/\(slug)", by: editor, detail: ["name": page.title], articles: [])
    }

    /// The values that editors can change besides the text, for the audit trail.
    private var values: [String: String] { ["name": title, "inFooter": isInFooter ? "✓" : "–"] }

    private static func missed(_ slug: String, _ holdings: Holdings) throws -> ArchiveError {
        try holdings.pages.find(slug).map { .outdated(current: $0.revision) } ?? .notFound
    }
}

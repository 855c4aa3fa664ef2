package import Archive
package import News
import Syndication

/// How a page without a feed is read like one.
extension SourceDraft {
    /// The parts of a rule.
    package static let ruleParts = ["items", "title", "link", "date", "summary", "picture", "author"]

    /// Nil where there is a feed.
    var pageRule: PageRule? {
        guard !rule.isEmpty else { return nil }
        var page = PageRule(items: rule["items"] ?? "")
        if let title = rule["title"] { page.title = title }
        if let link = rule["link"] { page.link = link }
        (page.date, page.summary) = (rule["date"] ?? "", rule["summary"] ?? "")
        (page.picture, page.author) = (rule["picture"] ?? "", rule["author"] ?? "")
        return page
    }

    /// What is wrong with its expressions, each as `rule.` and its part.
    package var ruleFaults: [ArticleDraft.Fault] {
        let unknown = rule.keys.filter { !Self.ruleParts.contains($0) }.sorted().prefix(10).map {
            ArticleDraft.Fault(field: "rule.\($0.prefix(40))", detail: "is no part of a rule")
        }
        let faults = pageRule?.faults.map { ArticleDraft.Fault(field: "rule.\($0.field)", detail: $0.detail) } ?? []
        return unknown + faults
    }
}

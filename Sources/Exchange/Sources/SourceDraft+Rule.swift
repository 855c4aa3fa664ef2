import Archive
package import ExchangeArchive
import FeedReading
package import News
import Syndication

// The rule for reading a page without a feed like one.
extension SourceDraft {
    /// The names of the parts of a rule.
    package static let ruleParts = ["items", "title", "link", "date", "summary", "picture", "author"]

    /// The rule for reading the page; nil if there is a feed.
    var pageRule: PageRule? {
        guard !rule.isEmpty else { return nil }
        var page = PageRule(items: rule["items"] ?? "")
        if let title = rule["title"] { page.title = title }
        if let link = rule["link"] { page.link = link }
        (page.date, page.summary) = (rule["date"] ?? "", rule["summary"] ?? "")
        (page.picture, page.author) = (rule["picture"] ?? "", rule["author"] ?? "")
        return page
    }

    /// The faults in its expressions, each named `rule.` and the part.
    package var ruleFaults: [ArticleDraft.Fault] {
        let unknown = rule.keys.filter { !Self.ruleParts.contains($0) }.sorted().prefix(10).map {
            ArticleDraft.Fault(field: "rule.\($0.prefix(40))", detail: "is not a part of a rule")
        }
        let faults = pageRule?.faults.map { ArticleDraft.Fault(field: "rule.\($0.field)", detail: $0.detail) } ?? []
        return unknown + faults
    }
}

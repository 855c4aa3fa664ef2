import Archive
import News
import Web

/// The first page of the newsroom: the work to be done.
struct TodayPage: Sendable {
    /// The articles under a heading.
    struct Group: Sendable {
        var id: String
        var name: String
        var rows: [ArticleRow]
    }

    /// What the visitor has to know: what was done with articles, mentions and comments not opened yet, and open tasks.
    var told: [ArticleRow]
    var unsaved: [ArticleRow]
    var groups: [Group]
    var isEmpty: Bool

    init(_ holdings: Holdings, _ editor: Editor, _ strings: Strings) throws {
        func group(
            _ id: String, without others: Set<Int> = [], _ change: (inout ArticleFilter) -> Void
        ) throws -> Group? {
            var filter = ArticleFilter()
            change(&filter)
            let rows = try holdings.articles.list(filter, limit: Self.limit + others.count, after: nil)
                .filter { !others.contains($0.id) }.prefix(Self.limit).map { ArticleRow($0, strings) }
            return rows.isEmpty ? nil : Group(id: id, name: strings["room_group_" + id], rows: rows)
        }
        var untold = ArticleFilter()
        untold.untold = editor.id
        let taken = try holdings.articles.list(untold, limit: Self.toldLimit, after: nil).compactMap { article in
            article.notice.map { (at: $0.at, row: ArticleRow(article, told: $0, strings)) }
        }
        let comments = try holdings.comments.concerning(editor.id, limit: Self.toldLimit)
        let headlines = try holdings.articles.headlines(of: comments.map(\.article))
        let said = comments.map { comment in
            (at: comment.at, row: ArticleRow(comment, headlines[comment.article] ?? "", for: editor, strings))
        }
        told = (taken + said).sorted { $0.at > $1.at }.map(\.row)
        let writings = try holdings.workingCopies.writings(of: editor.id)
        unsaved = writings.map { ArticleRow($0, strings) }
        var wanted: [Group?] = []
        if editor.role >= .editor {
            for (id, workflow) in [
                ("submitted", Workflow.submitted), ("in-review", .inReview), ("approved", .approved),
            ] {
                wanted.append(
                    try group(id) {
                        $0.workflow = workflow
                        $0.publication = .unpublished
                    })
            }
        }
        wanted.append(
            // Those with unsaved changes are above.
            try group("mine", without: Set(writings.map(\.article))) {
                $0.author = editor.id
                $0.publication = .unpublished
            })
        var scheduled = try group("scheduled") { $0.publication = .scheduled }
        if editor.role >= .editor {
            let editions = try holdings.editions.scheduled(limit: Self.limit).map { ArticleRow($0, strings) }
            if !editions.isEmpty {
                let rows = editions + (scheduled?.rows ?? [])
                scheduled = Group(id: "scheduled", name: strings["room_group_scheduled"], rows: rows)
            }
        }
        wanted.append(scheduled)
        wanted.append(try group("published") { $0.publication = .published })
        groups = wanted.compactMap(\.self)
        isEmpty = groups.isEmpty && unsaved.isEmpty && told.isEmpty
    }

    /// The most articles in a group.
    private static let limit = 5
    /// The most notices of articles, and the most comments, that are shown; opening one makes room for another.
    private static let toldLimit = 20
}

import Archive
import Documents
import Foundation
import News
import Syndication
import Web

/// The search form as it was filled in.
struct SearchForm: Sendable {
    var words: String
    var sectionChoices: [SectionChoice]
    var category: String
    var author: String
    var from: String
    var to: String
    /// Whether the search is narrowed by anything besides its words, so that those fields are shown.
    var isNarrowed: Bool

    init(_ query: SearchQuery, _ masthead: Masthead, _ strings: Strings, within budget: Int) {
        words = query.words
        sectionChoices = SectionChoice.all(of: masthead, within: budget, chosen: query.section)
        category = query.category.map { slug in masthead.categories.first { $0.slug == slug }?.name ?? slug } ?? ""
        author = query.author ?? ""
        from = query.from?.name ?? ""
        to = query.to?.name ?? ""
        isNarrowed = query.isNarrowed
    }

    /// The approximate size of the form on a page, in bytes.
    var size: Int { 1500 + sectionChoices.reduce(0) { $0 + 40 + $1.slug.utf8.count + $1.name.utf8.count } }
}

/// The search page: the form and the results.
struct SearchResults: Sendable {
    struct Item: Sendable {
        var url: String
        var headline: [TextSegment]
        /// Nil if the link is too slow for it.
        var excerpt: Excerpt?
        var section: String?
        var time: Moment
        var language: String
    }
    struct Excerpt: Sendable { var segments: [TextSegment] }

    var form: SearchForm
    /// The number of results in words; nil if nothing was searched for.
    var count: String?
    var stories: [Item]
    /// Problems with the search, and what to do about them.
    var notes: [String]
    /// Whether to show how to search, which is when there are no results.
    var hasHelp: Bool
    /// The address of the next page.
    var next: String?
    /// The address that searches older editions, once there are no more newer results.
    var older: String?

    /// - Parameters:
    ///   - notes: problems with the search.
    ///   - found: nil if nothing was searched for.
    ///   - shares: what each of the first stories gets; the further ones found no room.
    init(
        _ form: SearchForm, _ query: SearchQuery, notes: [String], _ found: FoundStories?,
        _ shares: [Packer.Share],
        _ masthead: Masthead, _ strings: Strings, root: String
    ) {
        self.form = form
        stories = zip(found?.hits ?? [], shares).map { Item($0, $1, masthead, strings, root: root) }
        self.notes = notes
        if query.isCut { self.notes.append(strings("search_cut", query.words)) }
        hasHelp = stories.isEmpty
        if let meant = found?.meant {
            self.notes.append(strings.filled("search_meant", ["typed": query.words, "meant": meant.words]))
        }
        guard let page = found?.page else { return }
        if page.isVague {
            self.notes.append(strings["search_vague"])
        } else {
            count = Self.count(page, strings)
            if page.count == 0 {
                self.notes.append(strings[page.older == nil ? "search_nothing" : "search_nothingYet"])
            }
        }
        var following = found?.meant ?? query
        following.start += stories.count
        if following.start < page.count, !stories.isEmpty {
            next = following.address(root)
        } else if let day = page.older {
            following.start = 0
            following.to = day
            older = following.address(root)
        }
    }

    /// The number of stories, and since when if not everything was searched.
    private static func count(_ page: SearchPage, _ strings: Strings) -> String {
        let stories = strings("stories", page.count)
        guard let older = page.older, let first = CivilDate(dayNumber: older.dayNumber + 1) else { return stories }
        let day = Moment.day(Date(timeIntervalSince1970: Double(first.dayNumber) * 86_400), strings)
        return strings("search_since", stories).replacing("{day}", with: day)
    }

    /// The approximate weight of a story's parts on the page.
    static func load(_ hit: FoundStories.Hit, _ plan: DeliveryPlan) -> Packer.Load {
        func size(_ segments: [TextSegment]) -> Int { segments.reduce(0) { $0 + $1.text.utf8.count + 14 } }
        var load = Packer.Load(headline: 280 + hit.story.slug.utf8.count + size(hit.marked.headline))
        if plan.text >= .summary { load.standfirst = 20 + size(hit.marked.excerpt) }
        return load
    }
}

extension SearchResults.Item {
    fileprivate init(
        _ hit: FoundStories.Hit, _ share: Packer.Share, _ masthead: Masthead, _ strings: Strings, root: String
    ) {
        url = "\(root)/articles/\(hit.story.slug)"
        headline = hit.marked.headline
        excerpt =
            share.text >= .summary && !hit.marked.excerpt.isEmpty
            ? SearchResults.Excerpt(segments: hit.marked.excerpt) : nil
        section = masthead.section(hit.story.sectionID)?.name
        time = Moment(hit.story.publishedAt, strings)
        language = hit.story.language
    }
}

extension SearchQuery {
    /// The address of the search.
    fileprivate func address(_ root: String) -> String {
        "\(root)/search?" + fields.map { "\($0.name)=\($0.value.escapedForQuery)" }.joined(separator: "&")
    }
}

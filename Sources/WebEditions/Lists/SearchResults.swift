import Archive
import Documents
import Foundation
import News
import Syndication
import Web

/// The form of a search, as it was filled in.
struct SearchForm: Sendable {
    struct Choice: Sendable {
        var slug: String
        var name: String
        var isChosen: Bool
    }

    var words: String
    var sectionChoices: [Choice]
    var category: String
    var author: String
    var from: String
    var to: String
    /// Whether anything but the words was asked for, so that it is shown.
    var isNarrowed: Bool

    init(_ query: SearchQuery, _ masthead: Masthead, _ strings: Strings) {
        words = query.words
        sectionChoices = masthead.sections.map {
            Choice(slug: $0.slug, name: $0.name, isChosen: $0.slug == query.section)
        }
        category = query.category.map { slug in masthead.categories.first { $0.slug == slug }?.name ?? slug } ?? ""
        author = query.author ?? ""
        from = query.from?.name ?? ""
        to = query.to?.name ?? ""
        isNarrowed = query.isNarrowed
    }

    /// Bytes of it in a page, about.
    var size: Int { 1500 + sectionChoices.reduce(0) { $0 + 40 + $1.slug.utf8.count + $1.name.utf8.count } }
}

/// The page of a search: the form, and what was found.
struct SearchResults: Sendable {
    struct Item: Sendable {
        var url: String
        var headline: [TextSegment]
        /// Nil where the link is too slow for it.
        var excerpt: Excerpt?
        var section: String?
        var time: Moment
        var language: String
    }
    struct Excerpt: Sendable { var segments: [TextSegment] }

    var form: SearchForm
    /// How many were found, in words; nil where nothing was looked for.
    var count: String?
    var stories: [Item]
    /// What is amiss, and what to do.
    var notes: [String]
    /// How to search; where nothing is shown.
    var hasHelp: Bool
    /// Where the search goes on.
    var next: String?
    /// Where what is older is searched, once there is nothing more that is newer.
    var older: String?

    /// - Parameters:
    ///   - notes: what is amiss.
    ///   - found: nil where nothing was looked for.
    ///   - shares: what each of the first stories gets; the further ones found no room.
    init(
        _ form: SearchForm, _ query: SearchQuery, notes: [String], _ found: Press.Found?, _ shares: [Packer.Share],
        _ masthead: Masthead, _ strings: Strings, root: String
    ) {
        self.form = form
        stories = zip(found?.hits ?? [], shares).map { Item($0, $1, masthead, strings, root: root) }
        self.notes = notes
        if query.isCut { self.notes.append(strings("search_cut", query.words)) }
        hasHelp = stories.isEmpty
        guard let page = found?.page else { return }
        if page.isVague {
            self.notes.append(strings["search_vague"])
        } else {
            count = Self.count(page, strings)
            if page.count == 0 {
                self.notes.append(strings[page.older == nil ? "search_nothing" : "search_nothingYet"])
            }
        }
        var following = query
        following.start += stories.count
        if following.start < page.count, !stories.isEmpty {
            next = following.address(root)
        } else if let day = page.older {
            following.start = 0
            following.to = day
            older = following.address(root)
        }
    }

    /// How many stories, and since when where not everything was searched.
    private static func count(_ page: SearchPage, _ strings: Strings) -> String {
        let stories = strings("stories", page.count)
        guard let older = page.older, let first = CivilDate(dayNumber: older.dayNumber + 1) else { return stories }
        let day = Moment.day(Date(timeIntervalSince1970: Double(first.dayNumber) * 86_400), strings)
        return strings("search_since", stories).replacing("{day}", with: day)
    }

    /// What the parts of a story weigh on the page, about.
    static func load(_ hit: Press.Found.Hit, _ plan: DeliveryPlan) -> Packer.Load {
        func size(_ segments: [TextSegment]) -> Int { segments.reduce(0) { $0 + $1.text.utf8.count + 14 } }
        var load = Packer.Load(headline: 280 + hit.story.slug.utf8.count + size(hit.marked.headline))
        if plan.text >= .summary { load.standfirst = 20 + size(hit.marked.excerpt) }
        return load
    }
}

extension SearchResults.Item {
    fileprivate init(
        _ hit: Press.Found.Hit, _ share: Packer.Share, _ masthead: Masthead, _ strings: Strings, root: String
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
    /// Where it is asked.
    fileprivate func address(_ root: String) -> String {
        "\(root)/search?" + fields.map { "\($0.name)=\($0.value.escapedForQuery)" }.joined(separator: "&")
    }
}

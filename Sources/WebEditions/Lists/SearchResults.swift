import Archive
import Documents
import Foundation
import News
import Syndication
import Web

/// The search form as it was filled in.
struct SearchForm: Sendable {
    var words: String
    var sectionChoices: [FormChoice]
    /// Empty if there are too many to list; a category's name is then typed.
    var categoryChoices: [FormChoice]
    var hasCategoryChoices: Bool
    var category: String
    var author: String
    var from: String
    var to: String
    /// Whether the newest come first.
    var isByTime: Bool
    /// The filters that are on, in words: "Sport, Marta Quintal"; nil if there are none.
    var chosen: String?
    /// Whether the fields besides the words are shown at once, since something is wrong with them.
    var isOpen: Bool
    /// The address of the same search without filters, if it has any.
    var withoutFilters: String?

    init(_ query: SearchQuery, _ masthead: Masthead, _ strings: Strings, within budget: Int, hasFaults: Bool) {
        words = query.words
        sectionChoices = FormChoice.sections(of: masthead, within: budget, chosen: query.section)
        categoryChoices = FormChoice.categories(of: masthead, within: budget, chosen: query.category)
        hasCategoryChoices = !categoryChoices.isEmpty
        category = query.category.map { slug in masthead.categories.first { $0.slug == slug }?.name ?? slug } ?? ""
        author = query.author ?? ""
        from = query.from?.name ?? ""
        to = query.to?.name ?? ""
        isByTime = query.isByTime
        isOpen = hasFaults
        let section = query.section.map { slug in masthead.sections.first { $0.slug == slug }?.name ?? slug }
        let days = [("search_from", from), ("search_to", to)].filter { !$1.isEmpty }.map { "\(strings[$0]) \($1)" }
        let named = [section, query.category == nil ? nil : category, query.author].compactMap(\.self)
        let filters =
            named + (days.isEmpty ? [] : [days.joined(separator: " ").lowercased()])
            + (isByTime ? [strings["search_newest"].lowercased()] : [])
        chosen = filters.isEmpty ? nil : filters.joined(separator: ", ")
        withoutFilters = query.isNarrowed || isByTime || hasFaults ? "?q=\(query.words.escapedForQuery)" : nil
    }

    /// The approximate size of the form on a page, in bytes.
    var size: Int {
        1700 + (sectionChoices + categoryChoices).reduce(0) { $0 + 40 + $1.slug.utf8.count + $1.name.utf8.count }
    }
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
        /// The language, where it is not the newspaper's.
        var foreign: String?
        var thumbnail: PagePicture?
    }
    struct Excerpt: Sendable { var segments: [TextSegment] }

    var form: SearchForm
    /// The number of results in words; nil if nothing was searched for.
    var count: String?
    var stories: [Item]
    /// Problems with the search, and what to do about them.
    var notes: [String]
    /// The section, category and author that have the name that was searched for.
    var lists: [PageFrame.Link]
    /// Whether to show how to search, which is when there are no results.
    var hasHelp: Bool
    /// The address of the first page; nil on that page.
    var first: String?
    /// The address of the next page.
    var next: String?
    /// The address that searches older editions, once there are no more newer results.
    var older: String?
    /// The address that asks for new results by mail.
    var byMail: String?

    /// The note about words that are in nearly every story, that only exclude some, or are none.
    private static func note(onVague words: String) -> String {
        guard words.contains(where: { $0.isLetter || $0.isNumber }) else { return "search_wordless" }
        return words.split(separator: " ").allSatisfy { $0.hasPrefix("-") } ? "search_excluding" : "search_vague"
    }

    /// - Parameters:
    ///   - notes: problems with the search.
    ///   - found: nil if nothing was searched for.
    ///   - shares: what each of the first stories gets; the further ones found no room.
    ///   - hasLetters: whether readers can ask for newsletters.
    init(
        _ form: SearchForm, _ query: SearchQuery, notes: [String], _ found: FoundStories?,
        _ shares: [Packer.Share],
        _ masthead: Masthead, _ strings: Strings, root: String, hasLetters: Bool
    ) {
        self.form = form
        stories = zip(found?.hits ?? [], shares).map { Item($0, $1, masthead, strings, root: root) }
        self.notes = notes
        if query.isCut { self.notes.append(strings("search_cut", query.words)) }
        lists = query.start == 0 ? Self.lists(query, found?.meant, found?.author, masthead, strings, root) : []
        hasHelp = stories.isEmpty && lists.isEmpty
        if let meant = found?.meant, meant.words.isEmpty, !query.words.isEmpty {
            self.notes.append(strings("search_ofList", query.words))
        } else if let meant = found?.meant {
            let hasAuthor = meant.author != query.author
            let names = [query, meant].map { $0.names(withAuthor: hasAuthor) }
            self.notes.append(
                meant.isOfAnyWord && !query.isOfAnyWord
                    ? strings("search_some", names[0])
                    : strings.filled("search_meant", ["typed": names[0], "meant": names[1]]))
        }
        guard let page = found?.page else { return }
        if page.isNear, query.start == 0, found?.meant == nil {
            self.notes.append(strings("search_near", query.words))
        }
        if page.isVague {
            self.notes.append(strings[Self.note(onVague: query.words)])
        } else {
            count = page.count > 0 || page.older != nil ? Self.count(page, query, strings) : nil
            if query.start > 0, !stories.isEmpty {
                let places = ["from": query.start + 1, "to": query.start + stories.count, "of": page.count]
                count = strings.filled(
                    stories.count == 1 ? "search_place" : "search_range", places.mapValues { "\($0)" })
            }
            if page.count == 0 {
                let words = query.isNarrowed && !query.words.isEmpty ? "search_nothingHere" : "search_nothing"
                self.notes.append(
                    page.older == nil ? strings(words, query.names(withAuthor: true)) : strings["search_nothingYet"])
            }
        }
        let asked = found?.meant ?? query
        if hasLetters, !asked.isNarrowed, !page.isVague, query.start == 0 {
            byMail = MailingList("search/" + asked.words).map { "/letters?list=" + $0.name.escapedForQuery }
        }
        var beginning = query
        beginning.start = 0
        first = query.start > 0 ? beginning.address(root) : nil
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

    private static func lists(
        _ query: SearchQuery, _ meant: SearchQuery?, _ author: Author?, _ masthead: Masthead, _ strings: Strings,
        _ root: String
    ) -> [PageFrame.Link] {
        guard !query.words.isEmpty else { return [] }
        let slug = meant?.section ?? meant?.category ?? Slug.make(query.words)
        func link(_ kind: String, _ name: String, _ folder: String, _ slug: String) -> PageFrame.Link {
            PageFrame.Link(name: "\(strings["search_\(kind)"]): \(name)", url: "\(root)/\(folder)/\(slug)")
        }
        return masthead.sections.filter { $0.slug == slug }.map { link("section", $0.name, "sections", $0.slug) }
            + masthead.categories.filter { $0.slug == slug }.map { link("category", $0.name, "categories", $0.slug) }
            + (author.map { [link("author", $0.name, "authors", $0.slug)] } ?? [])
    }

    /// The number of stories, and since when if not everything was searched.
    private static func count(_ page: SearchPage, _ query: SearchQuery, _ strings: Strings) -> String {
        let stories = strings("stories", page.count)
        guard let older = page.older, let first = CivilDate(dayNumber: older.dayNumber + 1) else { return stories }
        let day = Moment.day(Date(timeIntervalSince1970: Double(first.dayNumber) * 86_400), strings)
        return strings(query.isByTime ? "search_sinceDay" : "search_since", stories).replacing("{day}", with: day)
    }

    /// The approximate weight of a story's parts on the page.
    static func load(_ hit: FoundStories.Hit, _ plan: DeliveryPlan) -> Packer.Load {
        func size(_ segments: [TextSegment]) -> Int { segments.reduce(0) { $0 + $1.text.utf8.count + 14 } }
        var load = Packer.Load(headline: 280 + hit.story.slug.utf8.count + size(hit.marked.headline))
        if plan.text >= .summary { load.standfirst = 20 + size(hit.marked.excerpt) }
        if let picture = hit.story.picture {
            load.thumbnails = PagePicture.options(picture.thumbnails, picture.thumbnailOptions, of: picture, in: .list)
        }
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
        section = masthead.label(of: hit.story, in: masthead.section(hit.story.sectionID), strings)
        time = Moment(hit.story.publishedAt, strings)
        language = hit.story.language
        foreign = strings.foreign(language)
        thumbnail = PagePicture(hit.story.picture, hit.story.picture?.chosen(share).thumbnail, in: .list)
    }
}

extension SearchQuery {
    /// Whether any of its words will do.
    fileprivate var isOfAnyWord: Bool { words.contains(" OR ") }

    /// The words of the search, and those of its author if wanted.
    fileprivate func names(withAuthor: Bool) -> String {
        [words, withAuthor ? author ?? "" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The address of the search.
    fileprivate func address(_ root: String) -> String {
        "\(root)/search?" + fields.map { "\($0.name)=\($0.value.escapedForQuery)" }.joined(separator: "&")
    }
}

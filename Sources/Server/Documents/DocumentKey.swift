import News
import Syndication

/// What makes one document differ from another, besides the newspaper's revision.
enum DocumentKey: Hashable, Sendable {
    case channel(DeliveryPlan, Selection, DocumentFormat, ContentCoding)
    case page(PageKey)
    /// A part of the app, in a language of the interface.
    case app(AppFile, language: String, ContentCoding)
    case feed(FeedKey, ContentCoding)
    case catalogue(CatalogueKey, ContentCoding)
    /// After a picture was replaced, all are asked of the disk again, so that none is sent whose picture is gone.
    case rendition(hash: String, RenditionName, replacements: Int)
}

/// What the app is made of, besides its script.
enum AppFile: Hashable, Sendable {
    case shell, worker, manifest
}

/// What makes one page differ from another.
struct PageKey: Hashable, Sendable {
    var edition: WebEdition
    var page: Page
    var plan: DeliveryPlan
    var selection: Selection = Selection()
    /// Of the interface.
    var language: String
    /// Whether it is the page's own part alone, for a page that is there.
    var isPiece = false
    var coding: ContentCoding

    /// A page of a web edition.
    enum Page: Hashable, Sendable {
        case front
        case latest
        case editorial
        case section(String)
        case category(String)
        case author(String)
        /// What a browser shows of a feed.
        case feed(FeedAddress)
        case edition(EditionReference)
        case article(String)
        case pictures
        case thumbnails
        case editions(before: Int?)
        case search(SearchQuery, Set<SearchQuery.Fault>)
    }
}

/// What makes one feed differ from another.
struct FeedKey: Hashable, Sendable {
    var address: FeedAddress
    /// The device that it is made for; nil for the feed that is the same for all.
    var tailoring: Tailoring?
    /// Only what changed after this revision of the newspaper.
    var since: Int?

    /// What a reader said of the device comes down to.
    struct Tailoring: Hashable, Sendable {
        var plan: DeliveryPlan
        var selection: Selection
    }
}

/// The lists of what there is.
enum CatalogueKey: Hashable, Sendable {
    case feeds, sitemaps, sitemapOfPages
    /// Of articles.
    case sitemap(Int)
    /// As of an hour, counted from 1970.
    case newsSitemap(hour: Int)
}

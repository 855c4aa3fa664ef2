package import News
package import Syndication
package import Web

/// What makes one document differ from another, besides the newspaper's revision.
package enum DocumentKey: Hashable, Sendable {
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
package enum AppFile: Hashable, Sendable {
    case shell, worker, manifest
}

/// What makes one page differ from another.
package struct PageKey: Hashable, Sendable {
    package var edition: WebEdition
    package var page: Page
    package var plan: DeliveryPlan
    package var selection: Selection = Selection()
    /// Of the interface.
    package var language: String
    /// Whether it is the page's own part alone, for a page that is there.
    package var isPiece = false
    package var coding: ContentCoding

    package init(
        edition: WebEdition, page: Page, plan: DeliveryPlan, selection: Selection = Selection(), language: String,
        isPiece: Bool = false, coding: ContentCoding
    ) {
        self.edition = edition
        self.page = page
        self.plan = plan
        self.selection = selection
        self.language = language
        self.isPiece = isPiece
        self.coding = coding
    }

    /// A page of a web edition.
    package enum Page: Hashable, Sendable {
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
package struct FeedKey: Hashable, Sendable {
    package var address: FeedAddress
    /// The device that it is made for; nil for the feed that is the same for all.
    package var tailoring: Tailoring?
    /// Only what changed after this revision of the newspaper.
    package var since: Int?

    package init(address: FeedAddress, tailoring: Tailoring? = nil, since: Int? = nil) {
        self.address = address
        self.tailoring = tailoring
        self.since = since
    }

    /// What a reader said of the device comes down to.
    package struct Tailoring: Hashable, Sendable {
        package var plan: DeliveryPlan
        package var selection: Selection

        package init(plan: DeliveryPlan, selection: Selection) {
            self.plan = plan
            self.selection = selection
        }
    }
}

/// The lists of what there is.
package enum CatalogueKey: Hashable, Sendable {
    case feeds, sitemaps, sitemapOfPages
    /// Of articles.
    case sitemap(Int)
    /// As of an hour, counted from 1970.
    case newsSitemap(hour: Int)
}

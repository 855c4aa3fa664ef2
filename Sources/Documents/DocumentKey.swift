package import News
package import Syndication
package import Web

/// Everything besides the newspaper's revision that distinguishes one document from another.
package enum DocumentKey: Hashable, Sendable {
    case channel(ChannelKey)
    case page(PageKey)
    /// A part of the app, in one of the interface languages.
    case app(AppFile, language: String, ContentCoding)
    case feed(FeedKey, ContentCoding)
    case catalogue(CatalogueKey, ContentCoding)
    /// Counts replacements of pictures: after one, every rendition is read from disk again, so that none is
    /// sent whose picture is gone.
    case rendition(hash: String, RenditionName, replacements: Int)
}

/// Everything that distinguishes one channel from another.
package struct ChannelKey: Hashable, Sendable {
    package var plan: DeliveryPlan
    package var selection: Selection
    package var format: DocumentFormat
    package var coding: ContentCoding
    /// The reasons for the plan, for whoever asks for them in the document; nil for the canonical one.
    package var reasons: Reasons?
    /// The weather that the document tells; nil for the canonical one.
    package var weather: Weather?

    package init(
        plan: DeliveryPlan, selection: Selection, format: DocumentFormat, coding: ContentCoding,
        reasons: Reasons? = nil
    ) {
        self.plan = plan
        self.selection = selection
        self.format = format
        self.coding = coding
        self.reasons = reasons
    }

    /// The reasons for a plan, and the language of the interface to say them in.
    package struct Reasons: Hashable, Sendable {
        package var all: [Decision.Reason]
        package var language: String

        package init(all: [Decision.Reason], language: String) { (self.all, self.language) = (all, language) }
    }

    /// The weather at a reader's place, and the language of the interface to say it in.
    package struct Weather: Hashable, Sendable {
        package var report: WeatherReport
        package var language: String

        package init(report: WeatherReport, language: String) { (self.report, self.language) = (report, language) }
    }
}

/// The files of the app, besides its script.
package enum AppFile: Hashable, Sendable {
    case shell, worker, manifest
}

/// Everything that distinguishes one page from another.
package struct PageKey: Hashable, Sendable {
    package var edition: WebEdition
    package var page: Page
    package var plan: DeliveryPlan
    package var selection: Selection = Selection()
    /// The language of the interface.
    package var language: String
    /// Whether only the page's own part is rendered, for a browser that already shows a page.
    package var isPiece = false
    package var coding: ContentCoding
    /// The weather that the page tells.
    package var weather: WeatherReport?

    package init(
        edition: WebEdition, page: Page, plan: DeliveryPlan, selection: Selection = Selection(), language: String,
        isPiece: Bool = false, coding: ContentCoding, weather: WeatherReport? = nil
    ) {
        self.weather = weather
        self.edition = edition
        self.page = page
        self.plan = plan
        self.selection = selection
        self.language = language
        self.isPiece = isPiece
        self.coding = coding
    }

    /// How much of an article a page has.
    package enum ArticlePart: Hashable, Sendable {
        /// As much as the budget has room for, from a piece of its text on.
        case from(Int)
        /// All of it, whatever the budget.
        case whole
    }

    /// A page of a web edition.
    package enum Page: Hashable, Sendable {
        case front
        case latest
        case editorial
        case section(String)
        case category(String)
        case author(String)
        /// The page that a browser shows for a feed.
        case feed(FeedAddress)
        case edition(EditionReference)
        case article(String, ArticlePart)
        case pictures
        case thumbnails
        case editions(before: Int?)
        case search(SearchQuery, Set<SearchQuery.Fault>)
    }
}

/// Everything that distinguishes one feed from another.
package struct FeedKey: Hashable, Sendable {
    package var address: FeedAddress
    /// The device that it is made for; nil for the feed that is the same for everyone.
    package var tailoring: Tailoring?
    /// Only what changed after this revision of the newspaper.
    package var since: Int?

    package init(address: FeedAddress, tailoring: Tailoring? = nil, since: Int? = nil) {
        self.address = address
        self.tailoring = tailoring
        self.since = since
    }

    /// A reader's device, reduced to a plan and a selection.
    package struct Tailoring: Hashable, Sendable {
        package var plan: DeliveryPlan
        package var selection: Selection

        package init(plan: DeliveryPlan, selection: Selection) {
            self.plan = plan
            self.selection = selection
        }
    }
}

/// The lists of feeds and pages.
package enum CatalogueKey: Hashable, Sendable {
    case feeds, sitemaps, sitemapOfPages
    /// A sitemap of articles.
    case sitemap(Int)
    /// The news sitemap as of an hour, counted from 1970.
    case newsSitemap(hour: Int)
}

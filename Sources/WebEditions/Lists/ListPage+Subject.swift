import Archive
package import News
package import Web

extension ListPage {
    /// The stories that a page shows, under which heading and at which address.
    package struct Subject: Sendable {
        var heading: String?
        package var path: String
        var section: String?
        var edition: Edition?
        /// The editions before and after it.
        var neighbours: [Edition] = []
        /// The number of the edition that comes first, if stories of others may follow.
        var leading: Int?
        /// Whether it is the front page of an edition before it is published.
        package var isPreview = false
        /// Whether stories in other languages than the page's come last.
        var partsLanguages = false
        /// The author whose stories it shows.
        var author: Author?
        /// The topic of the list, of whose new stories readers can be told, and which they can follow.
        var topic: PushTopic?
        /// The author's portrait.
        var portrait: PortraitPart?
        /// A note about the feed, if the page is what a browser shows for one.
        var feed: FeedNote?
        /// The place whose news it shows.
        var near: Place?
        /// The end of the page before.
        var former: Cursor?
        /// The weather there.
        var weather: WeatherLine?
        package var webEdition: WebEdition
        var layout: Layout = .list
        package var strings: Strings

        package init(
            heading: String? = nil, path: String, section: String? = nil, edition: Edition? = nil, leading: Int? = nil,
            author: Author? = nil, feed: FeedNote? = nil, near: Place? = nil,
            weather: WeatherLine? = nil, webEdition: WebEdition,
            layout: Layout = .list, strings: Strings
        ) {
            self.heading = heading
            self.path = path
            self.section = section
            self.edition = edition
            self.leading = leading
            self.author = author
            self.feed = feed
            self.near = near
            self.weather = weather
            self.webEdition = webEdition
            self.layout = layout
            self.strings = strings
        }
    }

    /// The way a story is shown.
    package enum Layout: Hashable, Sendable {
        /// The headline with a thumbnail; larger for the first story.
        case list
        /// The picture.
        case pictures
        /// A small square of the picture.
        case thumbnails

        /// The template of a page.
        func template(_ edition: WebEdition) -> String {
            switch self {
            case .list: edition.prefix + (edition == .reader ? "reader" : "front")
            case .pictures: "pictures"
            case .thumbnails: "thumbnails"
            }
        }

        /// The template of a story on it.
        func storyTemplate(_ edition: WebEdition) -> String {
            switch self {
            case .list: edition == .reader ? "reader-story" : edition.prefix + "story"
            case .pictures: "pictures-story"
            case .thumbnails: "thumbnails-story"
            }
        }
    }
}

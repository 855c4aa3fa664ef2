package import Foundation
import News
import Syndication
package import XML

/// The authors and attachments of a WordPress export (WXR, versions 1.0 to 1.2), gathered in a first
/// pass: articles refer to them by key, and they may be anywhere in the file.
package struct WordPressExport: Sendable {
    /// The site's title, description, address and language.
    package private(set) var site = Feed()
    private var authors: [String: String] = [:]
    private var attachments: [Int: FeedItem.Picture] = [:]
    private var attachmentBytes = 0
    /// The number of attachments beyond the limit, which were not remembered.
    package private(set) var forgotten = 0

    /// Creates an empty export.
    package init() {}

    /// The prefix of the namespaces; the version follows.
    package static let namespace = "http://wordpress.org/export/1."
    /// The depth of items: within the channel, within the root.
    package static let level = 2
    /// The maximum total size of remembered attachments, in bytes.
    private static let attachmentLimit = 64 << 20

    /// Takes an element of the channel. Returns it as an item if it is one.
    package mutating func gather(_ element: XMLElement) -> WordPressItem? {
        switch (element.name, element.namespace) {
        case ("title", nil): site.title = element.text
        case ("description", nil): site.description = element.text
        case ("link", nil): site.link = element.text
        case ("language", nil): site.language = element.text
        case ("author", let namespace?) where namespace.hasPrefix(Self.namespace):
            let name = element.wordPress("author_display_name")
            if authors.count < 100_000 { authors[element.wordPress("author_login")] = name.isEmpty ? nil : name }
        default:
            let item = WordPressItem(element)
            if let item, item.type == "attachment" { remember(item) }
            return item
        }
        return nil
    }

    private mutating func remember(_ item: WordPressItem) {
        guard let id = item.id else { return }
        let picture = FeedItem.Picture(
            url: item.element.wordPress("attachment_url"), alt: item.meta("_wp_attachment_image_alt") ?? "",
            caption: item.excerpt)
        attachmentBytes += 200 + picture.url.utf8.count + picture.alt.utf8.count + picture.caption.utf8.count
        if attachmentBytes <= Self.attachmentLimit { attachments[id] = picture } else { forgotten += 1 }
    }

    /// Returns the article of an item of type `post`.
    package func article(_ item: WordPressItem) -> FeedItem {
        let element = item.element
        let text = WordPressText(element.first("encoded", Namespace.content)?.text ?? "")
        var article = FeedItem(line: item.line)
        article.link = element.first("link")?.text ?? ""
        let guid = element.first("guid")?.text ?? ""
        article.guid = guid.isEmpty ? article.link : guid
        article.title = item.title
        article.summary = item.excerpt
        article.content = text.html
        article.losses = text.losses
        article.authors = element.all("creator", Namespace.dublinCore).map { authors[$0.text] ?? $0.text }
        article.section = item.section
        article.categories = item.categories
        article.slug = element.wordPress("post_name")
        article.isPublished = item.status == "publish"
        article.published = item.published
        if let id = item.id, article.isPublished { article.addresses = plainAddresses(id, article.link) }
        if let thumbnail = item.meta("_thumbnail_id").flatMap({ Int($0) }), thumbnail > 0 {
            article.picture = attachments[thumbnail]
            if article.picture == nil {
                article.losses.append("its picture, the attachment \(thumbnail), is not in the file")
            }
        }
        return article
    }

    /// `/?p=ID`, which WordPress always accepts, whatever its permalink format, relative to the folder it
    /// is installed in.
    private func plainAddresses(_ id: Int, _ link: String) -> [String] {
        let root = OldAddress.of(site.link) ?? ""
        return ["\(root)/?p=\(id)"]
    }
}

/// An item of a WordPress export.
package struct WordPressItem: Sendable {
    /// The line where it begins.
    package var line: Int { element.line }
    /// `post`, `page`, `attachment`, or a name that a plugin chose.
    package let type: String
    /// `publish`, `draft`, `pending`, `private`, `future`, `trash`, …
    package let status: String
    /// Its ID in WordPress.
    package let id: Int?
    let element: XMLElement

    /// Creates an item from an element of the channel; nil if the element is not an item.
    package init?(_ element: XMLElement) {
        guard element.name == "item", element.namespace == nil else { return nil }
        self.element = element
        type = element.wordPress("post_type")
        status = element.wordPress("status")
        id = Int(element.wordPress("post_id"))
    }

    /// The title; may contain HTML.
    package var title: String { element.first("title")?.text ?? "" }
    /// The number of its comments.
    package var comments: Int { element.elements.count { $0.isWordPress("comment") } }
    /// The time of publication; nil if it was never published.
    package var published: Date? {
        let text = element.wordPress("post_date_gmt")
        if !text.hasPrefix("0000"), text.count == 19 {
            return RFC822.iso(text.replacing(" ", with: "T") + "Z")
        }
        return status == "publish" ? RFC822.date(element.first("pubDate")?.text ?? "") : nil
    }
    /// The section: its first category.
    package var section: FeedItem.Section? {
        terms("category").first.map { .init(slug: $0.attribute("nicename") ?? "", name: $0.text) }
    }

    var categories: [String] { terms("category").dropFirst().map(\.text) + terms("post_tag").map(\.text) }
    var excerpt: String {
        element.elements.first {
            $0.name == "encoded" && $0.namespace?.hasPrefix(WordPressExport.namespace) == true
        }?.text ?? ""
    }

    private func terms(_ domain: String) -> [XMLElement] {
        element.all("category").filter { $0.attribute("domain") == domain && !$0.text.isEmpty }
    }

    func meta(_ key: String) -> String? {
        element.elements.first { $0.isWordPress("postmeta") && $0.wordPress("meta_key") == key }?
            .wordPress("meta_value")
    }
}

extension XMLElement {
    fileprivate func isWordPress(_ name: String) -> Bool {
        self.name == name && namespace?.hasPrefix(WordPressExport.namespace) == true
    }

    /// The text of a child in WordPress's namespace of any version.
    fileprivate func wordPress(_ name: String) -> String {
        elements.first { $0.isWordPress(name) }?.text ?? ""
    }
}

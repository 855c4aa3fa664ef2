package import Foundation
import News
package import XML

/// What a WordPress export (WXR, versions 1.0 to 1.2) tells of the whole, gathered on a first reading: an article names its authors and
/// its pictures by what stands elsewhere in the file.
package struct WordPressExport: Sendable {
    /// What the site is called, what it is, where it is, and its language.
    package private(set) var site = Feed()
    private var authors: [String: String] = [:]
    private var attachments: [Int: FeedItem.Picture] = [:]
    private var attachmentBytes = 0
    /// Attachments that were too many to be remembered.
    package private(set) var forgotten = 0

    /// Nothing of an export yet.
    package init() {}

    /// Where the names of the namespaces begin; the version follows.
    package static let namespace = "http://wordpress.org/export/1."
    /// How deep its items are: in the channel of the root.
    package static let level = 2
    /// The most bytes that what is remembered of attachments may have.
    private static let attachmentLimit = 64 << 20

    /// Gathers what an element of the channel tells. Returns the item that it is, where it is one.
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

    /// The article of an item of the type `post`.
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

    /// `/?p=ID`, which WordPress answers whatever the form of its addresses is; below the folder where it is, too.
    private func plainAddresses(_ id: Int, _ link: String) -> [String] {
        let root = OldAddress.of(site.link) ?? ""
        return ["\(root)/?p=\(id)"]
    }
}

/// One item of a WordPress export.
package struct WordPressItem: Sendable {
    /// Where it begins.
    package var line: Int { element.line }
    /// `post`, `page`, `attachment`, or a name that a plugin chose.
    package let type: String
    /// `publish`, `draft`, `pending`, `private`, `future`, `trash`, …
    package let status: String
    /// Its number in WordPress.
    package let id: Int?
    let element: XMLElement

    /// The item that an element of the channel is; nil for what is none.
    package init?(_ element: XMLElement) {
        guard element.name == "item", element.namespace == nil else { return nil }
        self.element = element
        type = element.wordPress("post_type")
        status = element.wordPress("status")
        id = Int(element.wordPress("post_id"))
    }

    /// May hold HTML.
    package var title: String { element.first("title")?.text ?? "" }
    /// How many comments come with it.
    package var comments: Int { element.elements.count { $0.isWordPress("comment") } }
    /// The moment in UTC; what was never published has none.
    package var published: Date? {
        let text = element.wordPress("post_date_gmt")
        if !text.hasPrefix("0000"), text.count == 19 {
            return RFC822.iso(text.replacing(" ", with: "T") + "Z")
        }
        return status == "publish" ? RFC822.date(element.first("pubDate")?.text ?? "") : nil
    }
    /// The first of its categories.
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

    /// The text of a child in WordPress's own namespace of any version.
    fileprivate func wordPress(_ name: String) -> String {
        elements.first { $0.isWordPress(name) }?.text ?? ""
    }
}

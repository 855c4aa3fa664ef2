package import Foundation
import News
import Syndication

/// Thrown when a file is not a Ghost export.
package enum GhostError: Error, Sendable, CustomStringConvertible {
    /// It is not JSON, or does not have the expected structure, with the reason.
    case notAnExport(String)

    /// The error in words for people.
    package var description: String {
        switch self {
        case .notAnExport(let reason): "This is not a Ghost export: \(reason)"
        }
    }
}

/// A Ghost export: its articles as a feed, and a list of what was left out.
package struct GhostExport: Sendable {
    /// The articles, in the order of the file.
    package var feed = Feed()
    /// Entries not imported, each with its reason and title.
    package var left: [String] = []

    /// Reads the JSON that Ghost exports (*Settings*, *Import/Export*): `{"db": [{"data": …}]}` or `{"data": …}`.
    package init(_ json: Data) throws(GhostError) {
        let file: File
        do {
            file = try JSONDecoder().decode(File.self, from: json)
        } catch {
            throw .notAnExport(Self.reason(error))
        }
        guard let data = file.db?.first?.data ?? file.data else {
            throw .notAnExport("it has neither \"db\" nor \"data\".")
        }
        let settings = Dictionary(
            (data.settings ?? []).map { ($0.key, $0.value?.text ?? "") }, uniquingKeysWith: { $1 })
        feed.title = settings["title"] ?? ""
        feed.description = settings["description"] ?? ""
        feed.language = settings["locale"] ?? settings["lang"] ?? settings["default_locale"]
        let index = Index(data)
        for (number, post) in data.posts.enumerated() {
            if let reason = post.isLeft {
                left.append("\(reason) “\((post.title ?? "").prefix(60))”")
            } else {
                feed.items.append(index.item(post, number: number + 1))
            }
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.dataCorrupted(let context): "it is not readable JSON (\(context.debugDescription))"
        case DecodingError.keyNotFound(let key, let context):
            "\"\(key.stringValue)\" is missing\(place(context.codingPath))."
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(context.debugDescription)\(place(context.codingPath))"
        default: "it cannot be read."
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        path.isEmpty ? "" : " at " + path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
}

// The parts of the file that are needed. IDs are numbers in old versions and strings in new ones; both
// become text here.
extension GhostExport {
    private struct File: Decodable {
        var db: [Content]?
        var data: Tables?
    }
    private struct Content: Decodable { var data: Tables }
    private struct Tables: Decodable {
        var posts: [Post]
        var users: [User]?
        var tags: [Tag]?
        var posts_tags: [PostTag]?
        var posts_authors: [PostAuthor]?
        var posts_meta: [PostMeta]?
        var settings: [Setting]?
    }
    private struct Text: Decodable {
        var text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self.text = text
            } else if let number = try? value.decode(Int.self) {
                text = String(number)
            } else if let flag = try? value.decode(Bool.self) {
                text = flag ? "1" : "0"
            } else {
                text = ""
            }
        }
    }
    private struct Setting: Decodable {
        var key: String
        var value: Text?
    }
    private struct User: Decodable {
        var id: Text
        var name: String
    }
    private struct Tag: Decodable {
        var id: Text
        var name: String
        var slug: String?
        var visibility: String?
    }
    private struct PostTag: Decodable {
        var post_id: Text
        var tag_id: Text
        var sort_order: Int?
    }
    private struct PostAuthor: Decodable {
        var post_id: Text
        var author_id: Text
        var sort_order: Int?
    }
    private struct PostMeta: Decodable {
        var post_id: Text
        var feature_image_alt: String?
        var feature_image_caption: String?
    }
    private struct Post: Decodable {
        var id: Text
        var title: String?
        var slug: String?
        var html: String?
        var feature_image: String?
        var image: String?
        var feature_image_alt: String?
        var feature_image_caption: String?
        var type: String?
        var page: Text?
        var status: String?
        var visibility: String?
        var custom_excerpt: String?
        var published_at: Text?
        var author_id: Text?
        var locale: String?

        /// The reason not to import it; nil if it is imported.
        var isLeft: String? {
            if type == "page" || page?.text == "1" { return "the page" }
            if status == "sent" { return "the newsletter that was only sent" }
            return html?.isEmpty == false ? nil : "the post that has no HTML,"
        }
    }

    /// The authors, tags and metadata of each post.
    private struct Index {
        private var names: [String: String] = [:]
        private var tags: [String: Tag] = [:]
        private var tagged: [String: [(order: Int, tag: String)]] = [:]
        private var written: [String: [(order: Int, author: String)]] = [:]
        private var meta: [String: PostMeta] = [:]

        init(_ data: Tables) {
            for user in data.users ?? [] { names[user.id.text] = user.name }
            for tag in data.tags ?? [] where tag.visibility != "internal" && !tag.name.hasPrefix("#") {
                tags[tag.id.text] = tag
            }
            for link in data.posts_tags ?? [] {
                tagged[link.post_id.text, default: []].append((link.sort_order ?? 0, link.tag_id.text))
            }
            for link in data.posts_authors ?? [] {
                written[link.post_id.text, default: []].append((link.sort_order ?? 0, link.author_id.text))
            }
            for meta in data.posts_meta ?? [] { self.meta[meta.post_id.text] = meta }
        }

        func item(_ post: Post, number: Int) -> FeedItem {
            var item = FeedItem(line: number)
            let slug = post.slug ?? ""
            item.guid = post.id.text
            item.title = post.title ?? ""
            item.slug = slug
            item.summary = post.custom_excerpt ?? ""
            // Stands for the site's own address, which the file does not contain.
            item.content = (post.html ?? "").replacing("__GHOST_URL__", with: "")
            item.language = post.locale
            item.isPublished = post.status == "published"
            item.published = post.published_at.flatMap { Self.moment($0.text) }
            let chosen = (tagged[post.id.text] ?? []).sorted { $0.order < $1.order }.compactMap { tags[$0.tag] }
            item.section = chosen.first.map { .init(slug: $0.slug ?? "", name: $0.name) }
            item.categories = chosen.dropFirst().map(\.name)
            let authors = (written[post.id.text] ?? []).sorted { $0.order < $1.order }.map(\.author)
            item.authors = (authors.isEmpty ? [post.author_id?.text ?? ""] : authors).compactMap { names[$0] }
            item.picture = picture(post)
            if item.isPublished, !slug.isEmpty { item.addresses = ["/\(slug)/"] }
            keepBack(post, &item)
            return item
        }

        private func picture(_ post: Post) -> FeedItem.Picture? {
            guard let url = post.feature_image ?? post.image, !url.isEmpty else { return nil }
            let meta = meta[post.id.text]
            return FeedItem.Picture(
                url: url.replacing("__GHOST_URL__", with: ""),
                alt: post.feature_image_alt ?? meta?.feature_image_alt ?? "",
                caption: post.feature_image_caption ?? meta?.feature_image_caption ?? "")
        }

        /// Turns a post that was restricted or scheduled into a draft.
        private func keepBack(_ post: Post, _ item: inout FeedItem) {
            if post.status == "scheduled" { item.losses.append("it was to be published later, and is a draft now") }
            if item.isPublished, let visibility = post.visibility, visibility != "public" {
                item.isPublished = false
                item.losses.append("it was for \(visibility) only, and is a draft now")
            }
        }

        /// Reads ISO 8601, MySQL's form of it, or milliseconds.
        private static func moment(_ text: String) -> Date? {
            if let milliseconds = Double(text) { return Date(timeIntervalSince1970: milliseconds / 1000) }
            let isPlain = text.utf8.count == 19 && text.utf8.dropFirst(10).first == UInt8(ascii: " ")
            return RFC822.iso(isPlain ? text.replacing(" ", with: "T") + "Z" : text)
        }
    }
}

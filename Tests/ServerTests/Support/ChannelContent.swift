import Foundation
import Testing
import XML

/// The content of a channel, read from its XML or JSON.
struct ChannelContent: Decodable, Equatable {
    struct Plan: Decodable, Equatable {
        struct Reason: Decodable, Equatable {
            var rule: String
            var reason: String
        }
        var items: String
        var text: String
        var pictures: String
        var thumbnail: String
        var picture: String
        var formats: String
        var budget: Int
        var palette: String
        var size: Int
        var reasons: [Reason]
    }
    struct Older: Decodable, Equatable {
        var before: String
        var link: String
    }
    struct File: Decodable, Equatable, Hashable {
        var link: String
        var width: Int
        var height: Int
        var bytes: Int

        /// Its path on the server.
        var path: String { String(link.dropFirst(TestSite.publicURL.count)) }
    }
    struct Item: Decodable, Equatable {
        var id: Int
        var title: String
        var description: String?
        var pubDate: String
        var link: String
        var image: File?
        var imageCaption: String?
        var thumbnail: File?
        var color: String?
        /// 1 if the story has a picture that the channel does not name.
        var pictured: Int?
        var text: String?
        /// The rest of the text, if it is only a part.
        var rest: Rest?
        var author: String
        var category: [String]
        var language: String?
        var updated: String?
    }

    struct Rest: Decodable, Equatable {
        var part: Int
        var bytes: Int
    }

    /// A withdrawn story.
    struct Tombstone: Decodable, Equatable {
        var id: Int
        var withdrawn: String
    }

    var title: String
    var description: String
    var link: String
    var language: String
    var generator: String
    var plan: Plan
    var edition: Int?
    var next: Int
    var sync: String
    var since: String?
    var older: Older?
    var withdrawn: [Tombstone]
    var items: [Item]

    /// All picture files that the stories name, in order.
    var files: [File] { items.flatMap { [$0.image, $0.thumbnail].compactMap(\.self) } }
}

extension ChannelContent.Plan {
    private enum Key: String, CodingKey {
        case items, text, pictures, thumbnail, picture, formats, budget, palette, size, reasons
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        items =
            try (try? values.decode(Int.self, forKey: .items)).map(String.init)
            ?? values.decode(String.self, forKey: .items)
        text = try values.decode(String.self, forKey: .text)
        pictures = try values.decode(String.self, forKey: .pictures)
        thumbnail = try values.decode(String.self, forKey: .thumbnail)
        picture = try values.decode(String.self, forKey: .picture)
        formats = try values.decode(String.self, forKey: .formats)
        budget = try values.decode(Int.self, forKey: .budget)
        palette = try values.decode(String.self, forKey: .palette)
        size = try values.decode(Int.self, forKey: .size)
        reasons = try values.decode([Reason].self, forKey: .reasons)
    }
}

extension ChannelContent {
    private enum Key: String, CodingKey {
        case title, description, link, language, generator, plan, edition, next, sync, since, older, items
    }

    /// An item or a tombstone.
    private enum Entry: Decodable {
        case item(Item), tombstone(Tombstone)

        init(from decoder: any Decoder) throws {
            if let tombstone = try? Tombstone(from: decoder) {
                self = .tombstone(tombstone)
            } else {
                self = .item(try Item(from: decoder))
            }
        }
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        title = try values.decode(String.self, forKey: .title)
        description = try values.decode(String.self, forKey: .description)
        link = try values.decode(String.self, forKey: .link)
        language = try values.decode(String.self, forKey: .language)
        generator = try values.decode(String.self, forKey: .generator)
        plan = try values.decode(Plan.self, forKey: .plan)
        edition = try values.decodeIfPresent(Int.self, forKey: .edition)
        next = try values.decode(Int.self, forKey: .next)
        sync = try values.decode(String.self, forKey: .sync)
        since = try values.decodeIfPresent(String.self, forKey: .since)
        older = try values.decodeIfPresent(Older.self, forKey: .older)
        let entries = try values.decode([Entry].self, forKey: .items)
        withdrawn = entries.compactMap { if case .tombstone(let stone) = $0 { stone } else { nil } }
        items = entries.compactMap { if case .item(let item) = $0 { item } else { nil } }
    }
}

/// The namespace of everything that the 2009 thesis did not have.
let n4md = "urn:n4md:1"

extension XMLElement {
    fileprivate func text(of name: String, _ namespace: String? = nil) throws -> String {
        try #require(first(name, namespace), "<\(name)> is missing").text
    }

    fileprivate func number(_ name: String, _ namespace: String? = nil) throws -> Int {
        try #require(attribute(name, namespace).flatMap { Int($0) }, "\(name) is no number")
    }
}

extension ChannelContent {
    init(_ root: XMLElement) throws {
        try #require(root.name == "channel" && root.namespace == nil)
        title = try root.text(of: "title")
        description = try root.text(of: "description")
        link = try root.text(of: "link")
        language = try root.text(of: "language")
        generator = try root.text(of: "generator")
        plan = try Plan(#require(root.first("plan", n4md)))
        edition = root.first("edition", n4md).flatMap { Int($0.text) }
        next = try #require(Int(root.text(of: "next", n4md)))
        sync = try root.text(of: "sync", n4md)
        older = try root.first("older", n4md).map { Older(before: try #require($0.attribute("before")), link: $0.text) }
        since = root.first("since", n4md)?.text
        let entries = try #require(root.first("items")).all("item")
        withdrawn = try entries.compactMap { item in
            try item.first("withdrawn", n4md).map {
                Tombstone(id: try #require(Int(item.text(of: "id"))), withdrawn: $0.text)
            }
        }
        items = try entries.filter { $0.first("withdrawn", n4md) == nil }.map { try Item($0) }
    }
}

extension ChannelContent.Plan {
    fileprivate init(_ plan: XMLElement) throws {
        func value(_ name: String) throws -> String { try #require(plan.attribute(name), "\(name) is missing") }
        items = try value("items")
        text = try value("text")
        pictures = try value("pictures")
        thumbnail = try value("thumbnail")
        picture = try value("picture")
        formats = try value("formats")
        budget = try plan.number("budget")
        palette = try value("palette")
        size = try plan.number("size")
        reasons = try plan.all("reason", n4md).map { Reason(rule: try #require($0.attribute("rule")), reason: $0.text) }
    }
}

extension ChannelContent.Item {
    fileprivate init(_ item: XMLElement) throws {
        id = try #require(Int(item.text(of: "id")))
        title = try item.text(of: "title")
        description = item.first("description")?.text
        pubDate = try item.text(of: "pubDate")
        link = try item.text(of: "link")
        image = try item.first("image").map { try .init($0) }
        imageCaption = item.first("imageCaption")?.text
        thumbnail = try item.first("thumbnail").map { try .init($0) }
        color = item.first("color", n4md)?.text
        pictured = item.first("pictured", n4md).flatMap { Int($0.text) }
        text = item.first("text")?.text
        rest = try item.first("rest", n4md).map {
            ChannelContent.Rest(part: try $0.number("part"), bytes: try #require(Int($0.text)))
        }
        author = try item.text(of: "author")
        category = item.all("category").map(\.text)
        language = item.first("language", n4md)?.text
        updated = item.first("updated", n4md)?.text
    }
}

extension ChannelContent.File {
    fileprivate init(_ file: XMLElement) throws {
        link = file.text
        width = try file.number("width", n4md)
        height = try file.number("height", n4md)
        bytes = try file.number("bytes", n4md)
    }
}

import FeedReading
import Foundation
import News
import Syndication
import XML

// Turns imported items into articles.
extension Importer {
    /// An article about to be imported.
    struct Candidate: Sendable {
        /// Its place in the source, for people.
        var place: String
        var draft: ArticleDraft
        var isPublished: Bool
        var section: FeedItem.Section
        var picture: FeedItem.Picture?
        /// Its old paths.
        var paths: [String]
        /// The original body, and its base address.
        var html: String
        var base: String
        /// The reason why it has no picture.
        var pictureFault: ImportFault?
        /// The hashes of the pictures in its text by address; empty for one that cannot be had.
        var textPictures: [String: String] = [:]
        /// The reason why its text lacks a picture that may be had later.
        var textFault: ImportFault?
    }

    /// Returns the article of an item; nil, with a line in the report, if it is skipped.
    func candidate(_ item: FeedItem, _ origin: Origin, _ report: inout Report) -> Candidate? {
        do {
            let candidate = try candidate(item, origin)
            if origin.isMove {
                for loss in losses(of: item, candidate.html) { report.tell("\(candidate.place): \(loss)") }
            }
            return candidate
        } catch {
            let headline = HTMLSanitizer.sanitize(item.title).plainText
            let name = headline.isEmpty ? item.title : headline
            report.tell("\(origin.unit) \(item.line): \(name.prefix(60)): skipped: \(error.reason)")
            return nil
        }
    }

    /// Returns the article of an item. Throws the reason if it cannot become one.
    func candidate(_ item: FeedItem, _ origin: Origin) throws(ImportFault) -> Candidate {
        var draft = ArticleDraft()
        draft.guid = item.guid
        let html = item.content.isEmpty ? item.summary : item.content
        let base = [item.base, item.link].first { !$0.isEmpty } ?? origin.link
        let body = HTMLSanitizer.sanitize(html, baseURL: base)
        draft.bodyHTML = body.html
        draft.bodyText = body.plainText
        draft.headline = HTMLSanitizer.sanitize(item.title).plainText
        if draft.headline.isEmpty, origin.isMove { draft.headline = firstWords(of: body.plainText) }
        draft.standfirst = standfirst(HTMLSanitizer.sanitize(item.summary).plainText)
        draft.slug = slug(item)
        draft.byline = String(item.authors.joined(separator: ", ").unicodeScalars.prefix(500).map(Character.init))
        draft.language = canonicalLanguage(item.language ?? origin.language)
        let names = item.categories.filter { Slug.make($0) != nil && $0.unicodeScalars.count <= 100 }
        let section = section(of: item, names)
        draft.section = section.slug
        draft.categories = Array(names.prefix(50))
        draft.publishedAt = item.isPublished ? item.published?.addingTimeInterval(origin.shift) : nil
        draft.edition = draft.publishedAt.flatMap { origin.edition?($0) }
        draft.place = item.point.flatMap { Place(latitude: $0.latitude, longitude: $0.longitude) }
        var faults = (draft.faults + (item.isPublished ? draft.gaps : [])).map { "\($0.field) \($0.detail)" }
        if item.guid.isEmpty { faults.append("has neither guid nor link") }
        if item.published == nil, item.isPublished { faults.append("has no readable date") }
        guard faults.isEmpty else { throw ImportFault(reason: faults.joined(separator: "; ")) }
        return Candidate(
            place: (origin.unit.isEmpty ? "" : "\(origin.unit) \(item.line): ") + draft.headline.prefix(60),
            draft: draft,
            isPublished: item.isPublished, section: section, picture: item.picture, paths: paths(of: item, origin),
            html: html, base: base)
    }

    /// The parts of an item that are lost.
    private func losses(of item: FeedItem, _ html: String) -> [String] {
        var losses = item.losses
        if html.utf8.count > HTMLSanitizer.maximumBytes { losses.append("its text is longer than 1 MB, and is cut") }
        let names = html.utf8.prefix(HTMLSanitizer.maximumBytes).startTags(of: Self.embedded).sorted()
        if !names.isEmpty { losses.append("without \(names.map { "<\($0)>" }.joined(separator: ", ")) in its text") }
        return losses
    }

    /// Elements that the sanitiser removes with their content.
    private static let embedded: Set = ["audio", "embed", "form", "iframe", "object", "script", "svg", "video"]

    /// The old paths of an item, except those of our own articles.
    private func paths(of item: FeedItem, _ origin: Origin) -> [String] {
        guard item.isPublished else { return [] }
        let host = OldAddress.host(of: origin.link) ?? ""
        let paths = ([item.link] + item.addresses).compactMap { OldAddress.of($0, host: host) }
        return Array(Set(paths.filter { !$0.hasPrefix("/articles/") })).sorted()
    }

    private func slug(_ item: FeedItem) -> String {
        Slug.isValid(item.slug) ? item.slug : Slug.make(item.slug.removingPercentEncoding ?? item.slug) ?? ""
    }

    private func section(of item: FeedItem, _ names: [String]) -> FeedItem.Section {
        if let section = item.section, let slug = Slug.isValid(section.slug) ? section.slug : Slug.make(section.name) {
            return .init(slug: slug, name: String(section.name.prefix(100)))
        }
        let name = names.first ?? "News"
        return .init(slug: Slug.make(name) ?? "news", name: name)
    }

    private func firstWords(of text: String) -> String {
        let words = text.prefix(120).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard words.count > 80 else { return words }
        return words.prefix(80).split(separator: " ").dropLast().joined(separator: " ") + "…"
    }

    func canonicalLanguage(_ tag: String?) -> String {
        tag.flatMap { LanguageList.isTag($0) ? $0 : nil } ?? "en"
    }

    /// The standfirst on one line, cut at a word if a feed has its whole text as the description.
    private func standfirst(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard line.count > 600 else { return line }
        let cut = line.prefix(280)
        return String(cut[..<(cut.lastIndex(of: " ") ?? cut.endIndex)]) + "…"
    }
}

extension Substring.UTF8View {
    /// The given lower-case names that occur as start tags. It works on bytes, since texts are long.
    fileprivate func startTags(of names: Set<String>) -> Set<String> {
        var found: Set<String> = []
        var rest = self
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[open...].dropFirst()
            let name = rest.prefix(10).prefix { $0.isPartOfWord }
            // No name in the set is longer.
            if !name.isEmpty {
                let word = String(decoding: name, as: UTF8.self).lowercased()
                if names.contains(word) { found.insert(word) }
            }
        }
        return found
    }
}

extension UInt8 {
    fileprivate var isPartOfWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}

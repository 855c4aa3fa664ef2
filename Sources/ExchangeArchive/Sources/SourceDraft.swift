import Archive
import Foundation
package import News
import PostgreSQL

/// The settings of a source, as they are asked for.
package struct SourceDraft: Sendable, Hashable {
    /// The treatment of its entries.
    package enum Trust: String, Sendable, CaseIterable {
        /// An article that readers see at once, if the entry is complete.
        case publish
        /// A draft.
        case draft
        /// An article of headline, standfirst and a link to its origin, which readers see at once.
        case headline
    }

    /// The address of the feed.
    package var url: String
    /// The page that readers know; empty if there is none.
    package var site: String
    /// Its name, which is printed below its articles; at most 200 characters.
    package var title: String
    /// The slug of the section that its articles go into.
    package var section: String
    /// The names of the categories that its articles get besides those of the entry; at most 10.
    package var categories: [String]
    /// The language (BCP 47) of entries that do not state it; empty for the language that the feed states.
    package var language: String
    /// The treatment of its entries.
    package var trust: Trust
    /// The byline of entries that name no author; empty for the title.
    package var byline: String
    /// The rule for reading a page like a feed: XPath expressions by part (`items`, `title`, …); empty if
    /// there is a feed.
    package var rule: [String: String]
    /// Whether the text of an entry is taken from the page to which it links.
    package var takesText: Bool
    /// The words that let entries in or keep them out.
    package var words: EntryWords
    /// The sections that entries with certain words go into; the first that matches decides.
    package var sectionRules: [SectionRule]

    /// A draft.
    package init(
        url: String, site: String = "", title: String, section: String, categories: [String] = [],
        language: String = "",
        trust: Trust = .draft, byline: String = "", rule: [String: String] = [:], takesText: Bool = false,
        words: EntryWords = EntryWords(), sectionRules: [SectionRule] = []
    ) {
        self.url = url
        self.site = site
        self.title = title
        self.section = section
        self.categories = categories
        self.language = language
        self.trust = trust
        self.byline = byline
        self.rule = rule
        self.takesText = takesText
        self.words = words
        self.sectionRules = sectionRules
    }

    /// The host of the address in lower case, with the port if it is not the default.
    package var host: String {
        guard let parts = URLComponents(string: url), let host = parts.host?.lowercased() else { return "" }
        let usual = parts.scheme?.lowercased() == "https" ? 443 : 80
        return parts.port.flatMap { $0 == usual ? nil : "\(host):\($0)" } ?? host
    }

    /// Everything that is wrong with it.
    package var faults: [ArticleDraft.Fault] {
        var faults: [ArticleDraft.Fault] = []
        func check(_ isGood: Bool, _ field: String, _ detail: String) {
            if !isGood { faults.append(.init(field: field, detail: detail)) }
        }
        check(
            isWebAddress(url), "url",
            "must be an address such as https://example.org/feed, without a name and password, of at most 2000 characters"
        )
        check(
            site.isEmpty || isWebAddress(site), "site",
            "must be an address such as https://example.org/, of at most 2000 characters")
        check(
            !title.isEmpty && title.unicodeScalars.count <= 200, "title", "must have 1 to 200 characters")
        check(
            language.isEmpty || LanguageList.isTag(language), "language", "is not a BCP 47 tag such as pt-PT")
        check(
            categories.count <= 10
                && categories.allSatisfy { $0.unicodeScalars.count <= 100 && Slug.make($0) != nil }, "categories",
            "can be at most 10 names of 1 to 100 characters")
        check(byline.unicodeScalars.count <= 200, "byline", "is longer than 200 characters")
        check(rule.allSatisfy { $0.value.utf8.count <= 500 }, "rule", "has an expression of more than 500 characters")
        return faults + words.faults + sectionFaults
    }
}

extension SourceDraft {
    /// The rule as it is stored.
    var ruleJSON: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(rule)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    static func rule(json: String) -> [String: String] {
        (try? JSONDecoder().decode([String: String].self, from: Data(json.utf8))) ?? [:]
    }
}

/// Whether a text is an http or https address that can be fetched: ASCII, without a name and password, at
/// most 2000 characters.
package func isWebAddress(_ text: String) -> Bool {
    guard text.utf8.count <= 2000, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
        let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme?.lowercased()),
        let host = parts.host
    else { return false }
    return !host.isEmpty && parts.user == nil && parts.password == nil && (1...65_535).contains(parts.port ?? 443)
}

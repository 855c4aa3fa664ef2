package import News

/// The addresses of the site. They are absolute and begin with the operator's public address, never a
/// request's Host.
package struct Site: Sendable {
    /// The public address without a trailing slash.
    package let root: String

    /// Creates a site at a public address such as `https://news.example.org/`.
    package init(publicURL: String) {
        var root = publicURL
        while root.last == "/" { root.removeLast() }
        self.root = root
    }

    /// The mobile web edition, which is the home page.
    package var home: String { root + "/m/" }
    /// An article's page.
    package func article(_ slug: String) -> String { "\(root)/articles/\(slug)" }
    /// A section's page.
    package func section(_ slug: String) -> String { "\(root)/sections/\(slug)" }
    /// The oEmbed address of an article (https://oembed.com).
    package func embed(_ slug: String) -> String { "\(root)/oembed?url=\(article(slug).escapedForQuery)" }
    /// The slug of one of our article pages, in any web edition; nil for any other address.
    package func slug(of page: String) -> String? {
        guard page.hasPrefix(root + "/") else { return nil }
        let path = page.dropFirst(root.count + 1).prefix { $0 != "?" && $0 != "#" }
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count >= 2, parts.count <= 3, parts[parts.count - 2] == "articles", let slug = parts.last,
            Slug.isValid(slug)
        else { return nil }
        return slug
    }
    /// An author's page.
    package func author(_ slug: String) -> String { "\(root)/authors/\(slug)" }
    /// An edition's page.
    package func edition(_ number: Int) -> String { "\(root)/editions/\(number)" }
    /// The word in a channel's path that stands for the current version.
    package static let current = "current"
    /// A rendition's file.
    package func picture(_ hash: String, _ rendition: RenditionName) -> String {
        "\(root)/media/\(hash)/\(rendition.text)"
    }

    /// The path of a channel document, the same for all devices with this plan and selection.
    /// - Parameter version: identifies its content, so that the path never means anything else; nil for the current one.
    package func channel(
        version: String? = nil, _ plan: DeliveryPlan, _ selection: Selection, _ format: DocumentFormat
    ) -> String {
        let query = selection.query
        return "/channel/\(version ?? Self.current)/\(plan.name).\(format.rawValue)"
            + (query.isEmpty ? "" : "?" + query)
    }
}

extension Selection {
    /// The selection as a query with sorted names. The values are slugs, numbers and dates, which need no
    /// escaping.
    package var query: String {
        var fields: [String] = []
        if !articles.isEmpty { fields.append("articles=" + articles.map { String($0) }.joined(separator: ",")) }
        if let before { fields.append("before=\(before.token)") }
        if !categories.isEmpty { fields.append("categories=" + categories.joined(separator: ",")) }
        if let edition { fields.append("edition=\(edition.name)") }
        if !languages.isEmpty { fields.append("languages=" + languages.joined(separator: ",")) }
        if let near { fields.append("near=\(near.name)") }
        if let part, articles.count == 1, part > 0 { fields.append("part=\(part)") }
        if !sections.isEmpty { fields.append("sections=" + sections.joined(separator: ",")) }
        if let since { fields.append("since=" + SyncToken(revision: since, minute: 0).text) }
        return fields.joined(separator: "&")
    }
}

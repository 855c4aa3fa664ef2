extension FeedItem {
    /// Takes the text of its page, and any values missing from the feed.
    package mutating func fill(from page: PageText) {
        content = page.html
        base = link
        if title.isEmpty { title = page.title }
        if summary.isEmpty { summary = page.summary }
        if authors.isEmpty { authors = page.authors }
        if published == nil { published = page.published }
        if canonical.isEmpty { canonical = page.canonical }
        if picture == nil, !page.picture.isEmpty { picture = Picture(url: page.picture) }
    }
}

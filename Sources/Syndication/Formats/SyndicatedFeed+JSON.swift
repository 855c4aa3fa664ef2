import News

// JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/).
extension SyndicatedFeed {
    var json: [UInt8] {
        var json = JSONWriter(reservingCapacity: capacity)
        json.open("{")
        json.member("version", "https://jsonfeed.org/version/1.1")
        json.member("title", title)
        json.member("home_page_url", page)
        json.member("feed_url", url)
        if !masthead.description.isEmpty { json.member("description", masthead.description) }
        json.member("language", masthead.language)
        if let next { json.member("next_url", next) }
        authors([(masthead.title, site.home)], &json)
        if !hubs.isEmpty { announceHubs(&json) }
        if !tombstones.isEmpty { withdrawn(&json) }
        json.key("items")
        json.open("[")
        for entry in entries { item(entry, &json) }
        json.close("]")
        json.close("}")
        return json.bytes
    }

    private func announceHubs(_ json: inout JSONWriter) {
        json.key("hubs")
        json.open("[")
        for hub in hubs {
            json.open("{")
            json.member("type", "WebSub")
            json.member("url", hub)
            json.close("}")
        }
        json.close("]")
    }

    /// Adds a member that JSON Feed does not define.
    private func extend(_ name: StaticString, _ value: String, _ json: inout JSONWriter) {
        json.key("_n4md")
        json.open("{")
        json.member(name, value)
        json.close("}")
    }

    /// Tombstones, as an extension: JSON Feed itself has none.
    private func withdrawn(_ json: inout JSONWriter) {
        json.key("_n4md")
        json.open("{")
        json.key("withdrawn")
        json.open("[")
        for tombstone in tombstones {
            json.open("{")
            json.member("id", identifier(tombstone.guid))
            json.member("date_withdrawn", RFC822.iso8601(tombstone.at))
            json.close("}")
        }
        json.close("]")
        json.close("}")
    }

    private func authors(_ authors: [(name: String, url: String?)], _ json: inout JSONWriter) {
        guard !authors.isEmpty else { return }
        json.key("authors")
        json.open("[")
        for author in authors {
            json.open("{")
            json.member("name", author.name)
            if let url = author.url { json.member("url", url) }
            json.close("}")
        }
        json.close("]")
    }

    private func item(_ entry: Entry, _ json: inout JSONWriter) {
        let story = entry.story
        json.open("{")
        json.member("id", identifier(of: story))
        json.member("url", site.article(story.slug))
        json.member("title", story.headline)
        let html = html(of: entry)
        // Either text or HTML is mandatory.
        if html.isEmpty {
            json.member(
                "content_text",
                entry.share.text >= .summary && !story.standfirst.isEmpty ? story.standfirst : story.headline)
        } else {
            json.member("content_html", html)
        }
        if entry.share.text >= .summary, !story.standfirst.isEmpty { json.member("summary", story.standfirst) }
        if let picture = picture(of: entry) ?? thumbnail(of: entry) { json.member("image", picture.url) }
        json.member("date_published", RFC822.iso8601(story.publishedAt))
        json.member("date_modified", RFC822.iso8601(max(story.updatedAt, story.publishedAt)))
        authors(authors(of: entry), &json)
        json.member("tags", (section(of: story).map { [$0] } ?? []) + categories(of: story))
        json.member("language", story.language)
        if !story.kicker.isEmpty { extend("kicker", story.kicker, &json) }
        json.close("}")
    }
}

package import News
import XML

// The text of a story for feed readers. They do not know its base address, so all addresses in it are
// absolute.
extension SyndicatedFeed {
    /// A picture file in a feed.
    struct Picture {
        var url: String
        var file: Rendition
        var of: StoryPicture
        var type: String { (file.name.format ?? .jpeg).mediaType }
        /// The caption, otherwise the alternative text.
        var words: String { of.caption.isEmpty ? of.alt : of.caption }

        init?(_ site: Site, _ picture: StoryPicture?, _ file: Rendition?) {
            guard let picture, let file else { return nil }
            url = site.picture(picture.hash, file.name)
            (self.file, of) = (file, picture)
        }

        var markup: String {
            "<img src=\"\(url.escapedForMarkup)\" alt=\"\(of.alt.escapedForMarkup)\" width=\"\(file.width)\" height=\"\(file.height)\"/>"
        }
    }

    func picture(of entry: Entry) -> Picture? {
        Picture(site, entry.story.picture, entry.story.picture?.chosen(entry.share).picture)
    }

    func thumbnail(of entry: Entry) -> Picture? {
        Picture(site, entry.story.picture, entry.story.picture?.chosen(entry.share).thumbnail)
    }

    /// The story as HTML, with its pictures; empty if its share includes no text.
    func html(of entry: Entry) -> String {
        let story = entry.story
        switch entry.share.text {
        case .headline, .summary: return ""
        case .opening:
            guard let opening = story.opening(in: story.plainText.isEmpty ? .plain : .html) else {
                return paragraphs(story.text) + (story.rest.map { link(to: $0, of: story) } ?? "")
            }
            return paragraphs(opening.text) + link(to: opening.rest, of: story)
        case .plain: return paragraphs(story.plainText.isEmpty ? story.text : story.plainText)
        case .html:
            guard !story.text.isEmpty else { return "" }
            let lead = picture(of: entry).map(figure) ?? ""
            let text = entry.bodyPictures.isEmpty ? BodyPictures.removed(from: story.text) : body(of: entry)
            return lead + whole(text)
        }
    }

    private func paragraphs(_ plain: String) -> String {
        plain.split(separator: "\n\n").map { "<p>\(String($0).escapedForMarkup)</p>" }.joined()
    }

    /// The way to what a text leaves out, and its size. The brackets are what feeds have in every language.
    private func link(to rest: RestOfText, of story: Story) -> String {
        let kilobytes = max(1, (rest.bytes + 500) / 1000)
        return "<p><a href=\"\(site.article(story.slug).escapedForMarkup)\">[… \(kilobytes) kB]</a></p>"
    }

    private func figure(_ picture: Picture) -> String {
        let words = [picture.of.caption, picture.of.credit].filter { !$0.isEmpty }.map(\.escapedForMarkup)
        let caption = words.isEmpty ? "" : "<figcaption>\(words.joined(separator: " "))</figcaption>"
        return "<figure>\(picture.markup)\(caption)</figure>"
    }

    private func body(of entry: Entry) -> String {
        BodyPictures.parts(of: entry.story.text).map { part in
            switch part {
            case .markup(let html): return html
            case .picture(let hash, let alt):
                guard let picture = Picture(site, entry.bodyPictures[hash], entry.bodyPictures[hash]?.details.last)
                else { return "" }
                // The sanitiser has already escaped the alternative text.
                return "<img src=\"\(picture.url.escapedForMarkup)\" alt=\"\(alt)\"/>"
            }
        }.joined()
    }

    /// Makes root-relative links, as the sanitiser writes them, absolute.
    private func whole(_ html: String) -> String {
        guard html.contains("href=\"/") else { return html }
        return html.replacing("href=\"//", with: "href=\"https://").replacing("href=\"/", with: "href=\"\(site.root)/")
    }
}

extension SyndicatedFeed.Entry {
    /// Estimates the size of the parts of a story in a feed, and of the files that it names.
    package static func load(_ story: Story, _ plan: DeliveryPlan) -> Packer.Load {
        var load = Packer.Load(headline: 700 + 2 * (story.headlineSize + story.slug.utf8.count))
        if plan.text >= .summary, !story.standfirst.isEmpty { load.standfirst = 30 + story.standfirst.utf8.count }
        let opening = plan.text == .opening ? story.text : story.opening(in: plan.text)?.text ?? ""
        if !opening.isEmpty { load.opening = 160 + story.slug.utf8.count + opening.utf8.count * 11 / 10 }
        let plain = story.plainText.isEmpty && plan.text == .plain ? story.text : story.plainText
        if plan.text >= .plain, !plain.isEmpty { load.plain = 80 + plain.utf8.count * 11 / 10 }
        // HTML inside a feed is escaped, which makes it longer.
        if plan.text == .html, !story.text.isEmpty { load.html = 80 + story.text.utf8.count * 5 / 4 }
        guard plan.pictures != .off, let picture = story.picture else { return load }
        let words = picture.alt.utf8.count + picture.caption.utf8.count + picture.credit.utf8.count
        func weighed(_ options: [Packer.Option], _ markup: Int) -> [Packer.Option] {
            options.map { .init(.init(written: markup, files: $0.weight.files), value: $0.value) }
        }
        load.thumbnails = weighed(picture.thumbnailOptions, 180)
        if plan.pictures == .full { load.pictures = weighed(picture.detailOptions, 700 + 2 * words) }
        return load
    }
}

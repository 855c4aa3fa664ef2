import Archive
import Foundation
import News
import Syndication
import WebPush

/// The text of a message for a device: JSON, with the whole story where that fits.
struct PushText: Sendable {
    /// The most bytes of the short form: Firefox on Android takes about 2,900 of any, and answers 413 to more.
    static let shortLimit = 2600

    let masthead: Masthead
    let site: Site
    let receipts: Receipts

    /// A message as it depends on the device.
    struct Variant: Hashable {
        var message: Int
        var deviceClass: String
        var isPictured: Bool
        var isShort: Bool
        var others: Int
    }

    /// The text of a message about a story that readers see.
    func write(_ job: PushJob, _ variant: Variant, _ story: Story) -> Data {
        let whole = document(job, variant, story, .body)
        guard variant.isShort || whole.count > PushMessage.mostText else { return whole }
        for part in [Part.standfirst, .line] {
            let short = document(job, variant, story, part)
            if short.count <= Self.shortLimit { return short }
        }
        return document(job, variant, story, .headline)
    }

    /// The text of a message that a story is no longer there, which tells nothing of it.
    func writeRemoval(_ job: PushJob, _ variant: Variant) -> Data {
        document(job, variant) { json in json.member("title", masthead.title) }
    }

    private enum Part: Int, Comparable {
        case headline, line, standfirst, body

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    private func document(_ job: PushJob, _ variant: Variant, _ story: Story, _ part: Part) -> Data {
        document(job, variant) { json in
            // The longest that fits with everything else: 300 characters may be 1,200 bytes, and 2,400 as JSON.
            let headline = part == .headline ? story.headline.cut(to: 100) : story.headline
            json.member("title", job.headline ?? headline)
            if job.headline != nil { json.member("headline", headline) }
            if part >= .line, !job.text.isEmpty { json.member("text", job.text) }
            json.member("url", site.article(story.slug))
            json.member("section", masthead.section(story.sectionID)?.name ?? "")
            json.member("language", story.language)
            json.member("published", RFC822.iso8601(story.publishedAt))
            if variant.isPictured, let picture = story.picture, let file = picture.details.last {
                json.member("picture", site.picture(picture.hash, file.name))
            }
            guard part >= .standfirst else { return }
            if !story.kicker.isEmpty { json.member("kicker", story.kicker) }
            if !story.standfirst.isEmpty, story.standfirst != job.text { json.member("standfirst", story.standfirst) }
            if !story.byline.isEmpty { json.member("byline", story.byline) }
            if part == .body { json.member("body", story.text) }
        }
    }

    private func document(_ job: PushJob, _ variant: Variant, _ write: (inout JSONWriter) -> Void) -> Data {
        var json = JSONWriter(reservingCapacity: PushMessage.mostText)
        json.open("{")
        json.member("version", 1)
        json.member("kind", job.kind.rawValue)
        json.member("message", job.message)
        json.member("article", job.article)
        json.member("tag", job.tag)
        json.member("receipt", receipts.text(message: job.message, variant.deviceClass))
        if job.isUrgent { json.member("urgent", true) }
        if job.kind != .story { json.member("silent", true) }
        if variant.others > 0 { json.member("others", variant.others) }
        write(&json)
        json.close("}")
        return Data(json.bytes)
    }
}

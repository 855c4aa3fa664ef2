import Channels
import Foundation
import Hummingbird
import News
import Syndication

/// The page for trying out the context form.
struct FormPage: Sendable {
    struct Choice: Sendable {
        var slug: String
        var name: String
        var url: String
    }
    var sections: [Choice]
    var categoriesList: [Choice]
    var hasPlaces: Bool

    init(_ masthead: Masthead) {
        sections = masthead.sections.map { Choice(slug: $0.slug, name: $0.name, url: "/sections/\($0.slug)") }
        hasPlaces = masthead.hasPlaces
        categoriesList = masthead.categories.prefix(200).map {
            Choice(slug: $0.slug, name: $0.name, url: "/categories/\($0.slug)")
        }
    }
}

/// The page that explains a decision.
struct ExplainPage: Sendable {
    struct Row: Sendable {
        var name: String
        var value: String
    }
    struct Ignored: Sendable {
        var field: String
        var value: String
        var expected: String
    }
    struct StoryRow: Sendable {
        var headline: String
        var url: String
        var isSent: Bool
        /// The parts it got, in words.
        var got: String
        /// The size of its pictures; nil if it has none.
        var bytes: String?
        /// The parts it did not get, and what they would cost.
        var more: String?
    }

    var context: [Row]
    var plan: [Row]
    var budget: String
    var used: String
    var usedDocument: String
    var usedPictures: String
    var documentPercent: Int
    var picturesPercent: Int
    var percent: Int
    /// Whether everything that the plan allows was sent.
    var isComplete: Bool
    var reasons: [String]
    var ignored: [Ignored]
    var stories: [StoryRow]
    var planName: String
    /// Nil if the request cannot be expressed as an address.
    var channelURL: String?
    var jsonURL: String?

    /// Requests the same as JSON, whatever the format of the channel.
    static let asJSON = "explain=json"

    init(_ explanation: Explanation, _ request: Request, isPosted: Bool) {
        let wanted = explanation.wanted
        let budget = max(1, explanation.channel.plan.budget)
        context = wanted.context.description.map(Row.init)
        plan = explanation.channel.plan.description.map(Row.init)
        planName = explanation.channel.plan.name
        self.budget = Self.kilobytes(budget)
        used = Self.kilobytes(explanation.used)
        usedDocument = Self.kilobytes(explanation.sent)
        usedPictures = Self.kilobytes(explanation.written.pictureBytes)
        documentPercent = min(100, explanation.sent * 100 / budget)
        picturesPercent = min(100 - documentPercent, explanation.written.pictureBytes * 100 / budget)
        percent = min(100, explanation.used * 100 / budget)
        isComplete = explanation.isComplete
        reasons = explanation.reasons
        ignored = wanted.faults.map { Ignored(field: $0.field, value: $0.value, expected: $0.expected) }
        stories = explanation.lines.map(StoryRow.init)
        let query = request.uri.query ?? ""
        channelURL = isPosted ? nil : "/ws?" + query
        jsonURL = isPosted ? nil : "/ws/explain?" + (query.isEmpty ? "" : query + "&") + Self.asJSON
    }

    fileprivate static func kilobytes(_ bytes: Int) -> String { "\(Double(bytes / 100) / 10) kB" }
}

extension ExplainPage.StoryRow {
    init(_ line: Explanation.Line) {
        headline = line.story.headline
        url = "/articles/\(line.story.slug)"
        isSent = line.isSent
        let text =
            switch line.text {
            case "headline": "headline"
            case "summary": "headline and summary"
            case "html": "full text"
            default: "plain text"
            }
        let parts: [String?] = [
            text, line.thumbnail == "none" ? nil : "thumbnail of \(Self.words(line.thumbnail))",
            line.picture == "none" ? nil : "picture of \(Self.words(line.picture))",
        ]
        got = parts.compactMap(\.self).joined(separator: "; ")
        bytes = line.pictureBytes > 0 ? ExplainPage.kilobytes(line.pictureBytes) : nil
        let more = line.more.map { more in
            let what = more.rendition.map { "a \(more.part) of \(Self.words($0))" } ?? more.name
            return "\(what) for \(ExplainPage.kilobytes(more.bytes))"
        }
        self.more = more.isEmpty ? nil : more.joined(separator: "; ")
    }

    /// A rendition in words.
    private static func words(_ name: String) -> String {
        RenditionName(name).map { "\($0.spec.width) pixels at quality \($0.spec.quality)" } ?? name
    }
}

extension Explanation.More {
    /// In words.
    fileprivate var name: String {
        switch part {
        case "headline": "the headline"
        case "summary": "the summary"
        case "plain": "the text"
        case "html": "the text with its markup"
        default: part
        }
    }
}

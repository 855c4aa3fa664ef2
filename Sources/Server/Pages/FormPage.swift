import Foundation
import Hummingbird
import News
import Syndication

/// The page to try the context form.
struct FormPage: Sendable {
    struct Choice: Sendable {
        var slug: String
        var name: String
        var url: String
    }
    var sections: [Choice]
    var categoriesList: [Choice]

    init(_ masthead: Masthead) {
        sections = masthead.sections.map { Choice(slug: $0.slug, name: $0.name, url: "/sections/\($0.slug)") }
        categoriesList = masthead.categories.prefix(200).map {
            Choice(slug: $0.slug, name: $0.name, url: "/categories/\($0.slug)")
        }
    }
}

/// The page that takes a decision apart.
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
        var text: String
        var thumbnail: String
        var picture: String
        /// Of its pictures; nil where it has none.
        var bytes: String?
    }

    var context: [Row]
    var plan: [Row]
    var budget: String
    var used: String
    var usedDocument: String
    var usedPictures: String
    var percent: Int
    var reasons: [String]
    var ignored: [Ignored]
    var stories: [StoryRow]
    var channelURL: String
    var jsonURL: String

    init(_ explanation: Explanation, _ request: Request) {
        let wanted = explanation.wanted
        context = wanted.context.description.map(Row.init)
        plan = explanation.channel.plan.description.map(Row.init)
        budget = Self.kilobytes(explanation.channel.plan.budget)
        used = Self.kilobytes(explanation.used)
        usedDocument = Self.kilobytes(explanation.sent)
        usedPictures = Self.kilobytes(explanation.written.pictureBytes)
        percent = min(100, explanation.used * 100 / max(1, explanation.channel.plan.budget))
        reasons = explanation.channel.plan.reasons.map(\.reason)
        ignored = wanted.faults.map { Ignored(field: $0.field, value: $0.value, expected: $0.expected) }
        stories = explanation.lines.map {
            StoryRow(
                headline: $0.story.headline, url: "/articles/\($0.story.slug)", text: $0.text, thumbnail: $0.thumbnail,
                picture: $0.picture,
                bytes: $0.pictureBytes > 0 ? Self.kilobytes($0.pictureBytes) : nil)
        }
        let query = request.uri.query ?? ""
        channelURL = "/ws?" + query
        jsonURL = "/ws/explain?" + (query.isEmpty ? "" : query + "&") + "format=json"
    }

    private static func kilobytes(_ bytes: Int) -> String { "\(Double(bytes / 100) / 10) kB" }
}

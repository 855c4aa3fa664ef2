package import Archive
package import Foundation
import HTTPTypes
package import News
package import Web

/// The fields by which a list of articles is narrowed and ordered, the same for its page and the API.
package struct ArticleQuery: Sendable {
    package private(set) var filter = ArticleFilter()
    package private(set) var order: ArticleOrder
    package private(set) var after: ArticlePlace?

    /// Throws 400, listing the available values, if a field has none of them.
    /// - Parameters:
    ///   - zone: the newspaper's time zone, which decides when days begin and end.
    ///   - usual: the order if the form names none.
    package init(_ form: NewsroomForm, _ sections: [Section], in zone: TimeZone, usual: ArticleOrder) throws {
        order = usual
        if !form["order"].isEmpty {
            guard let named = ArticleOrder(rawValue: form["order"]) else {
                throw Problem(
                    .badRequest, "There is no order with this name.", available: ArticleOrder.allCases.map(\.rawValue))
            }
            order = named
        }
        filter.words = form.line("q", limit: 200)
        filter.byline = form.line("byline", limit: 200)
        filter.section = try Self.section(form["section"], sections)
        filter.origin = try Self.origin(form["source"])
        filter.language = try Self.language(form["language"])
        filter.edition = try Self.edition(form["edition"])
        filter.from = try Self.day("from", form, zone)?.start
        filter.until = try Self.day("to", form, zone)?.end
        guard !form["after"].isEmpty else { return }
        after = ArticlePlace(token: form["after"], in: order)
        if after == nil { throw Problem(.badRequest, "after must be taken from the link to the next page.") }
    }

    private static func section(_ slug: String, _ sections: [Section]) throws -> Int? {
        if slug.isEmpty { return nil }
        guard let section = sections.first(where: { $0.slug == slug }) else {
            throw Problem(.badRequest, "There is no section with this slug.", available: sections.map(\.slug))
        }
        return section.id
    }

    private static func origin(_ text: String) throws -> ArticleFilter.Origin? {
        switch text {
        case "": return nil
        case "own": return .own
        case "elsewhere": return .elsewhere
        default:
            guard let id = Int(text), id > 0 else {
                throw Problem(
                    .badRequest, "source must be own, elsewhere, or the number of a source.",
                    available: ["own", "elsewhere"])
            }
            return .source(id)
        }
    }

    private static func edition(_ text: String) throws -> Int? {
        if text.isEmpty { return nil }
        guard let number = Int(text), number > 0 else {
            throw Problem(.badRequest, "edition must be the number of an edition.")
        }
        return number
    }

    private static func language(_ text: String) throws -> String? {
        if text.isEmpty { return nil }
        guard LanguageList.isTag(text) else { throw Problem(.badRequest, "language must be a tag such as pt-PT.") }
        return text
    }

    private static func day(_ name: String, _ form: NewsroomForm, _ zone: TimeZone) throws -> DateInterval? {
        if form[name].isEmpty { return nil }
        guard let day = LocalMoment.day(form[name], in: zone) else {
            throw Problem(.badRequest, "\(name) must be a day, such as 2009-05-31.")
        }
        return day
    }
}

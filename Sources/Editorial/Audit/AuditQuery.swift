package import Archive
package import Foundation
import HTTPTypes
import Syndication
package import Web

/// A query of the audit trail, the same for its page, its export and the API.
package struct AuditQuery: Sendable {
    /// The values that a query can filter by.
    package struct Choices: Sendable {
        package var people: [Person]
        package var actions: [String]

        package init(_ holdings: Holdings) throws {
            people = try holdings.people.list()
            actions = try holdings.audit.actions()
        }

        /// The kinds of actions, as queries name them: `article.`.
        package var kinds: [String] { Set(actions.map { $0.prefix { $0 != "." } + "." }).sorted() }

        /// Whether there are several actions of a kind.
        package func isWide(_ kind: String) -> Bool { actions.count { ($0 + ".").hasPrefix(kind) } > 1 }
    }

    /// The value of `who` that stands for the command line, the clock, and people who failed to log in.
    package static let nobody = "nobody"
    private static let names = ["who", "what", "subject", "from", "to"]

    package private(set) var filter = AuditFilter()
    package private(set) var before: Int?
    private let form: NewsroomForm

    /// Throws 400, listing the available values, if a query names one that does not exist.
    /// - Parameter zone: the newspaper's time zone, which decides when days begin and end.
    package init(_ form: NewsroomForm, _ choices: Choices, in zone: TimeZone) throws {
        self.form = form
        filter.maker = try Self.maker(form["who"], choices)
        filter.action = try Self.action(form["what"], choices)
        filter.from = try Self.day("from", form, zone)?.start
        filter.until = try Self.day("to", form, zone)?.end
        if let from = filter.from, let until = filter.until, until <= from {
            throw Problem(.badRequest, "to must not be before from.")
        }
        let subject = form.line("subject", limit: 200)
        filter.subject = subject.isEmpty ? nil : subject
        before = Int(form["before"])
        if before == nil, !form["before"].isEmpty {
            throw Problem(.badRequest, "before must be the number of an entry; older entries are listed.")
        }
    }

    private static func maker(_ text: String, _ choices: Choices) throws -> AuditFilter.Maker? {
        if text.isEmpty { return nil }
        if text == nobody { return .nobody }
        guard let id = Int(text), choices.people.contains(where: { $0.id == id }) else {
            throw Problem(
                .badRequest, "who must be an editor's number, or \(nobody): command line, clock, failed log-ins.",
                available: [nobody] + choices.people.map { String($0.id) })
        }
        return .editor(id)
    }

    private static func action(_ text: String, _ choices: Choices) throws -> String? {
        if text.isEmpty { return nil }
        let available = choices.kinds + choices.actions
        guard available.contains(text) else {
            throw Problem(
                .badRequest, "what must be an action, or a kind of action ending in a dot.", available: available)
        }
        return text
    }

    private static func day(_ name: String, _ form: NewsroomForm, _ zone: TimeZone) throws -> DateInterval? {
        if form[name].isEmpty { return nil }
        guard let day = LocalMoment.day(form[name], in: zone) else {
            throw Problem(.badRequest, "\(name) must be a day, such as 2009-05-31.")
        }
        return day
    }

    /// The query string for the same filters and the given numbers, with its question mark; empty if there
    /// are none.
    package static func text(_ form: NewsroomForm, _ numbers: [String: Int] = [:]) -> String {
        let asked = form.only(names).filter { !$0.value.isEmpty }.merging(numbers.mapValues(String.init)) { $1 }
        let fields = asked.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.escapedForQuery)" }
        return fields.isEmpty ? "" : "?" + fields.joined(separator: "&")
    }
}

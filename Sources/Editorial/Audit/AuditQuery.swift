package import Archive
package import Foundation
import HTTPTypes
package import PostgreSQL
import Syndication
package import Web

/// What the audit trail is asked for, alike on its page, in its export and by the API.
package struct AuditQuery: Sendable {
    /// What there is to ask for.
    package struct Choices: Sendable {
        package var people: [Person]
        package var actions: [String]

        package init(_ connection: Connection) throws {
            people = try connection.people()
            actions = try connection.auditActions()
        }

        /// Kinds of actions, as they are asked for: `article.`.
        package var kinds: [String] { Set(actions.map { $0.prefix { $0 != "." } + "." }).sorted() }

        /// Whether there are several actions of a kind.
        package func isWide(_ kind: String) -> Bool { actions.count { ($0 + ".").hasPrefix(kind) } > 1 }
    }

    /// The value of `who` for the command line, the clock, and who did not get in.
    package static let nobody = "nobody"
    private static let names = ["who", "what", "subject", "from", "to"]

    package private(set) var filter = AuditFilter()
    package private(set) var before: Int?
    private let form: NewsroomForm

    /// Throws 400 with what there is, where something is asked for that cannot be.
    /// - Parameter zone: of the newspaper's clock, by which days begin and end.
    package init(_ form: NewsroomForm, _ choices: Choices, in zone: TimeZone) throws {
        self.form = form
        filter.maker = try Self.maker(form["who"], choices)
        filter.action = try Self.action(form["what"], choices)
        filter.from = try Self.day("from", form, zone)?.start
        filter.until = try Self.day("to", form, zone)?.end
        let subject = form.line("subject", limit: 200)
        filter.subject = subject.isEmpty ? nil : subject
        before = Int(form["before"])
        if before == nil, !form["before"].isEmpty {
            throw Problem(.badRequest, "before is the number of an entry: those that are older are shown.")
        }
    }

    private static func maker(_ text: String, _ choices: Choices) throws -> AuditFilter.Maker? {
        if text.isEmpty { return nil }
        if text == nobody { return .nobody }
        guard let id = Int(text), choices.people.contains(where: { $0.id == id }) else {
            throw Problem(
                .badRequest, "who is the number of an editor, or \(nobody): command line, clock, who did not get in.",
                available: [nobody] + choices.people.map { String($0.id) })
        }
        return .editor(id)
    }

    private static func action(_ text: String, _ choices: Choices) throws -> String? {
        if text.isEmpty { return nil }
        let available = choices.kinds + choices.actions
        guard available.contains(text) else {
            throw Problem(
                .badRequest, "what is an action, or a kind of actions with a dot at its end.", available: available)
        }
        return text
    }

    private static func day(_ name: String, _ form: NewsroomForm, _ zone: TimeZone) throws -> DateInterval? {
        if form[name].isEmpty { return nil }
        guard let day = LocalMoment.day(form[name], in: zone) else {
            throw Problem(.badRequest, "\(name) is a day, such as 2009-05-31.")
        }
        return day
    }

    /// The query that asks the same with further numbers, and its question mark; empty where nothing is asked for.
    package static func text(_ form: NewsroomForm, _ numbers: [String: Int] = [:]) -> String {
        let asked = form.only(names).filter { !$0.value.isEmpty }.merging(numbers.mapValues(String.init)) { $1 }
        let fields = asked.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.escapedForQuery)" }
        return fields.isEmpty ? "" : "?" + fields.joined(separator: "&")
    }
}

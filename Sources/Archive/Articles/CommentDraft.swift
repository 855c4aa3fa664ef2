package import Foundation
package import News

/// A comment as somebody writes it.
package struct CommentDraft: Sendable {
    package var text: String
    /// The number of the person who has to do it.
    package var assignee: Int?
    /// The day by which it has to be done: `2009-05-31`.
    package var due: String?

    /// The most characters of a text.
    package static let limit = 2000

    package init(text: String, assignee: Int? = nil, due: String? = nil) {
        let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\u{0}", with: "")
        self.text = lines.trimmingCharacters(in: .whitespacesAndNewlines)
        (self.assignee, self.due) = (assignee, due)
    }

    /// What is wrong with it, whoever is in the newsroom.
    package func faults(now: Date = Date()) -> [CommentFault] {
        var faults: [CommentFault] = []
        if text.isEmpty { faults.append(.noText) }
        if text.unicodeScalars.count > Self.limit { faults.append(.longText) }
        guard let due else { return faults }
        if assignee == nil { faults.append(.dayWithoutPerson) }
        guard let day = Self.day(due) else { return faults + [.noDay] }
        // Somewhere it is still yesterday, and nobody plans for more than two years.
        if day.addingTimeInterval(36 * 3600) < now || day > now.addingTimeInterval(2 * 366 * 86_400) {
            faults.append(.farDay)
        }
        return faults
    }

    private static func day(_ text: String) -> Date? {
        guard text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil else { return nil }
        let format = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
        // Some days of this form do not exist.
        guard let day = try? Date(text, strategy: format), day.formatted(format) == text else { return nil }
        return day
    }
}

/// The reason why a comment is not accepted.
package enum CommentFault: Error, Sendable, Equatable {
    case noText, longText, dayWithoutPerson, noDay, farDay, noPerson
    /// A name in the text may mean several people.
    case doubt(Mentions.Doubt)
    /// There are as many comments as an article can have.
    case full
    /// The article was deleted.
    case deleted
}

/// All the reasons why a comment is not accepted.
package struct CommentFaults: Error, Sendable {
    package let faults: [CommentFault]
}

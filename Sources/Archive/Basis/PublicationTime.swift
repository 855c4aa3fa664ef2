import Foundation
import News

/// The time at which an article or an edition is to be published by itself.
enum PublicationTime {
    /// The seconds for which it can lie ahead: two years, since anything farther is a slip.
    private static let farthest = 2.0 * 366 * 86_400

    /// The faults of a time in the field `at`: it has to be given, and to lie ahead.
    static func faults(_ moment: Date?) -> [ArticleDraft.Fault] {
        fault(moment).map { [.init(field: "at", detail: $0)] } ?? []
    }

    private static func fault(_ moment: Date?) -> String? {
        guard let moment else { return "is missing: say when it is to be published" }
        if moment < Date() { return "is past: publish it now, or give a later time" }
        return moment > Date().addingTimeInterval(farthest) ? "is more than two years ahead" : nil
    }
}

import Archive
import Foundation
import News

/// A message to readers' devices as the API accepts it.
struct PushMessageInput: Decodable, Sendable {
    var article: Int
    var audience: [String]
    var headline: String?
    var text: String?
    /// `single`, or `series`: in place of the last one about the same story.
    var kind: String?
    var urgent: Bool?
    /// Now if left out.
    var at: String?

    /// The draft. Throws every fault of its form.
    func draft() throws -> ReaderMessageDraft {
        var faults = audience.prefix(100).filter { PushTopic($0) == nil }.map {
            ArticleDraft.Fault(
                field: "audience", detail: "names \($0.prefix(40)), which is no topic: all, \(PushTopic.expected)")
        }
        if let kind, !["single", "series"].contains(kind) {
            faults.append(.init(field: "kind", detail: "must be single or series"))
        }
        var moment: Date?
        do { moment = try ArticleInput.moment(at, "at") } catch ArchiveError.faults(let other) { faults += other }
        guard faults.isEmpty else { throw ArchiveError.faults(faults) }
        return ReaderMessageDraft(
            article: article, audience: audience.compactMap { PushTopic($0) }, headline: headline, text: text,
            isSeries: kind == "series", isUrgent: urgent ?? false, sendAt: moment)
    }
}

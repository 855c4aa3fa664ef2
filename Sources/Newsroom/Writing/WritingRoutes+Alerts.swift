import Archive
import Foundation
import News
import Web

extension WritingRoutes {
    /// Adds what readers' devices are told of the article: whether the visitor may do it, the alert that is still to come, and how many
    /// screens show one.
    func addAlerts(to part: inout WritingPage, _ article: Article, _ visit: NewsroomDesk.Visit) async throws {
        guard desk.push != nil else { return }
        let (coming, told) = try await desk.archive.read { holdings in
            let alerts = try holdings.readerMessages.list(limit: 10, of: article.id)
            let coming = alerts.last { $0.state == .open && $0.sendAt > Date() }
            return (coming, try holdings.readerMessages.devices(toldOf: article.id))
        }
        if let coming {
            part.details.append(visit.strings("room_alertAt", Moment(coming.sendAt, visit.strings).text))
        }
        part.canTell = visit.editor.role >= .editor && article.state.publication.isOut
        if part.canTell, told > 0 { part.toldDevices = visit.strings("room_replacesMessage", told) }
    }
}

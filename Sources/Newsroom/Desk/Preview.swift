import Documents
import Editorial
import HTTPTypes
import Hummingbird
import News
import Web
import WebEditions

/// A page as one of five devices will get it, by what readers get theirs by, with what they do not see yet.
struct Preview: Sendable {
    let plan: DeliveryPlan
    /// The web edition that suits the device.
    let edition: WebEdition

    /// The device that an address names. Throws `Problem` 404 where there is none of the name.
    init(_ context: NewsRequestContext, _ visit: NewsroomDesk.Visit) throws {
        let name = context.parameters.get("device")
        guard let device = SeenAs.devices.first(where: { $0.key == name }) else {
            throw Problem(.notFound, visit.strings["room_deviceUnknown"])
        }
        let said = SeenAs.context(of: device)
        let suited = WebEdition.suited(to: said).edition
        // The app's page is the shell of what it keeps; the mobile edition shows the same.
        edition = [.news, .reader].contains(suited) ? .mobile : suited
        plan = edition.plan(Policy.plan(for: said, visit.masthead.policy))
    }

    /// How the page is to be written.
    func key(_ page: PageKey.Page, _ request: Request, _ visit: NewsroomDesk.Visit) -> PageKey {
        PageKey(
            edition: edition, page: page, plan: plan, language: visit.strings.language,
            coding: ContentCoding(accept: request.headers[.acceptEncoding]))
    }

    /// The page, which nobody keeps.
    static func response(_ document: Document) -> Response {
        var headers = document.headers
        headers[.eTag] = nil
        headers[.cacheControl] = "no-store"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: document.body))
    }
}

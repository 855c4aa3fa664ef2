import Documents
import Editorial
import HTTPTypes
import Hummingbird
import News
import Web
import WebEditions

/// A page as one of five devices will get it, made by the same code as the readers' page, including what
/// they do not see yet.
struct Preview: Sendable {
    let plan: DeliveryPlan
    /// The web edition that suits the device.
    let edition: WebEdition

    /// Reads the device from the address. Throws `Problem` 404 if there is none with this name.
    init(_ context: NewsRequestContext, _ visit: NewsroomDesk.Visit) throws {
        let name = context.parameters.get("device")
        guard let device = (SeenAs.devices + [SeenAs.computer]).first(where: { $0.key == name }) else {
            throw Problem(.notFound, visit.strings["room_deviceUnknown"])
        }
        let said = SeenAs.context(of: device)
        let suited = WebEdition.suited(to: said).edition
        // The app's page is only the shell of what it has stored; the mobile edition shows the same
        // stories.
        edition = [.news, .reader].contains(suited) ? .mobile : suited
        plan = edition.plan(Policy.plan(for: said, visit.masthead.policy), for: said)
    }

    /// The key that the page is rendered for.
    func key(_ page: PageKey.Page, _ request: Request, _ strings: Strings) -> PageKey {
        PageKey(
            edition: edition, page: page, plan: plan, language: strings.language,
            coding: ContentCoding(accept: request.headers[.acceptEncoding]))
    }

    /// The response with the page, which is never cached.
    static func response(_ document: Document) -> Response {
        var headers = document.headers
        headers[.eTag] = nil
        headers[.cacheControl] = "no-store"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: document.body))
    }
}

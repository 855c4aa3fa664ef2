import Foundation
import HTTPTypes
import Hummingbird
import News
import Syndication
import Web

/// `/devices`: a device describes itself once, and refers to that with `device=ID` from then on.
struct DeviceRoutes: Sendable {
    let desk: DeviceDesk
    let origins: Origins
    /// Limits writes per address, since each report is a row that stays for months.
    let limits: RateLimits

    func add(to router: Router<NewsRequestContext>) {
        router.post("/devices", use: report)
        router.get("/devices/{id}", use: show)
        router.put("/devices/{id}", use: replace)
        router.delete("/devices/{id}", use: delete)
    }

    @Sendable private func report(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try limits.countStranger(request, context, origins)
        let (report, faults) = try await read(request)
        let kept = try await desk.add(report)
        return answer(.created, kept, faults)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        guard let kept = try await desk.show(try id(context)) else { throw Self.unknown }
        return answer(.ok, kept, [])
    }

    @Sendable private func replace(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try limits.countStranger(request, context, origins)
        let id = try id(context)
        let (report, faults) = try await read(request)
        guard let kept = try await desk.replace(id, with: report) else { throw Self.unknown }
        return answer(.ok, kept, faults)
    }

    @Sendable private func delete(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try limits.countStranger(request, context, origins)
        guard try await desk.delete(try id(context)) else { throw Self.unknown }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    private func id(_ context: NewsRequestContext) throws -> DeviceID {
        guard let id = DeviceID(context.parameters.get("id") ?? "") else { throw Self.unknown }
        return id
    }

    private static let unknown = Problem(
        .notFound, "No device has this identifier. Devices not used for 90 days are forgotten. POST to /devices."
    )

    /// Reads the report in a request, and its faults. With `strict=1`, any fault is thrown instead.
    private func read(_ request: Request) async throws -> (report: DeviceReport, faults: [FieldFault]) {
        let body = try await FormBody.collect(request)
        let fields =
            FormFields.parse(request.uri.query ?? "")
            + (try FormBody.fields(body, type: request.headers[.contentType]))
        let (report, faults) = DeviceReport.read(fields)
        if fields.contains(where: { $0.name == "strict" && ["1", "on", "true"].contains($0.value) }), !faults.isEmpty {
            throw Problem.notUnderstood(faults)
        }
        return (report, faults)
    }

    /// Answers with the stored report, which only the device itself gets to see.
    private func answer(_ status: HTTPResponse.Status, _ kept: DeviceDesk.Kept, _ faults: [FieldFault]) -> Response {
        var json = JSONWriter()
        json.open("{")
        json.member("device", kept.id.text)
        json.member("expires", RFC822.iso8601(kept.expiresAt))
        json.key("kept")
        json.open("{")
        for (name, value) in kept.report.kept.sorted(by: { $0.key < $1.key }) { json.member(dynamic: name, value) }
        json.close("}")
        json.close("}")
        var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        if status == .created { headers[.location] = "/devices/\(kept.id.text)" }
        if !faults.isEmpty { headers[.nIgnored] = Set(faults.map(\.field)).sorted().joined(separator: ", ") }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }
}

import Archive
import Foundation
import HTTPTypes
import Hummingbird
import News
import Web

/// `POST /push/receipts`: what devices did with messages. It is counted by class of device; nothing says which device it was.
struct ReceiptRoutes: Sendable {
    /// The largest body in bytes, and the most receipts in it: what a device gathered while it was offline.
    private static let (bodyLimit, limit) = (8192, 50)

    /// How many times as many requests an address may make as with subscriptions: a message makes all devices behind it report at once.
    static let share = 10

    let archive: Archive
    let receipts: Receipts
    let origins: Origins
    let limits: RateLimits

    func add(to router: Router<NewsRequestContext>) { router.post("/push/receipts", use: take) }

    private struct Input: Decodable {
        struct Entry: Decodable {
            var receipt: String
            var event: String
        }
        var receipts: [Entry]
    }

    @Sendable private func take(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try limits.countStranger(request, context, origins)
        let body = try await FormBody.collect(request, limit: Self.bodyLimit)
        guard let input = try? JSONDecoder().decode(Input.self, from: Data(body)) else {
            throw Problem(.badRequest, #"The body is not JSON such as {"receipts":[{"receipt":"…","event":"shown"}]}."#)
        }
        guard (1...Self.limit).contains(input.receipts.count) else {
            throw Problem(.unprocessableContent, "There must be 1 to \(Self.limit) receipts.")
        }
        let known = try input.receipts.enumerated().map { index, entry in
            guard let event = Receipts.Event(rawValue: entry.event), let read = receipts.read(entry.receipt) else {
                throw Problem(
                    .unprocessableContent, "The request was understood, but these fields cannot be accepted.",
                    faults: [
                        .init(
                            field: "receipts.\(index)",
                            detail: "must have the receipt of a message, and shown, opened or dismissed as the event")
                    ])
            }
            return (message: read.message, deviceClass: read.deviceClass, what: event.rawValue)
        }
        try await archive.write { try $0.pushDeliveries.count(receipts: known) }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }
}

import Archive
import Credentials
import Foundation
import HTTPTypes
import News
import Web
import WebPush

/// The body of a subscription: the browser's `PushSubscription` as JSON (Push API, section 8), and what its reader wants.
struct SubscriptionBody: Sendable {
    /// The largest body, in bytes.
    static let limit = 8192
    /// The messages a day if the reader says nothing.
    static let usualCap = 5

    let draft: PushSubscriptionDraft
    /// The fields of the device that were not understood, and are ignored.
    let ignored: [String]

    private struct Input: Decodable {
        struct Keys: Decodable {
            var p256dh: String?
            var auth: String?
        }
        struct Quiet: Decodable {
            var from: String
            var to: String
        }
        var endpoint: String?
        var keys: Keys?
        var topics: [String]?
        var quiet: Quiet?
        var cap: Int?
    }

    /// The fields of the context form that are kept: those that a decision about a message needs. Not where the device is, but for news of its
    /// surroundings, and then only to a tenth of a degree.
    private static let kept: Set = [
        "client", "network", "downlink", "rtt", "save_data", "battery", "charging", "timezone", "language", "images",
    ]

    /// Reads a body. Throws `Problem` 400 if it is no such JSON, and 422 with all faults.
    init(_ bytes: [UInt8], _ rules: EndpointRules) throws(Problem) {
        guard let input = try? JSONDecoder().decode(Input.self, from: Data(bytes)) else {
            throw Problem(.badRequest, "The body is not the JSON of a subscription.")
        }
        var faults = Faults()
        let endpoint = input.endpoint ?? ""
        faults.add("endpoint", rules.fault(endpoint))
        let keys = Self.keys(input.keys?.p256dh ?? "", input.keys?.auth ?? "", &faults)
        let (context, ignored) = try Self.device(bytes)
        let topics = Self.topics(input.topics ?? [], context, &faults)
        let quiet = input.quiet.flatMap { QuietHours(from: $0.from, to: $0.to) }
        if input.quiet != nil, quiet == nil {
            faults.add("quiet", "must have from and to: two times of a day that differ, such as 22:00 and 07:00")
        }
        let cap = input.cap ?? Self.usualCap
        if !PushWishes.caps.contains(cap) {
            faults.add("cap", "must be a number from \(PushWishes.caps.lowerBound) to \(PushWishes.caps.upperBound)")
        }
        let zone = context.timeZone.flatMap { TimeZone(identifier: $0) == nil ? nil : $0 }
        guard let keys, let url = URL(string: endpoint), let host = ApplicationKey.origin(of: url), faults.all.isEmpty
        else { throw faults.problem }
        draft = PushSubscriptionDraft(
            endpoint: endpoint, host: host, publicKey: Array(keys.publicKey), secret: Array(keys.secret),
            topics: topics,
            place: topics.contains(.near) ? Self.place(context) : nil, quiet: quiet, cap: cap,
            device: Dictionary(
                context.description.filter { Self.kept.contains($0.name) }, uniquingKeysWith: { $1 }),
            timeZone: zone ?? "", deviceClass: PushDeviceClass(context.client))
        self.ignored = ignored
    }

    private static func keys(_ p256dh: String, _ auth: String, _ faults: inout Faults) -> PushKeys? {
        do throws(WebPushError) {
            return try PushKeys(p256dh: p256dh, auth: auth)
        } catch .secret {
            faults.add("keys.auth", "must be 16 bytes in base64url")
        } catch {
            faults.add("keys.p256dh", "must be an uncompressed point of P-256, 65 bytes in base64url")
        }
        return nil
    }

    private static func topics(_ names: [String], _ context: DeviceContext, _ faults: inout Faults) -> [PushTopic] {
        let topics = names.prefix(PushTopic.limit + 1).compactMap { PushTopic($0) }
        if topics.count != names.count || topics.isEmpty || topics.count > PushTopic.limit || topics.contains(.all) {
            faults.add("topics", "must be 1 to \(PushTopic.limit) of \(PushTopic.expected)")
        }
        if topics.contains(.near), place(context) == nil {
            faults.add("device", "must have latitude and longitude for the topic near")
        }
        return topics
    }

    private static func place(_ context: DeviceContext) -> Place? {
        context.latitude.flatMap { latitude in
            context.longitude.flatMap { Place(latitude: latitude, longitude: $0)?.coarse }
        }
    }

    /// What the device says of itself, by the context form.
    private static func device(_ bytes: [UInt8]) throws(Problem) -> (context: DeviceContext, ignored: [String]) {
        let object = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any]
        guard let device = object?["device"] as? [String: Any] else { return (DeviceContext(), []) }
        guard let json = try? JSONSerialization.data(withJSONObject: device),
            let fields = try? FormFields.parse(json: Array(json))
        else {
            throw Problem(.badRequest, "device is not an object of strings, numbers, booleans or lists of them.")
        }
        let (context, faults) = ContextForm.read(fields)
        return (context, Set(faults.map(\.field)).sorted())
    }

    /// The faults of a body.
    private struct Faults {
        var all: [ArticleDraft.Fault] = []

        mutating func add(_ field: String, _ detail: String?) {
            if let detail { all.append(.init(field: field, detail: detail)) }
        }

        var problem: Problem {
            Problem(
                .unprocessableContent, "The request was understood, but these fields cannot be accepted.", faults: all)
        }
    }
}

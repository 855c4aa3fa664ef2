package import Archive
import Credentials
import Foundation
import News
import WebPush

/// Devices of readers who do not exist, so that telling readers can be tried: at most of them messages arrive, at some every kind of
/// failure happens that a push service may answer with.
package struct DemoDevices: Sendable {
    private let archive: Archive
    private let keys: KeyDesk

    package init(archive: Archive, keys: KeyDesk) { (self.archive, self.keys) = (archive, keys) }

    /// How many devices each service has.
    private static let counts: [(service: SimulatedService, devices: Int)] = [
        (.takes, 40), (.tooLong, 4), (.gone, 2), (.busy, 2), (.broken, 1), (.silent, 1),
    ]
    private static let clients = ["iphone", "android", "android", "ipad", "desktop", "feature"]

    /// Subscribes them. Throws `PushFault`.
    package func subscribe() async throws {
        let key = try await keys.current().id
        try await archive.write { holdings in
            let sections = try holdings.sections.list().map(\.slug)
            var number = 0
            for (service, devices) in Self.counts {
                for _ in 0..<devices {
                    number += 1
                    _ = try holdings.pushSubscriptions.insert(
                        Self.device(number, at: service, sections), Secret(bits: 128).hash, key: key,
                        network: [UInt8](repeating: 0, count: 32))
                }
            }
        }
    }

    /// A device whose reader's wishes follow from its number.
    private static func device(_ number: Int, at service: SimulatedService, _ sections: [String])
        -> PushSubscriptionDraft
    {
        let client = clients[number % clients.count]
        var topics: [PushTopic] = number.isMultiple(of: 3) ? [.front, .breaking] : [.breaking]
        if !sections.isEmpty {
            topics += Set([number, number * 3 + 1].map { sections[$0 % sections.count] }).map { .section($0) }
        }
        let isAway = number.isMultiple(of: 9)
        return PushSubscriptionDraft(
            endpoint: service.endpoint(number), host: service.server, publicKey: publicKey,
            secret: [UInt8](repeating: UInt8(number % 256), count: 16), topics: topics, place: nil,
            quiet: number.isMultiple(of: 2) ? QuietHours(from: 22 * 60, to: 7 * 60) : nil, cap: 5,
            device: ["client": client, "network": number.isMultiple(of: 5) ? "3g" : "4g"],
            timeZone: isAway ? "Pacific/Auckland" : "", deviceClass: PushDeviceClass(Client(rawValue: client)))
    }

    /// The receiver's key in the example of RFC 8291, section 5: nobody reads what is sent to it.
    private static let publicKey = Array(
        Data(
            base64url: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
            ?? Data())
}

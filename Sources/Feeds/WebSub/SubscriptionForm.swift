import Archive
import ExchangeArchive
import HTTPTypes
import Web

/// The form that a subscriber posts to the hub (WebSub, section 5.1).
struct SubscriptionForm: Sendable {
    /// The minimum and maximum lease of a subscription, in seconds, and the default. The range ensures that
    /// subscriptions last longer than readers keep a feed, and that subscribers must renew them.
    static let leases = 300...2_592_000
    static let usualLease = 864_000
    /// The maximum length of a secret, in bytes (section 5.1).
    static let secretLimit = 199

    var mode: WebSubRequest.Mode
    var callback: CallbackAddress
    /// The topic as written.
    var topic: String
    var leaseSeconds: Int
    var secret: String?

    /// Reads the fields of a form, ignoring those not meant for the hub. Throws 400 with all faults.
    init(_ fields: [(name: String, value: String)]) throws(Problem) {
        var faults: [String] = []
        func value(_ name: String) -> String? {
            let values = fields.filter { $0.name == name }.map(\.value)
            if values.count > 1 { faults.append("\(name) is given more than once.") }
            return values.first
        }
        let mode = value("hub.mode").flatMap { ["subscribe", "unsubscribe"].contains($0) ? $0 : nil }
            .flatMap(WebSubRequest.Mode.init)
        if mode == nil { faults.append("hub.mode must be subscribe or unsubscribe.") }
        let callback = value("hub.callback").flatMap(CallbackAddress.init)
        if callback == nil {
            faults.append(
                "hub.callback must be an http or https address without a name, password and fragment, of at most 2000 characters."
            )
        }
        let topic = value("hub.topic")
        if topic == nil { faults.append("hub.topic must be the address of a feed, as given in its link rel=self.") }
        let lease = value("hub.lease_seconds").flatMap { $0.isEmpty ? nil : $0 }
        let isNumber = lease?.utf8.allSatisfy { (0x30...0x39).contains($0) } ?? true
        if !isNumber { faults.append("hub.lease_seconds must be a number of seconds.") }
        let secret = value("hub.secret").flatMap { $0.isEmpty ? nil : $0 }
        if let secret,
            secret.utf8.count > Self.secretLimit || secret.contains(where: { $0 == "\0" || $0 == "\u{FFFD}" })
        {
            faults.append("hub.secret must be shorter than 200 bytes in UTF-8.")
        }
        guard let mode, let callback, let topic, faults.isEmpty else {
            throw Problem(.badRequest, faults.joined(separator: "\n"))
        }
        (self.mode, self.callback, self.topic, self.secret) = (mode, callback, topic, secret)
        // A number that overflows exceeds the maximum lease anyway.
        let wished = lease.map { Int($0) ?? .max } ?? Self.usualLease
        leaseSeconds = min(max(wished, Self.leases.lowerBound), Self.leases.upperBound)
    }
}

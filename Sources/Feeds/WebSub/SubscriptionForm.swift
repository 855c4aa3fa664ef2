import Archive
import HTTPTypes
import Web

/// What a subscriber posts to the hub (WebSub, section 5.1).
struct SubscriptionForm: Sendable {
    /// The shortest and the longest time, in seconds, for which somebody is subscribed, and that of who names none: a feed is either told for
    /// longer than its readers keep it, or the subscriber is sure to come back.
    static let leases = 300...2_592_000
    static let usualLease = 864_000
    /// Bytes of a secret (section 5.1).
    static let secretLimit = 199

    var mode: WebSubRequest.Mode
    var callback: CallbackAddress
    /// As it was written.
    var topic: String
    var leaseSeconds: Int
    var secret: String?

    /// Reads the fields of a form; others than the hub's are left alone. Throws 400 with all that is wrong.
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
        if topic == nil { faults.append("hub.topic must be the address of a feed, as its link rel=self has it.") }
        let lease = value("hub.lease_seconds").flatMap { $0.isEmpty ? nil : $0 }
        let isNumber = lease?.utf8.allSatisfy { (0x30...0x39).contains($0) } ?? true
        if !isNumber { faults.append("hub.lease_seconds must be a number of seconds.") }
        let secret = value("hub.secret").flatMap { $0.isEmpty ? nil : $0 }
        if let secret,
            secret.utf8.count > Self.secretLimit || secret.contains(where: { $0 == "\0" || $0 == "\u{FFFD}" })
        {
            faults.append("hub.secret must be text of less than 200 bytes in UTF-8.")
        }
        guard let mode, let callback, let topic, faults.isEmpty else {
            throw Problem(.badRequest, faults.joined(separator: "\n"))
        }
        (self.mode, self.callback, self.topic, self.secret) = (mode, callback, topic, secret)
        // What no number can hold is longer than the longest lease.
        let wished = lease.map { Int($0) ?? .max } ?? Self.usualLease
        leaseSeconds = min(max(wished, Self.leases.lowerBound), Self.leases.upperBound)
    }
}

import Credentials

/// The identifier that we give a device: 128 random bits, in 22 characters that stand in addresses. Whoever knows it is the device, so
/// it is kept and logged nowhere.
struct DeviceID: Sendable {
    private let secret: Secret
    private static let bits = 128

    /// A new one.
    init() { secret = Secret(bits: Self.bits) }

    /// One that is shown; nil where it is none of ours by its form.
    init?(_ text: String) {
        guard let secret = Secret(text, bits: Self.bits) else { return nil }
        self.secret = secret
    }

    /// As the device shows it.
    var text: String { secret.text }
    /// What it is known by.
    var hash: [UInt8] { secret.hash }
}

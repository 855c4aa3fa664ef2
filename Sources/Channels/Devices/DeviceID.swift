import Credentials

/// The identifier that the server gives a device: 128 random bits as 22 characters, for use in addresses.
/// Whoever knows it is the device, so it is neither stored nor logged.
struct DeviceID: Sendable {
    private let secret: Secret
    private static let bits = 128

    /// Creates a new one.
    init() { secret = Secret(bits: Self.bits) }

    /// Reads one that is presented; nil if it does not have our form.
    init?(_ text: String) {
        guard let secret = Secret(text, bits: Self.bits) else { return nil }
        self.secret = secret
    }

    /// The identifier as the device presents it.
    var text: String { secret.text }
    /// The hash under which the device is stored.
    var hash: [UInt8] { secret.hash }
}

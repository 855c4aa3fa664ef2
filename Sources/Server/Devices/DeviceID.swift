import Credentials

/// The identifier that we give a device: 128 random bits, in 22 characters that stand in addresses. Whoever knows it is the device, so
/// it is kept and logged nowhere.
typealias DeviceID = Secret

extension DeviceID {
    private static let bits = 128

    /// A new one.
    init() { self.init(bits: Self.bits) }

    /// One that is shown; nil where it is none of ours by its form.
    init?(_ text: String) { self.init(text, bits: Self.bits) }
}

/// The part of an address that may stand in a log.
enum LoggedPath {
    /// What comes before a secret.
    private static let beginnings = ["devices/", "admin/welcome/"]

    /// The path without the secrets that stand in some.
    static func of(_ path: String) -> String {
        let plain = path.utf8.drop { $0 == UInt8(ascii: "/") }
        return beginnings.first { plain.starts(with: $0.utf8) }.map { "/\($0)-" } ?? path
    }
}

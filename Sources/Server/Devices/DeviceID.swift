import Crypto
import Foundation

/// The identifier that we give a device: 128 random bits, in 22 characters that stand in addresses. Whoever knows it is the device, so
/// it is kept and logged nowhere.
struct DeviceID: Sendable {
    /// As the device shows it.
    let text: String

    /// A new one.
    init() {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        text = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    /// One that is shown; nil where it is none of ours by its form.
    init?(_ text: String) {
        guard text.utf8.count == 22, text.utf8.allSatisfy(Self.isLetter) else { return nil }
        self.text = text
    }

    /// What it is known by: its SHA-256.
    var hash: [UInt8] { Array(SHA256.hash(data: Data(text.utf8))) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
    }
}

/// The part of an address that may stand in a log.
enum LoggedPath {
    /// The path without what follows `/devices/`.
    static func of(_ path: String) -> String {
        let slashes = path.utf8.prefix { $0 == UInt8(ascii: "/") }.count
        return path.utf8.dropFirst(slashes).starts(with: "devices/".utf8) ? "/devices/-" : path
    }
}

import Credentials
import Foundation
import News

/// The texts by which devices say what they did with a message: whoever got the message has them, and nobody else. They name the message and
/// the class of the device, and are the same for all devices of the class.
struct Receipts: Sendable {
    /// An act of a device with a message.
    enum Event: String, CaseIterable { case shown, opened, dismissed }

    private static let letters = 16
    let secret: Secret

    /// The text of a message for a class.
    func text(message: Int, _ deviceClass: String) -> String {
        "\(message).\(deviceClass).\(sign("\(message).\(deviceClass)"))"
    }

    /// Reads what `text` writes; nil for anything else.
    func read(_ text: String) -> (message: Int, deviceClass: PushDeviceClass)? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, text.utf8.count <= 80, let message = Int(parts[0]),
            let deviceClass = PushDeviceClass(rawValue: parts[1]),
            Secret.areEqual(parts[2], sign("\(message).\(deviceClass.rawValue)"))
        else { return nil }
        return (message, deviceClass)
    }

    private func sign(_ text: String) -> String {
        String(secret.derived(for: "push receipt " + text).prefix(Self.letters))
    }
}

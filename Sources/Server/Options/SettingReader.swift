import Archive
import Configuration
import Credentials
import Foundation
import News
import Weather
import Web

/// Reads settings one by one, and collects what is wrong with them, so that the operator sees it all at once.
struct SettingReader {
    private(set) var faults: [String] = []
    private let configuration: ConfigReader

    init(_ configuration: ConfigReader) { self.configuration = configuration }

    func text(_ name: String, isSecret: Bool = false) -> String? {
        configuration.string(
            forKey: ConfigKey(["n4md"] + name.split(separator: "_").map(String.init)), isSecret: isSecret)
    }

    /// Notes a fault, worded to follow the setting's name.
    mutating func fault(_ name: String, _ detail: String) {
        faults.append("N4MD_\(name.uppercased()) \(detail)")
    }

    mutating func number(_ name: String, _ fallback: Int, _ range: ClosedRange<Int>) -> Int {
        guard let text = text(name) else { return fallback }
        if let number = Int(text), range.contains(number) { return number }
        fault(name, "is \(text), but must be a number from \(range.lowerBound) to \(range.upperBound)")
        return fallback
    }

    mutating func choice(_ name: String, _ choices: [String]) -> String? {
        guard let text = text(name) else { return nil }
        if choices.contains(text) { return text }
        fault(name, "is \(text), but must be one of \(choices.joined(separator: ", "))")
        return nil
    }

    /// Whether something is not switched off.
    mutating func isOn(_ name: String) -> Bool { choice(name, ["on", "off"]) != "off" }

    /// The parts of a setting between commas, as something; nil marks a part that cannot be it.
    private mutating func list<Part>(_ name: String, _ expected: String, _ part: (String) -> Part?) -> [Part] {
        (text(name) ?? "").split(separator: ",").compactMap {
            let text = $0.trimmingCharacters(in: .whitespaces)
            if let part = part(text) { return part }
            fault(name, "holds \(text), which is not \(expected)")
            return nil
        }
    }

    mutating func ranges(_ name: String) -> [AddressRange] {
        list(name, "a CIDR range such as 10.0.0.0/8") { AddressRange($0) }
    }
}

// Options with a syntax of their own.
extension SettingReader {
    mutating func timeZone() -> TimeZone {
        let name = text("time_zone") ?? "UTC"
        if let zone = TimeZone(identifier: name) { return zone }
        fault("time_zone", "is \(name), but must be an IANA name, such as Europe/Lisbon")
        return .gmt
    }

    mutating func publicURL(port: Int) -> String {
        let address = text("public_url") ?? "http://localhost:\(port)"
        let url = URL(string: address)
        if !["http", "https"].contains(url?.scheme ?? "") || url?.host == nil {
            fault("public_url", "is \(address), but must begin with http:// or https:// and name a host")
        }
        return address
    }

    mutating func contact() -> String? {
        guard let contact = text("security_contact") else { return nil }
        let isAddress =
            ["mailto:", "https://", "tel:"].contains(where: contact.hasPrefix)
            && contact.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        if !isAddress {
            fault(
                "security_contact",
                "is \(contact), but must be an address that begins with mailto:, https:// or tel:")
        }
        return contact
    }

    mutating func secret() -> Secret? {
        guard let text = text("secret", isSecret: true) else { return nil }
        if text.unicodeScalars.count < SecretFile.least {
            fault("secret", "is too short: it must have at least \(SecretFile.least) characters")
        }
        return Secret(shown: text)
    }

    mutating func pushContact() -> PushContact? {
        guard let text = text("push_contact") else { return nil }
        do throws(PushContact.Fault) { return try PushContact(text) } catch {
            self.fault("push_contact", "is \(text), \(error.reason)")
            return nil
        }
    }

    mutating func weather() -> WeatherService? {
        guard let address = text("weather_url") else { return nil }
        if let service = WeatherService(address) { return service }
        fault("weather_url", "is \(address), but must be a plain http or https address")
        return nil
    }

    /// All formats up to the best one that is wanted.
    mutating func pictureFormats() -> [PictureFormat] {
        let best = choice("picture_formats", PictureFormat.ladders.map(\.rawValue)) ?? PictureFormat.avif.rawValue
        return Array(PictureFormat.ladders.prefix { $0.rawValue != best }) + [PictureFormat(rawValue: best) ?? .jpeg]
    }

    mutating func hubs(atMost limit: Int) -> [CallbackAddress] {
        let hubs = list("hubs", "an address such as https://hub.example.org/") { CallbackAddress($0) }
        if hubs.count > limit { fault("hubs", "holds more than \(limit) addresses") }
        return hubs
    }
}

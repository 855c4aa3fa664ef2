package import HTTPTypes
import RawStructuredFieldValues

/// Client hints as they come over HTTP: structured fields (RFC 9651), reduced to their plain values.
package enum ClientHints {
    /// The hints requested from browsers (RFC 8942), which send them from the second request on, and only
    /// over HTTPS.
    static let accepted = [
        "Sec-CH-UA-Model", "Sec-CH-DPR", "Sec-CH-Viewport-Width", "Sec-CH-Device-Memory", "Sec-CH-Prefers-Color-Scheme",
        "Sec-CH-Prefers-Reduced-Data", "Device-Memory", "DPR", "Viewport-Width", "ECT", "RTT", "Downlink", "Save-Data",
    ].joined(separator: ", ")
    /// Without these the first answer would be made for another screen and link, so a browser asks again at once.
    static let critical = "Sec-CH-DPR, Sec-CH-Viewport-Width, ECT"

    /// Whether a browser sends what pages request, and so need not be asked again: it keeps what an earlier page requested (RFC 8942,
    /// section 3.1), also when later ones do not.
    package static func areSent(with headers: HTTPFields) -> Bool {
        [HTTPField.Name.screenRatio, .screenWidth, .linkType].allSatisfy { headers[$0] != nil }
    }

    /// The value of a hint without quotes; nil if it is malformed. Other headers are returned unchanged.
    package static func value(_ text: String, of name: String) -> String? {
        guard name.hasPrefix("sec-ch-") else { return text }
        var parser = StructuredFieldValueParser(Array(text.utf8))
        guard let item = try? parser.parseItemFieldValue() else { return nil }
        return switch item.rfc9651BareItem {
        case .bool(let flag): flag ? "?1" : "?0"
        case .integer(let number): String(number)
        case .decimal(let number): String(Double(number.mantissa) * Self.tenths(number.exponent))
        case .string(let text), .token(let text), .displayString(let text): text
        case .undecodedByteSequence, .date: nil
        }
    }

    /// Decimals have up to three places.
    private static func tenths(_ exponent: Int8) -> Double { [1, 0.1, 0.01, 0.001][min(3, max(0, -Int(exponent)))] }
}

extension HTTPField.Name {
    package static let acceptCH = Self("Accept-CH") ?? .accept
    package static let criticalCH = Self("Critical-CH") ?? .accept
    fileprivate static let screenRatio = Self("Sec-CH-DPR") ?? .accept
    fileprivate static let screenWidth = Self("Sec-CH-Viewport-Width") ?? .accept
    fileprivate static let linkType = Self("ECT") ?? .accept
}

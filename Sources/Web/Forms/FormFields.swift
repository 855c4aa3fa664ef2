import Foundation
import HTTPTypes
import Syndication

/// Fields of a query or a form (WHATWG URL, application/x-www-form-urlencoded).
package enum FormFields {
    /// The most fields that are read.
    static let limit = 500

    package static func parse(_ text: some StringProtocol) -> [(name: String, value: String)] {
        let pairs = String(text).utf8.split(separator: UInt8(ascii: "&"), maxSplits: limit).prefix(limit)
        return pairs.map { pair in
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            return (decode(pair[..<equals]), decode(pair[equals...].dropFirst()))
        }
    }

    /// Bytes that are not UTF-8 become U+FFFD, which no field accepts.
    private static func decode(_ text: Substring.UTF8View) -> String {
        guard text.contains(where: { $0 == 0x25 || $0 == 0x2B }) else { return String(decoding: text, as: UTF8.self) }
        var bytes: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            if byte == 0x2B {
                bytes.append(0x20)
            } else if byte == 0x25, rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest.removeFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The address of a page with fields, some of which are others; those that are empty are left out.
    package static func address(
        _ path: String, _ fields: [(name: String, value: String)], with others: [(String, String)]
    ) -> String {
        let kept = fields.filter { field in !others.contains { $0.0 == field.name } }
        let all = (kept.map { ($0.name, $0.value) } + others).filter { !$0.1.isEmpty }
        return path + "?" + all.map { "\($0.0.escapedForQuery)=\($0.1.escapedForQuery)" }.joined(separator: "&")
    }

    /// The same fields from a JSON object of strings, numbers, booleans, and lists of them.
    package static func parse(json bytes: [UInt8]) throws -> [(name: String, value: String)] {
        guard let object = try? JSONDecoder().decode([String: Value].self, from: Data(bytes)) else {
            throw Problem(
                .badRequest, "The body is not a JSON object of strings, numbers, booleans or lists of them.")
        }
        return object.sorted { $0.key < $1.key }.prefix(limit).compactMap { name, value in value.text.map { (name, $0) }
        }
    }

    private enum Value: Decodable {
        case text(String), nothing

        var text: String? { if case .text(let text) = self { text } else { nil } }

        init(from decoder: any Decoder) throws {
            if let list = try? decoder.singleValueContainer().decode([Value].self) {
                self = .text(list.compactMap(\.text).joined(separator: ","))
                return
            }
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .nothing
            } else if let flag = try? container.decode(Bool.self) {
                self = .text(flag ? "1" : "0")
            } else if let number = try? container.decode(Int.self) {
                self = .text(String(number))
            } else if let number = try? container.decode(Double.self) {
                self = .text(String(number))
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }
}

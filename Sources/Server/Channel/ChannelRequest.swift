import Foundation
import HTTPTypes
import Hummingbird
import News

/// What a request for a channel comes down to, once it is understood.
struct ChannelRequest: Sendable {
    var context: DeviceContext
    var faults: [FieldFault]
    var isStrict: Bool
    var plan: DeliveryPlan
    var format: DocumentFormat
    var coding: ContentCoding

    var key: DocumentKey { .channel(plan, context.selection, format, coding) }

    /// Form over query over what the device reported over hints over address.
    init(
        fields: [(name: String, value: String)], device: NamedDevice? = nil, headers: HTTPFields, origin: Origin,
        circumstances: Circumstances,
        masthead: Masthead?
    ) {
        var context = DeviceContext()
        faults = ContextForm.read(fields, into: &context)
        faults += device?.fill(&context) ?? []
        let named = Dictionary(headers.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
        ContextHints.fill(&context) { name in named[name].flatMap { ClientHints.value($0, of: name) } }
        context.fill(from: origin)
        let settings = masthead?.policy ?? PolicySettings()
        if let fault = context.setClock(circumstances, settings) { faults.append(fault) }
        context.selection.prefer(context, in: masthead)
        self.context = context
        isStrict = fields.contains { $0.name == "strict" && ["1", "on", "true"].contains($0.value) }
        plan = Policy.plan(for: context, settings)
        format = context.format ?? .xml
        coding = ContentCoding(accept: headers[.acceptEncoding])
    }

    /// Under `strict=1` every fault is told and nothing else.
    func checkStrictness() throws {
        guard isStrict, !faults.isEmpty else { return }
        throw Problem.notUnderstood(faults)
    }

    /// The names of what was ignored, for the header that tells it.
    var ignored: String? { Self.names(of: faults) }

    /// The names of fields that were ignored; nil where there are none.
    static func names(of faults: [FieldFault]) -> String? {
        faults.isEmpty ? nil : Set(faults.map(\.field)).sorted().joined(separator: ", ")
    }
}

/// Fields of a query or a form (WHATWG URL, application/x-www-form-urlencoded).
enum FormFields {
    /// At most this many are looked at.
    static let limit = 500

    static func parse(_ text: some StringProtocol) -> [(name: String, value: String)] {
        let pairs = String(text).utf8.split(separator: UInt8(ascii: "&"), maxSplits: limit).prefix(limit)
        return pairs.map { pair in
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            return (decode(pair[..<equals]), decode(pair[equals...].dropFirst()))
        }
    }

    /// Bytes that are no UTF-8 become U+FFFD, which no field accepts.
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

    /// The same fields as a JSON object: texts, numbers, true and false, and lists of them.
    static func parse(json bytes: [UInt8]) throws -> [(name: String, value: String)] {
        guard let object = try? JSONDecoder().decode([String: Value].self, from: Data(bytes)) else {
            throw Problem(
                .badRequest, "The body is no JSON object whose members are texts, numbers, booleans or lists of them.")
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

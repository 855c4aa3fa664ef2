import Foundation
import HTTPTypes
import Testing
@testable import Web

/// The description of the API, which checks the answers in all tests. Supports as much of JSON Schema as it uses.
struct Description: Sendable {
    /// A JSON value.
    indirect enum Value: Decodable, Sendable, Equatable {
        case object([String: Value]), array([Value]), text(String), number(Double), flag(Bool), null

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let flag = try? value.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if let array = try? value.decode([Value].self) {
                self = .array(array)
            } else {
                self = .object(try value.decode([String: Value].self))
            }
        }

        subscript(_ name: String) -> Value? { if case .object(let members) = self { members[name] } else { nil } }
        var members: [String: Value] { if case .object(let members) = self { members } else { [:] } }
        var elements: [Value] { if case .array(let elements) = self { elements } else { [] } }
        var text: String? { if case .text(let text) = self { text } else { nil } }
        var number: Double? { if case .number(let number) = self { number } else { nil } }
        var type: String {
            switch self {
            case .object: "object"
            case .array: "array"
            case .text: "string"
            case .number(let number): number == number.rounded() ? "integer" : "number"
            case .flag: "boolean"
            case .null: "null"
            }
        }
    }

    let root: Value
    static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
    static let ours: Result<Description, any Error> = Result {
        let bytes = try OpenAPI.document(folder: try Home().assets + "/openapi")
        return Description(root: try JSONDecoder().decode(Value.self, from: Data(bytes)))
    }

    /// The described operations, named like `GET /api/v1/articles/{id}`.
    var operations: [(name: String, operation: Value)] {
        (root["paths"]?.members ?? [:]).flatMap { path, item in
            item.members.filter { Self.methods.contains($0.key) }.map {
                ("\($0.key.uppercased()) /api/v1\(path)", $0.value)
            }
        }
    }

    /// The target of a reference; any other value unchanged.
    func resolved(_ value: Value) -> Value? {
        guard let reference = value["$ref"]?.text else { return value }
        let found = reference.dropFirst(2).split(separator: "/").reduce(root as Value?) { $0?[String($1)] }
        return reference.hasPrefix("#/") ? found : nil
    }

    /// All references in a value.
    func references(in value: Value) -> [String] {
        (value["$ref"]?.text).map { [$0] } ?? value.members.values.flatMap(references)
            + value.elements.flatMap(references)
    }

    /// The faults of an answer; empty if it matches the description.
    func faults(_ method: HTTPRequest.Method, _ path: String, _ answer: Answer) throws -> [String] {
        let parts = path.prefix { $0 != "?" }.split(separator: "/")
        let operation = operations.first { name, _ in
            let known = name.split(separator: " ")
            let pattern = known[1].split(separator: "/")
            return known[0] == method.rawValue && pattern.count == parts.count
                && zip(pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        guard let (name, operation) = operation else { return [] }  // the router's 404 or 405
        guard let response = operation["responses"]?["\(answer.status)"].flatMap(resolved) else {
            return ["\(name): \(answer.status) is not described"]
        }
        var faults = (response["headers"]?.members ?? [:]).compactMap { header, value in
            resolved(value)?["required"] == .flag(true) && answer[header] == nil ? "\(name): \(header) is missing" : nil
        }
        guard let type = answer["content-type"] else { return faults }
        guard let schema = response["content"]?[type]?["schema"] else {
            return faults + ["\(name): \(type) is not described"]
        }
        let value: Value = type.hasSuffix("json") ? try answer.json() : .text(try answer.text)
        faults += self.faults(of: value, schema, "\(name) \(answer.status)")
        return faults
    }

    private func faults(of value: Value, _ schema: Value, _ place: String) -> [String] {
        guard let schema = resolved(schema) else { return ["\(place): a reference leads nowhere"] }
        var faults: [String] = []
        func require(_ isGood: Bool, _ what: String) { if !isGood { faults.append("\(place) \(what): \(value)") } }
        if let type = schema["type"] {
            let types = type.text.map { [$0] } ?? type.elements.compactMap(\.text)
            require(types.contains(value.type) || value.type == "integer" && types.contains("number"), "is no \(types)")
        }
        if let choices = schema["enum"]?.elements { require(choices.contains(value), "is none of \(choices)") }
        if let only = schema["const"] { require(only == value, "is not \(only)") }
        if let any = schema["anyOf"]?.elements {
            require(any.contains { self.faults(of: value, $0, place).isEmpty }, "is none of them")
        }
        if let text = value.text {
            let count = Double(text.unicodeScalars.count)
            require(count >= schema["minLength"]?.number ?? 0, "is too short")
            require(count <= schema["maxLength"]?.number ?? .infinity, "is too long")
            if let pattern = schema["pattern"]?.text {
                require(text.range(of: pattern, options: .regularExpression) != nil, "does not match \(pattern)")
            }
        }
        if let number = value.number {
            require(number >= schema["minimum"]?.number ?? -.infinity, "is too small")
            require(number <= schema["maximum"]?.number ?? .infinity, "is too large")
        }
        if case .array(let elements) = value {
            require(Double(elements.count) <= schema["maxItems"]?.number ?? .infinity, "is too long")
            if let items = schema["items"] { faults += elements.flatMap { self.faults(of: $0, items, place + "[]") } }
        }
        if case .object(let members) = value {
            for name in schema["required"]?.elements.compactMap(\.text) ?? [] {
                require(members[name] != nil, "lacks \(name)")
            }
            for (name, member) in members {
                if let known = schema["properties"]?[name] {
                    faults += self.faults(of: member, known, "\(place).\(name)")
                } else if let more = schema["additionalProperties"] {
                    if more == .flag(false) {
                        require(false, "has \(name)")
                    } else {
                        faults += self.faults(of: member, more, place)
                    }
                }
            }
        }
        return faults
    }
}

/// The detail of an entry in the audit trail: any JSON.
package enum AuditDetail: Sendable, Codable, Equatable {
    /// An object.
    case members([String: AuditDetail])
    /// An array.
    case list([AuditDetail])
    /// A string.
    case text(String)
    /// A number.
    case number(Double)
    /// True or false.
    case flag(Bool)
    /// Null.
    case nothing

    /// Reads any JSON.
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let list = try? value.decode([AuditDetail].self) {
            self = .list(list)
        } else if let members = try? value.decode([String: AuditDetail].self) {
            self = .members(members)
        } else {
            self = .nothing
        }
    }

    /// Writes the same JSON.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .members(let members): try container.encode(members)
        case .list(let list): try container.encode(list)
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .nothing: try container.encodeNil()
        }
    }

    /// The members of an object; none for anything else.
    package var members: [String: AuditDetail] { if case .members(let members) = self { members } else { [:] } }

    /// The named values that differ, each as "old → new".
    package static func changes(from before: [String: String], to after: [String: String]) -> [String: String] {
        let different = after.filter { before[$0.key] != $0.value }
        return Dictionary(uniqueKeysWithValues: different.map { ($0, "\(before[$0] ?? "–") → \($1)") })
    }

    /// A readable form, on one line.
    package var plain: String {
        switch self {
        case .members(let members):
            members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.plain)" }.joined(separator: ", ")
        case .list(let list): list.map(\.plain).joined(separator: ", ")
        case .text(let text): text
        case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .flag(let flag): "\(flag)"
        case .nothing: "–"
        }
    }
}

import Hummingbird
import Syndication
import Web

/// The query of a list, with each field checked. Fields with other names are ignored.
struct ListQuery: Sendable {
    private let path: String
    private let fields: [String: String]

    init(_ request: Request) {
        path = request.uri.path
        fields = Dictionary(FormFields.parse(request.uri.query ?? "")) { $1 }
    }

    /// A number; nil if the field is absent. Throws `Problem` 400 if it is not a number in the range.
    func number(_ name: String, _ range: ClosedRange<Int> = 1...Int.max) throws -> Int? {
        guard let text = fields[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let most = range.upperBound == .max ? "" : ", at most \(range.upperBound)"
            throw Problem(.badRequest, "\(name) must be a number, at least \(range.lowerBound)\(most).")
        }
        return number
    }

    /// The most entries wanted.
    func limit(_ most: Int = 200) throws -> Int { try number("limit", 1...most) ?? 50 }

    /// One of several words; nil if the field is absent. Throws `Problem` 400, listing the valid ones.
    func choice<Value: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> Value? {
        guard let text = fields[name] else { return nil }
        guard let value = Value(rawValue: text) else {
            throw Problem(
                .badRequest, "There is no \(name) with this name.", available: Value.allCases.map(\.rawValue))
        }
        return value
    }

    /// Any text; empty if the field is absent. Throws `Problem` 400 if it exceeds this number of
    /// characters.
    func text(_ name: String, limit: Int) throws -> String {
        let text = fields[name] ?? ""
        guard text.unicodeScalars.count <= limit else {
            throw Problem(.badRequest, "\(name) may have at most \(limit) characters.")
        }
        return text
    }

    /// The `Link` header for the next page: the same query from another place on.
    func next(_ name: String, _ place: Int?) -> String? { place.map { next(name, text: "\($0)") } }

    /// The same for a place that is not a number.
    func next(_ name: String, text place: String) -> String {
        let all = fields.merging([name: place]) { $1 }.sorted { $0.key < $1.key }
        let query = all.map { "\($0.key.escapedForQuery)=\($0.value.escapedForQuery)" }.joined(separator: "&")
        return "<\(path)?\(query)>; rel=\"next\""
    }
}

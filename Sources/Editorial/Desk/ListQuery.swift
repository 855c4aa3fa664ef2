import Hummingbird
import Syndication
import Web

/// What a list is asked for: the fields of an address's query, each as it must be. Fields of other names are ignored.
struct ListQuery: Sendable {
    private let path: String
    private let fields: [String: String]

    init(_ request: Request) {
        path = request.uri.path
        fields = Dictionary(FormFields.parse(request.uri.query ?? "")) { $1 }
    }

    /// A number; nil where it is not said. Throws `Problem` 400 where it is none of the range.
    func number(_ name: String, _ range: ClosedRange<Int> = 1...Int.max) throws -> Int? {
        guard let text = fields[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let most = range.upperBound == .max ? "" : ", at most \(range.upperBound)"
            throw Problem(.badRequest, "\(name) must be a number, at least \(range.lowerBound)\(most).")
        }
        return number
    }

    /// How many are wanted at most.
    func limit(_ most: Int = 200) throws -> Int { try number("limit", 1...most) ?? 50 }

    /// One of several words; nil where it is not said. Throws `Problem` 400 with those that there are.
    func choice<Value: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> Value? {
        guard let text = fields[name] else { return nil }
        guard let value = Value(rawValue: text) else {
            throw Problem(
                .badRequest, "There is no \(name) of this name.", available: Value.allCases.map(\.rawValue))
        }
        return value
    }

    /// Any text; empty where it is not said. Throws `Problem` 400 where it is longer than so many characters.
    func text(_ name: String, limit: Int) throws -> String {
        let text = fields[name] ?? ""
        guard text.unicodeScalars.count <= limit else {
            throw Problem(.badRequest, "\(name) has at most \(limit) characters.")
        }
        return text
    }

    /// The header field that leads on: the same query from another place on.
    func next(_ name: String, _ place: Int?) -> String? { place.map { next(name, text: "\($0)") } }

    /// The same from a place that is no number.
    func next(_ name: String, text place: String) -> String {
        let all = fields.merging([name: place]) { $1 }.sorted { $0.key < $1.key }
        let query = all.map { "\($0.key.escapedForQuery)=\($0.value.escapedForQuery)" }.joined(separator: "&")
        return "<\(path)?\(query)>; rel=\"next\""
    }
}

import Foundation

/// The fields of a form.
package struct NewsroomForm: Sendable {
    private let fields: [String: String]
    /// The same in their order, with the values of fields that are there several times.
    private let all: [(name: String, value: String)]

    package init(_ fields: [(name: String, value: String)]) {
        all = fields
        self.fields = Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
    }

    /// The fields among these names that exist.
    package func only(_ names: [String]) -> [String: String] { fields.filter { names.contains($0.key) } }

    /// A field as it was typed; empty if it is missing.
    package subscript(_ name: String) -> String { fields[name] ?? "" }

    /// The values of a field that may be there several times, such as a box that many rows have.
    package func values(_ name: String) -> [String] { all.filter { $0.name == name }.map(\.value) }

    /// A one-line field without surrounding spaces or control characters, cut to this many characters.
    package func line(_ name: String, limit: Int) -> String {
        let letters = self[name].unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        return String(String(String.UnicodeScalarView(letters)).trimmingCharacters(in: .whitespaces).prefix(limit))
    }
}

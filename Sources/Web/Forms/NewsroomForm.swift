import Foundation

/// The fields of a form.
package struct NewsroomForm: Sendable {
    private let fields: [String: String]

    package init(_ fields: [(name: String, value: String)]) {
        self.fields = Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
    }

    /// The fields among these names that exist.
    package func only(_ names: [String]) -> [String: String] { fields.filter { names.contains($0.key) } }

    /// A field as it was typed; empty if it is missing.
    package subscript(_ name: String) -> String { fields[name] ?? "" }

    /// A one-line field without surrounding spaces or control characters, cut to this many characters.
    package func line(_ name: String, limit: Int) -> String {
        let letters = self[name].unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        return String(String(String.UnicodeScalarView(letters)).trimmingCharacters(in: .whitespaces).prefix(limit))
    }
}

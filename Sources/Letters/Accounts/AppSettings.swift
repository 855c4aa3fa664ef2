import News
import Web

/// The app's settings, as a reader's browsers tell them: fields of the context form, and the days for which earlier editions are kept.
enum AppSettings {
    private static let names = ["images", "palette", "text_size", "sections", "categories"]
    /// Bytes, as the archive takes them.
    private static let limit = 4000

    /// Whether a text has nothing but settings that can be.
    static func areValid(_ text: String) -> Bool {
        guard text.utf8.count <= limit else { return false }
        let fields = FormFields.parse(text)
        let days = fields.filter { $0.name == "days" }.map { Int($0.value) ?? 0 }
        let others = fields.filter { $0.name != "days" }
        return days.allSatisfy { 1...365 ~= $0 } && others.allSatisfy { names.contains($0.name) }
            && ContextForm.read(others).faults.isEmpty
    }
}

import Archive
import Editorial
import News
import Web

/// A person's name and role in a form, with those that the form began with.
struct PersonForm: Sendable {
    let name: String
    /// Nil in the form of the chief's own name, which has no role.
    let role: EditorRole?
    private let base: [String: String]

    init(_ form: NewsroomForm) {
        name = form.line("name", limit: 100)
        role = EditorRole(rawValue: form["role"])
        base = ["name": form["was_name"], "role": form["was_role"]]
    }

    private var values: [String: String] { ["name": name, "role": role?.rawValue ?? base["role"] ?? ""] }

    /// Only what differs from what the form began with, so that what others have changed meanwhile stays.
    var change: PersonChange.What {
        .details(name: name == base["name"] ? nil : name, role: role?.rawValue == base["role"] ? nil : role)
    }

    /// Whether somebody else has meanwhile changed the same in another way. Forms that do not say what they began with collide with nothing.
    func collides(with person: Person) -> Bool {
        guard base.values.allSatisfy({ !$0.isEmpty }) else { return false }
        return !FieldMerge(base, mine: values, theirs: ["name": person.name, "role": person.role.rawValue])
            .collisions.isEmpty
    }
}

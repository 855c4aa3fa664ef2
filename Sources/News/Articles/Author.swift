/// A writer, as bylines name them.
package struct Author: Sendable, Hashable, Identifiable {
    /// The number under which the archive knows them.
    package var id: Int
    /// The form used in addresses.
    package var slug: String
    /// As printed.
    package var name: String
    /// A few words that tell apart several authors of the same name.
    package var note: String

    /// An author.
    package init(id: Int, slug: String, name: String, note: String = "") {
        self.id = id
        self.slug = slug
        self.name = name
        self.note = note
    }

    /// The name, with the note if there is one.
    package var title: String { note.isEmpty ? name : "\(name) (\(note))" }
}

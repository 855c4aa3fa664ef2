/// Who writes, as bylines name them.
package struct Author: Sendable, Hashable, Identifiable {
    /// The number under which the archive knows them.
    package var id: Int
    /// As it stands in addresses.
    package var slug: String
    /// As printed.
    package var name: String
    /// Who it is where several have the name, in a few words.
    package var note: String

    /// An author.
    package init(id: Int, slug: String, name: String, note: String = "") {
        self.id = id
        self.slug = slug
        self.name = name
        self.note = note
    }

    /// The name, and who it is where that is said.
    package var title: String { note.isEmpty ? name : "\(name) (\(note))" }
}

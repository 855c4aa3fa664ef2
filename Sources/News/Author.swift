/// Who writes, as bylines name them.
public struct Author: Sendable, Hashable, Identifiable {
    /// The number under which the archive knows them.
    public var id: Int
    /// As it stands in addresses.
    public var slug: String
    /// As printed.
    public var name: String
    /// Who it is where several have the name, in a few words.
    public var note: String

    /// An author.
    public init(id: Int, slug: String, name: String, note: String = "") {
        self.id = id
        self.slug = slug
        self.name = name
        self.note = note
    }

    /// The name, and who it is where that is said.
    public var title: String { note.isEmpty ? name : "\(name) (\(note))" }
}

/// Who writes, as bylines name them.
public struct Author: Sendable, Hashable, Identifiable {
    /// The number under which the archive knows them.
    public var id: Int
    /// As it stands in addresses.
    public var slug: String
    /// As printed.
    public var name: String

    /// An author.
    public init(id: Int, slug: String, name: String) {
        self.id = id
        self.slug = slug
        self.name = name
    }
}

/// The role of a person in the newsroom; each includes the rights of those before it.
package enum EditorRole: String, Sendable, CaseIterable, Comparable {
    /// Writes drafts of their own, and submits them.
    case contributor
    /// Writes and submits any draft.
    case journalist
    /// Decides what readers see.
    case editor
    /// Also decides on people and settings.
    case chief

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    /// A role with fewer rights is less.
    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

/// What a person of the newsroom may do, each including what stands before it.
package enum EditorRole: String, Sendable, CaseIterable, Comparable {
    /// Writes drafts of their own.
    case contributor
    /// Writes any draft, and submits it.
    case journalist
    /// Decides what readers see.
    case editor
    /// Decides on people and settings too.
    case chief

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    /// Fewer rights are less.
    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

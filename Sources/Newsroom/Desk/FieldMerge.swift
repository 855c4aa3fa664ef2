/// A three-way merge by field: what a form began with, what it says now, and what others have saved meanwhile.
struct FieldMerge {
    /// The fields that only others have changed, so that the form takes their values.
    let taken: [String]
    /// The values of others in the fields that both have changed differently.
    let collisions: [String: String]

    init(_ base: [String: String], mine: [String: String], theirs: [String: String]) {
        let different = mine.keys.filter { mine[$0] != theirs[$0] }
        taken = different.filter { mine[$0] == base[$0] }
        let both = different.filter { mine[$0] != base[$0] && theirs[$0] != base[$0] }
        collisions = theirs.filter { both.contains($0.key) }
    }
}

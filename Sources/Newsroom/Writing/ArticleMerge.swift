import Editorial

/// Merges what somebody wrote with what another saved meanwhile. A field that only one of them changed
/// takes that change; a field that both changed stays as it was written, with the other's version beside
/// it.
struct ArticleMerge: Sendable {
    var form: ArticleForm
    /// The versions that others saved, by field name.
    var theirs: [String: String] = [:]

    /// - Parameters:
    ///   - mine: the form as written.
    ///   - base: the version that it started from.
    ///   - saved: the version saved meanwhile.
    init(_ mine: ArticleForm, base: ArticleForm, saved: ArticleForm) {
        form = mine
        let (myChanges, otherChanges) = (Set(mine.differences(from: base)), saved.differences(from: base))
        for name in otherChanges where mine.differences(from: saved).contains(name) {
            if myChanges.contains(name) {
                theirs[name] = saved.fields[name] ?? ""
            } else {
                form.fields[name] = saved.fields[name]
            }
        }
    }
}

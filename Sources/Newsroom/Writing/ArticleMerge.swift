import Editorial

/// What somebody wrote, brought together with what another saved meanwhile: a field that only one of them changed is that one's; what both
/// changed stays as it was written, and the other's stands beside it.
struct ArticleMerge: Sendable {
    var form: ArticleForm
    /// What others saved, by the names of the fields.
    var theirs: [String: String] = [:]

    /// - Parameters:
    ///   - mine: what was written.
    ///   - base: what it began from.
    ///   - saved: what was saved meanwhile.
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

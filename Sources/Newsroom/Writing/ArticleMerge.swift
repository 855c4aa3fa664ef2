import Editorial

/// Merges what somebody wrote with what another saved meanwhile. A field that only one of them changed
/// takes that change, and so does a paragraph of the text. What both changed stays as it was written, with
/// the other's version beside it.
struct ArticleMerge: Sendable {
    var form: ArticleForm
    /// The versions that others saved, by field name. That of the text has everything else merged into it.
    var theirs: [String: String] = [:]

    /// - Parameters:
    ///   - mine: the form as written.
    ///   - base: the version that it started from.
    ///   - saved: the version saved meanwhile.
    init(_ mine: ArticleForm, base: ArticleForm, saved: ArticleForm) {
        form = mine
        let (myChanges, otherChanges) = (Set(mine.differences(from: base)), saved.differences(from: base))
        for name in otherChanges where mine.differences(from: saved).contains(name) {
            if !myChanges.contains(name) {
                form.fields[name] = saved.fields[name]
            } else if name == "body" {
                let merge = ParagraphMerge(
                    base: base.normalised(name), mine: mine.normalised(name), theirs: saved.normalised(name))
                form.fields[name] = merge.mine
                theirs[name] = merge.isCollision ? merge.theirs : nil
            } else {
                theirs[name] = saved.fields[name] ?? ""
            }
        }
    }

    /// Takes the other's version of a field.
    mutating func take(_ name: String) {
        if let value = theirs.removeValue(forKey: name) { form.fields[name] = value }
    }
}

/// Scripts as they are sent: without what only their authors read, which is a fifth of their compressed size.
enum Script {
    /// A script without indentation, empty lines, and lines that are comments. No string of ours goes over several lines.
    static func packed(_ source: String) -> String {
        var (lines, isComment) = ([Substring](), false)
        for line in source.split(separator: "\n") {
            let text = line.drop(while: \.isWhitespace)
            if text.hasPrefix("/*") { isComment = true }
            if !isComment, !text.isEmpty, !text.hasPrefix("//") { lines.append(text) }
            if text.hasSuffix("*/") { isComment = false }
        }
        return lines.joined(separator: "\n")
    }
}

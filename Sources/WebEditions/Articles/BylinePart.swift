import News

/// A part of a byline: words, or the name of an author, which leads to the author's page.
struct BylinePart: Sendable, Equatable {
    var text: String
    var url: String?

    /// The parts of a byline; the names in it are those of its authors.
    static func parts(of byline: String, _ authors: [Author], _ root: String) -> [BylinePart] {
        var (parts, rest) = ([BylinePart](), byline[...])
        for author in authors {
            guard let name = rest.firstRange(of: author.name) else { continue }
            parts.append(BylinePart(text: String(rest[..<name.lowerBound])))
            parts.append(BylinePart(text: author.name, url: "\(root)/authors/\(author.slug)"))
            rest = rest[name.upperBound...]
        }
        return (parts + [BylinePart(text: String(rest))]).filter { !$0.text.isEmpty }
    }
}

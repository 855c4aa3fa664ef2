import XML

/// Pictures that follow each other directly in a text, which readers swipe through.
enum Gallery {
    /// The markup of a text, with each run of two pictures or more in a box of its own.
    /// - Parameter label: the name of a box for those who cannot see it, from the number of its pictures.
    static func boxed(_ html: String, label: (Int) -> String) -> String {
        var (done, rest) = ("", html[...])
        while let start = rest.firstRange(of: "<img ") {
            let opening = ["<p>", "<figure>"].first { rest[..<start.lowerBound].hasSuffix($0) } ?? ""
            let block = rest.index(start.lowerBound, offsetBy: -opening.count)
            done += rest[..<block]
            let (pictures, after) = run(at: rest[block...])
            if pictures.count > 1 {
                let name = label(pictures.count).escapedForMarkup
                done += "<div class=\"gallery\" role=\"group\" tabindex=\"0\" aria-label=\"\(name)\">"
                done += pictures.joined() + "</div>"
                rest = after
            } else {
                done += rest[block..<start.upperBound]
                rest = rest[start.upperBound...]
            }
        }
        return done + rest
    }

    /// The pictures that a text begins with, each in a block of its own, and what follows.
    private static func run(at html: Substring) -> (pictures: [String], rest: Substring) {
        var (pictures, rest) = ([String](), html)
        while let (more, after) = paragraph(at: rest.trimmedStart) ?? figure(at: rest.trimmedStart) {
            pictures += more
            rest = after
        }
        return (pictures, rest)
    }

    /// A paragraph of nothing but pictures.
    private static func paragraph(at html: Substring) -> (pictures: [String], rest: Substring)? {
        guard var rest = html.after("<p>") else { return nil }
        var pictures: [String] = []
        while let (image, after) = image(at: rest.trimmedStart) {
            pictures.append("<p>\(image)</p>")
            rest = after
        }
        guard !pictures.isEmpty, let after = rest.trimmedStart.after("</p>") else { return nil }
        return (pictures, after)
    }

    /// A picture, perhaps with its caption.
    private static func figure(at html: Substring) -> (pictures: [String], rest: Substring)? {
        guard let inner = html.after("<figure>"), let (_, rest) = image(at: inner.trimmedStart) else { return nil }
        var end = rest.trimmedStart
        if end.hasPrefix("<figcaption>") {
            guard let caption = end.firstRange(of: "</figcaption>") else { return nil }
            end = end[caption.upperBound...].trimmedStart
        }
        guard let after = end.after("</figure>") else { return nil }
        return ([String(html[..<after.startIndex])], after)
    }

    private static func image(at html: Substring) -> (image: Substring, rest: Substring)? {
        guard html.hasPrefix("<img "), let end = html.firstIndex(of: ">") else { return nil }
        let after = html.index(after: end)
        return (html[..<after], html[after...])
    }
}

extension Substring {
    fileprivate var trimmedStart: Substring { drop(while: \.isWhitespace) }

    /// What follows a prefix; nil if it begins otherwise.
    fileprivate func after(_ prefix: String) -> Substring? {
        hasPrefix(prefix) ? self[index(startIndex, offsetBy: prefix.count)...] : nil
    }
}

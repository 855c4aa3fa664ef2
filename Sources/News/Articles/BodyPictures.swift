/// A part of an article's body: markup, or one of the newspaper's own pictures.
package enum BodyPart: Sendable, Hashable {
    case markup(String)
    /// A picture by the SHA-256 of its original, with its alternative text as written in HTML.
    case picture(hash: String, alt: String)
}

/// The pictures in the body of an article. They are named by hash, `<img src="picture:9f2c…" alt="…"/>`, a
/// form that only the sanitiser writes; the file to show is chosen when somebody reads the article.
package enum BodyPictures {
    /// The prefix of the hash in `src`.
    package static let scheme = "picture:"

    /// The parts of a sanitised body, in order.
    package static func parts(of html: String) -> [BodyPart] {
        var parts: [BodyPart] = []
        var rest = Substring(html)
        while let start = rest.firstRange(of: opening), let end = rest[start.upperBound...].firstRange(of: "/>") {
            let inner = rest[start.upperBound..<end.lowerBound]
            parts.append(.markup(String(rest[..<start.lowerBound])))
            let alt = inner.dropFirst(hashLength).firstRange(of: "alt=\"").map {
                inner[$0.upperBound...].prefix { $0 != "\"" }
            }
            parts.append(.picture(hash: String(inner.prefix(hashLength)), alt: String(alt ?? "")))
            rest = rest[end.upperBound...]
        }
        parts.append(.markup(String(rest)))
        return parts.filter { $0 != .markup("") }
    }

    /// The markup of parts, as `parts` reads it.
    package static func markup(of parts: [BodyPart]) -> String {
        parts.map { part in
            switch part {
            case .markup(let text): text
            case .picture(let hash, let alt): opening + hash + "\" alt=\"" + alt + "\"/>"
            }
        }.joined()
    }

    /// The body without its pictures, for channels and feeds, which count every file they name.
    package static func removed(from html: String) -> String {
        guard html.contains(opening) else { return html }
        return parts(of: html).map { if case .markup(let text) = $0 { text } else { "" } }.joined().replacing(
            "<p></p>", with: ""
        )
        .replacing("<figure></figure>", with: "")
    }

    /// The words that a body has for its pictures: the description, and the plain caption and credit below; empty where it has none.
    package static func texts(in html: String) -> [(hash: String, alt: String, caption: String, credit: String)] {
        let parts = parts(of: html)
        return parts.indices.compactMap { index in
            guard case .picture(let hash, let alt) = parts[index] else { return nil }
            let below = parts.indices.contains(index + 1) ? words(below: parts[index + 1]) : ("", "")
            return (hash, BodyLinks.unescaped(alt), below.0, below.1)
        }
    }

    /// The caption and credit that begin a part, as the editor writes them: `<figcaption>A quay · <small>M. Quintal</small></figcaption>`.
    private static func words(below part: BodyPart) -> (caption: String, credit: String) {
        guard case .markup(let html) = part,
            let found = html.prefixMatch(of: /<figcaption>([^<]*?)(?: · )?(?:<small>([^<]*)<\/small>)?<\/figcaption>/)
        else { return ("", "") }
        return (BodyLinks.unescaped(String(found.1)), found.2.map { BodyLinks.unescaped(String($0)) } ?? "")
    }

    /// The hashes that a body names, each once.
    package static func hashes(in html: String) -> [String] {
        var hashes: [String] = []
        for case .picture(let hash, _) in parts(of: html) where !hashes.contains(hash) { hashes.append(hash) }
        return hashes
    }

    private static let opening = "<img src=\"\(scheme)"
    private static let hashLength = 64
}

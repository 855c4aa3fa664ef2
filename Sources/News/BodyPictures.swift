/// A part of an article's body: markup as it stands, or a picture of the newspaper's own.
package enum BodyPart: Sendable, Hashable {
    case markup(String)
    /// A picture by the SHA-256 of its original, and what it shows, as it stands in HTML.
    case picture(hash: String, alt: String)
}

/// The pictures in the body of an article. They are named by their hash, `<img src="picture:9f2c…" alt="…"/>`, as the sanitiser writes
/// them and nobody else; which file stands there is decided when somebody reads.
package enum BodyPictures {
    /// What stands in `src` before the hash.
    package static let scheme = "picture:"

    /// The parts of a sanitised body, in their order.
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

    /// The body without its pictures, for channels and feeds, which count what they name.
    package static func removed(from html: String) -> String {
        guard html.contains(opening) else { return html }
        return parts(of: html).map { if case .markup(let text) = $0 { text } else { "" } }.joined().replacing(
            "<p></p>", with: ""
        )
        .replacing("<figure></figure>", with: "")
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

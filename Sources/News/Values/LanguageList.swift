/// A list of languages as browsers send it: `pt-PT,en;q=0.8` (RFC 9110, section 12.5.4).
package enum LanguageList {
    /// The tags, the best first, at most 20; nil if any part is not a tag.
    package static func read(_ text: String) -> [String]? {
        var ranked: [(tag: String, weight: Double)] = []
        for part in text.split(separator: ",").prefix(20) {
            let fields = part.split(separator: ";").map { FormText.trimmed($0) }
            guard let tag = fields.first else { return nil }
            var weight = 1.0
            if let parameter = fields.dropFirst().first {
                guard parameter.hasPrefix("q="), let number = FormText.decimal(String(parameter.dropFirst(2))),
                    (0...1).contains(number)
                else { return nil }
                weight = number
            }
            if tag == "*" { continue }
            guard isTag(tag) else { return nil }
            ranked.append((tag, weight))
        }
        // Swift's sort is stable, so equal weights keep their order.
        return ranked.filter { $0.weight > 0 }.sorted { $0.weight > $1.weight }.map(\.tag)
    }

    /// Whether a text has the form of a BCP 47 tag, of at most 35 characters: the room that RFC 5646 (4.4.1) asks for.
    package static func isTag(_ text: String) -> Bool {
        guard text.utf8.count <= 35 else { return false }
        let subtags = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = subtags.first, (2...3).contains(first.utf8.count),
            first.allSatisfy({ $0.isASCII && $0.isLetter })
        else {
            return false
        }
        return subtags.dropFirst().allSatisfy { subtag in
            (1...8).contains(subtag.utf8.count) && subtag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }
}

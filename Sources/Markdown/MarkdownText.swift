import XML

/// Writes text and inline elements as Markdown.
enum MarkdownText {
    static func inline(_ element: XMLElement) -> String? { inline(element.children) }

    /// Text with its marks; nil if it contains anything but text.
    static func inline(_ nodes: [XMLElement.Node]) -> String? {
        var text = ""
        for node in nodes {
            switch node {
            case .text(let run): text += escaped(run)
            case .element(let element):
                guard let part = part(element) else { return nil }
                text += part
            }
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { $0.trimming(" ") }.joined(separator: "\n")
    }

    private static func part(_ element: XMLElement) -> String? {
        switch element.name {
        case "br": return "\n"
        case "img":
            guard let source = element.attribute("src") else { return nil }
            return "![\(escaped(element.attribute("alt") ?? ""))](\(source))"
        case "em", "i": return inline(element).flatMap { marked($0, "*") }
        case "strong", "b": return inline(element).flatMap { marked($0, "**") }
        case "a":
            guard let text = inline(element), let address = element.attribute("href"),
                element.attribute("title") == nil,
                address.allSatisfy({ !"<>() \n".contains($0) })
            else { return nil }
            return "[\(text)](\(address))"
        case "code" where !element.text.contains("`") && !element.text.contains("\n"):
            return "`\(element.text)`"
        case "abbr", "cite", "code", "q", "s", "small", "sub", "sup", "time", "u":
            return markup(element, isPlain: false)
        default: return nil
        }
    }

    /// Text between marks, which may not begin or end with a blank.
    private static func marked(_ text: String, _ mark: String) -> String? {
        let inner = text.trimming(" ")
        guard !inner.isEmpty, !inner.contains("\n\n") else { return nil }
        let before = text.first == " " ? " " : ""
        return before + mark + inner + mark + (text.last == " " ? " " : "")
    }

    /// Escapes text so that nothing in it is taken for a mark; on one line.
    static func escaped(_ text: String) -> String {
        var result = ""
        let letters = Array(text)
        for (index, letter) in letters.enumerated() {
            let next = index + 1 < letters.count ? letters[index + 1] : " "
            switch letter {
            case "\\", "`", "*", "[", "]", "<": result += "\\\(letter)"
            case "_" where !(next.isWordPart && result.last?.isWordPart == true): result += "\\_"
            case "&" where next.isLetter || next == "#": result += "\\&"
            case "\n", "\t", "\r\n", "\r": result += " "
            default: result.append(letter)
            }
        }
        return result
    }

    /// Escapes line beginnings that would make a list, a heading or a quotation.
    static func guarded(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line.firstMatch(of: /^(?:[#>+\-=~|]|:-)/) != nil { return "\\" + line }
            if let number = line.prefixMatch(of: /([0-9]{1,9})([.)])/) {
                return "\(number.1)\\\(number.2)" + line[number.range.upperBound...]
            }
            return String(line)
        }.joined(separator: "\n")
    }

    /// An element as HTML.
    /// - Parameter isPlain: writes `strong` for `b` and `em` for `i`, as Markdown does.
    static func markup(_ element: XMLElement, isPlain: Bool) -> String {
        let name = isPlain ? ["b": "strong", "i": "em"][element.name] ?? element.name : element.name
        let attributes = element.attributes.map { " \($0.name)=\"\($0.value.escapedForMarkup)\"" }.joined()
        if ["br", "hr", "img"].contains(name) { return "<\(name)\(attributes)/>" }
        let inner = element.children.map { node in
            switch node {
            case .element(let child): markup(child, isPlain: isPlain)
            // A blank line would end the HTML.
            case .text(let text) where isPlain: text.escapedForMarkup
            case .text(let text): text.replacing(/\n(?:[ \t]*\n)+/, with: "\n").escapedForMarkup
            }
        }.joined()
        return "<\(name)\(attributes)>\(inner)</\(name)>"
    }
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber }
}

extension StringProtocol {
    fileprivate func trimming(_ letter: Character) -> String {
        var rest = self[...]
        while rest.first == letter { rest.removeFirst() }
        while rest.last == letter { rest.removeLast() }
        return String(rest)
    }
}

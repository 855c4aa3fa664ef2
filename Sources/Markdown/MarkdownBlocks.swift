import XML

/// Writes blocks as Markdown.
enum MarkdownBlocks {
    /// A block with its contents; nil for one that only HTML can express.
    static func text(of element: XMLElement) -> String? {
        switch element.name {
        case "p": return MarkdownText.inline(element).map(MarkdownText.guarded)
        case "h2", "h3", "h4":
            guard let line = MarkdownText.inline(element), !line.contains("\n") else { return nil }
            return String(repeating: "#", count: element.name == "h2" ? 2 : element.name == "h3" ? 3 : 4) + " " + line
        case "hr": return "---"
        case "blockquote": return blocks(element).map { prefixed($0, first: "> ", others: "> ") }
        case "ul", "ol": return list(element)
        default: return nil
        }
    }

    private static func list(_ element: XMLElement) -> String? {
        var items: [String] = []
        for (index, item) in element.elements.enumerated() {
            guard let text = blocks(item) else { return nil }
            let mark = element.name == "ol" ? "\(index + 1). " : "- "
            items.append(prefixed(text, first: mark, others: String(repeating: " ", count: mark.count)))
        }
        return items.joined(separator: "\n")
    }

    /// The contents of a container: blocks, or text followed by lists.
    private static func blocks(_ container: XMLElement) -> String? {
        var parts: [(text: String, isTight: Bool)] = []
        var line: [XMLElement.Node] = []
        func endLine() -> Bool {
            defer { line = [] }
            guard !line.isEmpty else { return true }
            guard let text = MarkdownText.inline(line) else { return false }
            if !text.isEmpty { parts.append((MarkdownText.guarded(text), true)) }
            return true
        }
        for node in container.children {
            guard case .element(let element) = node, let text = text(of: element) else {
                line.append(node)
                continue
            }
            guard endLine() else { return nil }
            parts.append((text, element.name == "ul" || element.name == "ol"))
        }
        guard endLine() else { return nil }
        return parts.indices.map { index in
            let isTight = index > 0 && parts[index].isTight && parts[index - 1].isTight
            return (index == 0 ? "" : isTight ? "\n" : "\n\n") + parts[index].text
        }.joined()
    }

    private static func prefixed(_ text: String, first: String, others: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().map { index, line in
            index == 0 ? first + line : line.isEmpty && others.allSatisfy { $0 == " " } ? "" : others + line
        }.joined(separator: "\n")
    }
}

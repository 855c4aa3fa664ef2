import Testing
import XML

/// Checks sanitised HTML independently of the sanitiser, with an XML reader and a separate list.
func expectClean(_ html: String, from source: String, _ location: SourceLocation = #_sourceLocation) {
    do {
        let root = try XMLReader.parse(Array("<r>\(html)</r>".utf8))
        for fault in faults(in: root) { Issue.record("\(fault) in \(html) of \(source)", sourceLocation: location) }
    } catch {
        Issue.record("\(error): \(html) of \(source)", sourceLocation: location)
    }
    #expect(HTMLSanitizer.sanitize(html).html == html, "of \(source)", sourceLocation: location)
}

private let allowed: [String: Set<String>] = {
    let plain = """
        p br hr h2 h3 h4 ul ol li dl dt dd blockquote pre code em strong b i u s sub sup small abbr cite q figure figcaption table \
        thead tbody tr
        """
    var names = Dictionary(uniqueKeysWithValues: plain.split(separator: " ").map { (String($0), Set<String>()) })
    names["a"] = ["href", "title"]
    names["td"] = ["colspan", "rowspan"]
    names["th"] = ["colspan", "rowspan", "scope"]
    names["time"] = ["datetime"]
    return names
}()

private func faults(in element: XMLElement) -> [String] {
    element.elements.flatMap { child -> [String] in
        guard let attributes = allowed[child.name], child.namespace == nil else { return ["<\(child.name)>"] }
        var found = child.attributes.filter { !attributes.contains($0.name) || $0.namespace != nil }.map {
            "@\($0.name)"
        }
        if let href = child.attribute("href"), !isHarmless(href) { found.append("href \(href)") }
        if child.name == "a", child.attribute("href") == nil { found.append("a without href") }
        if child.name == "p", child.text.isEmpty { found.append("empty p") }
        return found + faults(in: child)
    }
}

private func isHarmless(_ href: String) -> Bool {
    if href.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) { return false }
    let lowercase = href.lowercased()
    if ["http://", "https://", "mailto:", "tel:"].contains(where: lowercase.hasPrefix) { return true }
    return !lowercase.prefix { !"/?#".contains($0) }.contains { $0 == ":" || $0 == "&" }
}

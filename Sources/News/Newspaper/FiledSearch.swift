/// A search some of whose words name a section or a category: a story that is filed there need not have them in its text.
package struct FiledSearch: Sendable, Hashable {
    /// The other words.
    package var words: String
    /// The identifiers of the sections that were named.
    package var sections: [Int]
    /// The identifiers of the categories that were named.
    package var categories: [Int]
}

extension SearchQuery {
    /// The most sections or categories that are looked for; further names are words like any other.
    private static let namesLimit = 2

    /// A section or category whose name is among the words.
    private struct Named {
        var roots: Set<String>
        var section: Int?
        var category: Int?
    }

    /// The searches that stories answer by where they are filed: `transport ferry` also finds the ferry under Transport. There are none
    /// for a search with operators, or for one that is a name and nothing else.
    /// - Parameter newspaper: the language of the names.
    package func filed(in sections: [Section], _ categories: [Category], language newspaper: String) -> [FiledSearch] {
        let typed = words.split(separator: " ")
        guard typed.count > 1, words.allSatisfy({ $0.isLetter || $0.isNumber || $0 == " " }),
            !typed.contains(where: { $0.lowercased() == "or" })
        else { return [] }
        let language = newspaper.primarySubtag
        func roots(of words: [Substring]) -> [String] { words.map { WordForms.root(of: $0, in: language) } }
        let own = roots(of: typed)
        let all =
            sections.map { Named(roots: Set(roots(of: Highlighter.words(in: $0.name))), section: $0.id) }
            + categories.map { Named(roots: Set(roots(of: Highlighter.words(in: $0.name))), category: $0.id) }
        let named = all.filter { !$0.roots.isEmpty && $0.roots.isSubset(of: own) }.prefix(Self.namesLimit)
        let choices = named.map { [$0] } + (named.count > 1 ? [Array(named)] : [])
        return choices.compactMap { names in
            let gone = names.reduce(into: Set<String>()) { $0.formUnion($1.roots) }
            let rest = zip(typed, own).filter { !gone.contains($1) }.map { String($0.0) }
            guard !rest.isEmpty else { return nil }
            return FiledSearch(
                words: rest.joined(separator: " "), sections: names.compactMap(\.section),
                categories: names.compactMap(\.category))
        }
    }
}

import Foundation

/// What a story is about, in a word or a name.
package struct Keyword: Sendable, Hashable {
    /// The form in which it is compared with others.
    package var term: String
    /// As it stands in the story.
    package var name: String
    /// How much it tells of the story, 0 to 1: the squares of all of a story make 1, so that the sum of the products of what two stories
    /// share is the cosine between them.
    package var weight: Double

    /// A keyword.
    package init(term: String, name: String, weight: Double) {
        (self.term, self.name, self.weight) = (term, name, weight)
    }

    /// Keywords of a story.
    package static let limit = 12
    /// Characters of a keyword.
    package static let lengthLimit = 60

    /// Those that an editor typed, all of one weight, each once.
    package static func typed(_ names: [String], language: String) -> [Keyword] {
        var terms: Set<String> = []
        let keywords = names.prefix(limit).compactMap { name -> Keyword? in
            let words = Highlighter.words(in: name, limit: TermReader.nameLimit)
            let term = words.map { TermReader.stem(FoldedWord.of($0), language) }.joined(separator: " ")
            return term.isEmpty || !terms.insert(term).inserted ? nil : Keyword(term: term, name: name, weight: 1)
        }
        return normalised(keywords)
    }

    static func normalised(_ keywords: [Keyword]) -> [Keyword] {
        let length = keywords.reduce(0) { $0 + $1.weight * $1.weight }.squareRoot()
        guard length > 0 else { return [] }
        return keywords.map { Keyword(term: $0.term, name: $0.name, weight: $0.weight / length) }
    }
}

/// How common terms are in what an archive has of a language.
package struct TermFrequencies: Sendable {
    /// The stories that were counted.
    package var stories: Int
    /// In how many of them a term is; those that are not here are in none.
    package var counts: [String: Int]

    /// What was counted.
    package init(stories: Int, counts: [String: Int]) { (self.stories, self.counts) = (stories, counts) }

    /// Below so many stories what is common in them says little.
    private static let fewStories = 30
    /// The share of stories from which on a term tells nothing.
    private static let commonShare = 0.2

    /// How much a term tells by being rare (the weight of Robertson and Spärck Jones, as in BM25); 0 where it is in every fifth story.
    func weight(of term: String) -> Double {
        let count = Double(counts[term] ?? 0)
        let all = Double(max(stories, Self.fewStories))
        if stories >= Self.fewStories, count > Self.commonShare * all { return 0 }
        return log(1 + (all - min(count, all) + 0.5) / (count + 0.5))
    }
}

extension StoryTerms {
    /// The terms that tell most of the story against an archive, the first the most; none that is but a part of another.
    package func keywords(against archive: TermFrequencies, limit: Int = Keyword.limit) -> [Keyword] {
        let weighed = terms.map { term in
            // BM25's saturation with k1 = 1.2: ten times as often does not tell ten times as much.
            let often = term.count / (term.count + 1.2)
            return (term: term, weight: archive.weight(of: term.key) * often * (term.isName ? Self.nameWeight : 1))
        }.filter { $0.weight > 0 }.sorted {
            // Of a name and its part that tell as much the name.
            ($0.weight, $0.term.key.utf8.count, $1.term.key) > ($1.weight, $1.term.key.utf8.count, $0.term.key)
        }
        var chosen: [(term: StoryTerm, weight: Double)] = []
        for candidate in weighed where chosen.count < limit {
            let words = Set(candidate.term.key.split(separator: " "))
            let isPart = chosen.contains { other in
                let others = Set(other.term.key.split(separator: " "))
                return words.isSubset(of: others) || others.isSubset(of: words)
            }
            if !isPart { chosen.append(candidate) }
        }
        return Keyword.normalised(chosen.map { Keyword(term: $0.term.key, name: $0.term.name, weight: $0.weight) })
    }

    /// How much more the name of somebody or something tells than a word that is as rare.
    private static let nameWeight = 1.5
}

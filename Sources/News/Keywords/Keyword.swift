import Foundation

/// A subject of a story, as a word or a name.
package struct Keyword: Sendable, Hashable {
    /// The form in which it is compared with others.
    package var term: String
    /// Its form in the story.
    package var name: String
    /// How much it says about the story, 0 to 1. The squared weights of a story add up to 1, so that the sum
    /// of the products over the keywords that two stories share is the cosine between them.
    package var weight: Double

    /// A keyword.
    package init(term: String, name: String, weight: Double) {
        (self.term, self.name, self.weight) = (term, name, weight)
    }

    /// The most keywords of a story.
    package static let limit = 12
    /// The most characters of a keyword.
    package static let lengthLimit = 60

    /// The keywords that an editor typed, all of equal weight, each once.
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

/// The frequencies of terms in an archive's stories in one language.
package struct TermFrequencies: Sendable {
    /// The number of stories counted.
    package var stories: Int
    /// The number of stories that contain each term; a term that is missing here is in none.
    package var counts: [String: Int]

    /// Creates frequencies from these counts.
    package init(stories: Int, counts: [String: Int]) { (self.stories, self.counts) = (stories, counts) }

    /// With fewer stories than this, the terms common in them say little.
    private static let fewStories = 30
    /// The share of stories above which a term says nothing.
    private static let commonShare = 0.2

    /// How much a term says by being rare (the weight of Robertson and Spärck Jones, as in BM25); 0 if more
    /// than a fifth of the stories have it.
    func weight(of term: String) -> Double {
        let count = Double(counts[term] ?? 0)
        let all = Double(max(stories, Self.fewStories))
        if stories >= Self.fewStories, count > Self.commonShare * all { return 0 }
        return log(1 + (all - min(count, all) + 0.5) / (count + 0.5))
    }
}

extension StoryTerms {
    /// The terms that say most about the story compared with an archive, the best first; none that is only
    /// part of another.
    package func keywords(against archive: TermFrequencies, limit: Int = Keyword.limit) -> [Keyword] {
        let weighed = terms.map { term in
            // BM25's saturation with k1 = 1.2: ten times as often does not tell ten times as much.
            let often = term.count / (term.count + 1.2)
            return (term: term, weight: archive.weight(of: term.key) * often * (term.isName ? Self.nameWeight : 1))
        }.filter { $0.weight > 0 }.sorted {
            // If a name and a part of it say equally much, the name wins.
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

    /// How much more a name says than a word that is equally rare.
    private static let nameWeight = 1.5
}

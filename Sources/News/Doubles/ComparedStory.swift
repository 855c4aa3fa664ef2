/// A story as it is compared with others, to see whether they are the same from several sources.
package struct ComparedStory: Sendable, Hashable {
    /// The primary language subtag, in lower case: stories in two languages are translations, and never doubles.
    package let language: String
    /// What `CanonicalAddress` makes of the address of its page; nil where that is not known.
    package let address: String?
    /// The headline.
    package let title: ComparedTitle
    /// Standfirst and body.
    package let text: Shingles

    /// Of the words of an article.
    /// - Parameter address: of its page, as it came.
    package init(headline: String, standfirst: String, text: String, language: String, address: String? = nil) {
        self.language = language.prefix { $0 != "-" }.lowercased()
        self.address = address.flatMap(CanonicalAddress.of)
        title = ComparedTitle(headline)
        // Many texts begin with their standfirst; a set has it once.
        self.text = Shingles(standfirst + "\n" + text)
    }

    /// What a double is found by, at most 36 numbers: doubles nearly always have one in common.
    package var keys: [UInt32] { Shingles.sorted(text.keys + title.keys) }

    /// How surely it is the same story as another, 0.5 to 1; nil where it is not. First the addresses tell, then headline and text together.
    /// - Parameter common: shingles that stand under stories of all kinds.
    package func likeness(to other: ComparedStory, except common: Set<UInt32> = []) -> Double? {
        guard language == other.language else { return nil }
        let similarity = title.similarity(to: other.title)
        let overlap = text.overlap(with: other.text, except: common)
        if let address, address == other.address {
            // Anybody can name anybody's address.
            return max(similarity, overlap.containment) >= Self.leastAtAddress ? 1 : nil
        }
        guard !title.countsOtherwise(than: other.title) else { return nil }
        guard overlap.least >= Self.shortText else { return shortLikeness(other, similarity, overlap) }
        let isSame =
            similarity >= Self.titleLimit
            ? overlap.containment >= Self.textWithTitle && overlap.lead >= Self.leadWithTitle
                || overlap.containment >= Self.textWithoutLead && overlap.resemblance >= Self.resemblanceAlone
            : overlap.least >= Self.textToTrust && overlap.resemblance >= Self.leastResemblance
                && overlap.containment >= Self.textAlone && overlap.lead >= Self.leadAlone
        return isSame ? max(0.5, overlap.containment) : nil
    }

    /// Of headlines without a text to speak of the headlines decide, unless the sentences below them have nothing in common.
    private func shortLikeness(_ other: ComparedStory, _ similarity: Double, _ overlap: Shingles.Overlap) -> Double? {
        let isSame =
            similarity >= Self.titleAlone && min(title.count, other.title.count) >= Self.titleWords
            && (overlap.least == 0 || overlap.containment >= Self.sentenceWithTitle)
        return isSame ? similarity : nil
    }

    /// Those of some stories that are the same, the surest first, by their places.
    /// - Parameter candidates: what was found by headline, address or keys, each with the number of its cluster, or one of its own.
    package func doubles(among candidates: [(story: ComparedStory, cluster: Int)]) -> [Int] {
        let common = common(in: candidates)
        let found = candidates.enumerated().compactMap { place, candidate in
            likeness(to: candidate.story, except: common).map { (place: place, likeness: $0) }
        }
        return found.sorted { ($0.likeness, $1.place) > ($1.likeness, $0.place) }.map(\.place)
    }

    /// What stands in stories of so many clusters says where they come from, and not what they tell.
    private func common(in candidates: [(story: ComparedStory, cluster: Int)]) -> Set<UInt32> {
        let own = Set(text.numbers)
        var clusters: [UInt32: Set<Int>] = [:]
        for candidate in candidates {
            for number in candidate.story.text.numbers where own.contains(number) {
                clusters[number, default: []].insert(candidate.cluster)
            }
        }
        return Set(clusters.filter { $0.value.count >= Self.commonClusters }.keys)
    }

    // The limits were found on half of the labelled set of `benchmarks/clusters` and measured on the other half.

    /// How alike headlines or texts of one address must be at least.
    static let leastAtAddress = 0.25
    /// The similarity of headlines, as `pg_trgm` has it, from which less of the text is asked for.
    package static let titleLimit = 0.4
    /// Where headlines are alike: the part of the shorter text that the longer one must have, and of the beginning that both must have,
    /// since what comes later repeats the same background.
    static let (textWithTitle, leadWithTitle) = (0.4, 0.2)
    /// Or so much of the texts, whatever comes first.
    static let (textWithoutLead, resemblanceAlone) = (0.7, 0.5)
    /// Where headlines are not alike: the same, and the part of both together; else a round-up would be each of its stories.
    static let (textAlone, leadAlone, leastResemblance) = (0.6, 0.4, 0.25)
    /// Shingles that this takes at least.
    static let textToTrust = 60
    /// Shingles below which there is no text to speak of; then the similarity of headlines that is enough, and the part of such a text.
    static let shortText = 15
    static let (titleAlone, sentenceWithTitle) = (0.7, 0.25)
    /// Words that such a headline must have: *Correction* is none of a story.
    static let titleWords = 4
    /// In so many clusters a shingle is no longer one story's.
    static let commonClusters = 4
}

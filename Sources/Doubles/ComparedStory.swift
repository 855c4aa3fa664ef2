import News

/// A story prepared for comparison with others, to find the same story from several sources.
package struct ComparedStory: Sendable, Hashable {
    /// The primary language subtag, in lower case: stories in two languages are translations, and never doubles.
    package let language: String
    /// The canonical form of its page's address (`CanonicalAddress`); nil if that is unknown.
    package let address: String?
    /// The headline.
    package let title: ComparedTitle
    /// Standfirst and body.
    package let text: Shingles

    /// Reads the words of an article.
    /// - Parameter address: the address of its page, as received.
    package init(headline: String, standfirst: String, text: String, language: String, address: String? = nil) {
        self.language = language.prefix { $0 != "-" }.lowercased()
        self.address = address.flatMap(CanonicalAddress.of)
        title = ComparedTitle(headline)
        // Many texts begin with their standfirst; a set holds it once.
        self.text = Shingles(standfirst + "\n" + text)
    }

    /// The keys by which doubles are found, at most 36: doubles nearly always share one.
    package var keys: [UInt32] { Shingles.sorted(text.keys + title.keys) }

    /// The certainty that another story is the same, 0.5 to 1; nil if it is not. Addresses are compared first,
    /// then headline and text together.
    /// - Parameter common: shingles that occur in stories of all kinds.
    package func likeness(to other: ComparedStory, except common: Set<UInt32> = []) -> Double? {
        guard language == other.language else { return nil }
        let similarity = title.similarity(to: other.title)
        let overlap = text.overlap(with: other.text, except: common)
        if let address, address == other.address {
            // Anybody can claim anybody's address.
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

    /// If there is hardly any text, the headlines decide, unless the sentences below them have nothing in
    /// common.
    private func shortLikeness(_ other: ComparedStory, _ similarity: Double, _ overlap: Shingles.Overlap) -> Double? {
        let isSame =
            similarity >= Self.titleAlone && min(title.count, other.title.count) >= Self.titleWords
            && (overlap.least == 0 || overlap.containment >= Self.sentenceWithTitle)
        return isSame ? similarity : nil
    }

    /// The positions of the candidates that are the same story, the most certain first.
    /// - Parameter candidates: stories found by headline, address or keys, each with the number of its
    ///   cluster, or one of its own.
    package func doubles(among candidates: [(story: ComparedStory, cluster: Int)]) -> [Int] {
        let common = common(in: candidates)
        let found = candidates.enumerated().compactMap { place, candidate in
            likeness(to: candidate.story, except: common).map { (place: place, likeness: $0) }
        }
        return found.sorted { ($0.likeness, $1.place) > ($1.likeness, $0.place) }.map(\.place)
    }

    /// Shingles that occur in this many clusters show where stories come from, not what they tell.
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

    /// The least likeness of headlines or texts at the same address.
    static let leastAtAddress = 0.25
    /// The similarity of headlines, as `pg_trgm` measures it, from which less of the text must match.
    package static let titleLimit = 0.4
    /// If headlines are alike: the share of the shorter text that the longer one must contain, and the share
    /// of the opening that both must have, since later passages repeat the same background.
    static let (textWithTitle, leadWithTitle) = (0.4, 0.2)
    /// Or this much of the texts, whatever their opening.
    static let (textWithoutLead, resemblanceAlone) = (0.7, 0.5)
    /// If headlines differ: the same shares, and the share of both texts together; otherwise a round-up would
    /// match each of its stories.
    static let (textAlone, leadAlone, leastResemblance) = (0.6, 0.4, 0.25)
    /// The least number of shingles for that.
    static let textToTrust = 60
    /// The number of shingles below which a text is too short to tell; then the similarity of headlines that
    /// is enough, and the share of such a text that must match.
    static let shortText = 15
    static let (titleAlone, sentenceWithTitle) = (0.7, 0.25)
    /// The least number of words in such a headline: *Correction* does not identify a story.
    static let titleWords = 4
    /// The number of clusters from which a shingle no longer belongs to one story.
    static let commonClusters = 4
}

import Doubles
import News

/// Adds stories one at a time, as the database does.
struct Archive {
    private(set) var stories: [ComparedStory] = []
    private(set) var clusters: [Int] = []
    private(set) var compared = 0
    private var byKey: [UInt32: [Int]] = [:]
    private var byAddress: [String: [Int]] = [:]

    /// The maximum number of stories compared, as in the database.
    private static let candidateLimit = 16

    mutating func add(_ told: Told) {
        let story = told.compared
        let candidates = candidates(for: story)
        compared += candidates.count
        let best = story.doubles(among: candidates.map { (stories[$0], clusters[$0]) }).first
        let own = stories.count
        stories.append(story)
        clusters.append(best.map { clusters[candidates[$0]] } ?? own)
        for key in story.keys { byKey[key, default: []].append(own) }
        if let address = story.address { byAddress[address, default: []].append(own) }
    }

    private func candidates(for story: ComparedStory) -> [Int] {
        var shared: [Int: Double] = [:]
        for key in story.keys { for other in byKey[key] ?? [] { shared[other, default: 0] += 1 } }
        for other in Array(shared.keys) {
            let similarity = story.title.similarity(to: stories[other].title)
            if similarity >= ComparedStory.titleLimit { shared[other, default: 0] += 8 * similarity }
        }
        for other in story.address.flatMap({ byAddress[$0] }) ?? [] { shared[other, default: 0] += 100 }
        return shared.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(Self.candidateLimit).map(\.key)
    }
}

/// The editors' order of stories on the front page of an edition, and its editorial.
package struct FrontPage: Sendable, Hashable {
    /// Article numbers, each once: the first is the lead story.
    package var stories: [Int]
    /// The article in which the newspaper itself speaks.
    package var editorial: Int?

    /// The most stories on a front page: more than any web edition lists on one page.
    package static let limit = 60

    /// A front page of these stories.
    package init(stories: [Int] = [], editorial: Int? = nil) {
        self.stories = stories
        self.editorial = editorial
    }

    /// A change that an editor makes to one of the stories.
    package enum Change: Sendable, Hashable {
        /// It becomes the lead story.
        case lead(Int)
        /// It comes one place earlier.
        case up(Int)
        /// It comes one place later.
        case down(Int)
        /// It comes last, if it was not on the page.
        case add(Int)
        /// It loses its place and is ordered by age again.
        case remove(Int)
        /// It comes just before another, or last if that is nil.
        case move(Int, before: Int?)
        /// It is the editorial; nil for none.
        case editorial(Int?)
    }

    /// Makes a change. Moving a story up or down does nothing if it is not on the page, or at the end of it.
    package mutating func make(_ change: Change) {
        switch change {
        case .lead(let story): move(story, to: 0)
        case .up(let story): if let place = stories.firstIndex(of: story) { move(story, to: max(0, place - 1)) }
        case .down(let story): if let place = stories.firstIndex(of: story) { move(story, to: place + 1) }
        case .add(let story): if !stories.contains(story) { stories.append(story) }
        case .remove(let story): stories.removeAll { $0 == story }
        case .move(let story, let other) where story != other:
            move(story, to: stories.filter { $0 != story }.firstIndex { $0 == other } ?? stories.count)
        case .move: break
        case .editorial(let story): editorial = story
        }
    }

    private mutating func move(_ story: Int, to place: Int) {
        stories.removeAll { $0 == story }
        stories.insert(story, at: min(place, stories.count))
    }

    /// Where a story stands, as somebody who publishes it chooses.
    package enum Place: String, Sendable, Hashable, CaseIterable {
        /// It is the lead story.
        case lead
        /// It is one of the stories in the editors' order: a new one comes right after the lead story.
        case placed
        /// It is ordered by age, after those.
        case time
    }

    /// Where a story stands.
    package func place(of story: Int) -> Place {
        stories.firstIndex(of: story).map { $0 == 0 ? .lead : .placed } ?? .time
    }

    /// Puts a story somewhere; it stays where it is if it stands there.
    package mutating func put(_ story: Int, _ place: Place) {
        guard self.place(of: story) != place else { return }
        put(story, at: place == .time ? nil : place == .lead ? 0 : 1)
    }

    /// Puts a story at an index, or takes it off the page if that is nil.
    package mutating func put(_ story: Int, at index: Int?) {
        if let index { move(story, to: max(0, index)) } else { make(.remove(story)) }
    }
}

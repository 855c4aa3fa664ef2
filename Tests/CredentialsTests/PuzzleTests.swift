@testable import Credentials
import Foundation
import Testing

/// The puzzles of the log-in page, and the queue of those who solve them.
@Suite("Puzzles and queue") struct PuzzleTests {
    private let puzzles = Puzzles(key: Array(repeating: 7, count: 32))
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Solves a puzzle by trying, as a browser does.
    private func solve(_ puzzle: String, bits: Int) -> String {
        let name = puzzle.split(separator: ".")[2]
        var number = 0
        while true {
            let hash = Secret(shown: "\(name).\(number)").hash.prefix(4)
            if hash.reduce(UInt32(0), { $0 << 8 | UInt32($1) }).leadingZeroBitCount >= bits {
                return "\(puzzle).\(number)"
            }
            number += 1
        }
    }

    @Test("A solution of our puzzle is known as one, for a while") func solved() throws {
        let puzzle = puzzles.make(bits: 10, now: now)
        let solution = solve(puzzle, bits: 10)
        let solved = try #require(puzzles.solved(solution, now: now))
        #expect(solved.bits == 10 && solution.contains(solved.name))
        #expect(puzzles.solved(solution, now: now.addingTimeInterval(299)) == solved)
        #expect(puzzles.solved(solution, now: now.addingTimeInterval(301)) == nil)
        #expect(Puzzles(key: Array(repeating: 8, count: 32)).solved(solution, now: now) == nil)
    }

    @Test("What was changed, or is no solution, is worth nothing") func foreign() {
        let solution = solve(puzzles.make(bits: 10, now: now), bits: 10)
        var parts = solution.split(separator: ".").map(String.init)
        parts[0] = "20"
        let harder = parts.joined(separator: ".")
        parts = solution.split(separator: ".").map(String.init)
        parts[1] = "1900000000"
        let longer = parts.joined(separator: ".")
        let unsolved = puzzles.make(bits: 20, now: now) + ".0"
        let texts = [
            "", ".", "....", "10.1.a.b.c", harder, longer, solution + ".1", "x" + solution, unsolved,
            String(repeating: "9", count: 5000),
        ]
        for text in texts { #expect(puzzles.solved(text, now: now) == nil, "\(text.prefix(100))") }
    }

    @Test("Harder puzzles go first, then the network with fewer before, then who came first")
    func order() {
        var queue = FairQueue(limit: 8, share: 3)
        let arrivals = [("a", 0), ("a", 0), ("b", 0), ("c", 16), ("a", 16), ("d", 18)]
        for (id, (network, bits)) in arrivals.enumerated() {
            #expect(queue.add(id: id, network: network, bits: bits) == nil)
        }
        // Every fourth turn is that of whoever came first.
        var served: [Int] = []
        while let next = queue.next() { served.append(next) }
        #expect(served == [5, 3, 4, 0, 2, 1])
    }

    @Test("One network gets no more than its share, and a full queue gives up its last for somebody better")
    func share() {
        var queue = FairQueue(limit: 4, share: 2)
        #expect(queue.add(id: 1, network: "a", bits: 0) == nil)
        #expect(queue.add(id: 2, network: "a", bits: 0) == nil)
        #expect(queue.add(id: 3, network: "a", bits: 20) == 3, "its share is two")
        #expect(queue.add(id: 4, network: "b", bits: 0) == nil)
        #expect(queue.add(id: 5, network: "c", bits: 0) == nil)
        #expect(
            queue.add(id: 6, network: "d", bits: 0) == 2, "the second of a network goes before the first of another")
        #expect(queue.add(id: 7, network: "e", bits: 0) == 7, "nobody is worse")
        #expect(queue.add(id: 8, network: "f", bits: 16) == 6)
        #expect(queue.places.count == 4)
    }

    @Test("Puzzles come with the crowd, get harder while those who solve them crowd, and go again")
    func difficulty() {
        var difficulty = PuzzleDifficulty()
        var now = ContinuousClock.now
        func follow(_ waiting: Int, _ rivals: Int, after seconds: Int) -> Int {
            now += .seconds(seconds)
            difficulty.follow(waiting: waiting, rivals: rivals, limit: 32, now: now)
            return difficulty.bits
        }
        #expect(follow(7, 7, after: 0) == 0)
        #expect(follow(8, 8, after: 1) == 16)
        #expect(follow(32, 0, after: 10) == 16, "those who solve nothing do not make them harder")
        #expect(follow(32, 16, after: 1) == 17)
        #expect(follow(32, 16, after: 1) == 17, "not so fast")
        for _ in 0..<9 { _ = follow(32, 32, after: 2) }
        #expect(difficulty.bits == Puzzles.mostBits)
        for _ in 0..<4 { _ = follow(32, 0, after: 15) }
        #expect(difficulty.bits == 16)
        #expect(follow(32, 0, after: 60) == 16, "they stay while there is a crowd")
        #expect(follow(0, 0, after: 15) == 0)
    }

    @Test("In a crowd of strangers who solve nothing, whoever solves a puzzle gets in, and each wait ends")
    func crowd() async throws {
        let cost = PasswordHash.Cost(logarithm: 12, blockSize: 8, parallelism: 1)
        let queue = PasswordQueue(patience: .seconds(60), cost: cost)
        let kept = try PasswordHash("quiet ferry at dawn", cost: cost)
        let crowd = Task {
            await withTaskGroup(of: Bool.self) { group in
                for number in 0..<400 {
                    group.addTask {
                        let refused = try? await queue.matches("x", nil, network: "\(number)", bits: 0)
                        return refused == nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
        }
        while await queue.wantedBits() == 0 { await Task.yield() }
        for number in 0..<10 {
            #expect(try await queue.matches("quiet ferry at dawn", kept, network: "honest \(number)", bits: 16))
        }
        #expect(await crowd.value > 200, "most of the others are refused at once")
        queue.stop()
    }

    @Test("Whoever waits too long is refused") func patience() async throws {
        let cost = PasswordHash.Cost(logarithm: 14, blockSize: 8, parallelism: 1)
        let queue = PasswordQueue(patience: .milliseconds(1), cost: cost)
        let busy = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask {
                    do { return try await queue.matches("x", nil, network: "\(number)", bits: 0) } catch { return true }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(busy > 0 && busy < 8)
        queue.stop()
    }
}

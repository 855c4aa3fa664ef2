import Fetching
import Foundation
import Synchronization

/// The results of a round for sources of one kind.
struct Tally: Encodable {
    var count = 0
    /// The number of results, by status or error.
    var outcomes: [String: Int] = [:]
    /// Seconds from the start of the round until each was done.
    var times: [Double] = []
    var median = 0.0, last = 0.0

    private enum CodingKeys: CodingKey { case count, outcomes, median, last }
}

/// A round over all sources.
struct Round: Encodable {
    var name: String
    var seconds = 0.0
    var processorSeconds = 0.0
    var bytes = 0
    var kinds: [String: Tally] = [:]
}

struct Figures: Encodable {
    /// Memory in MB before the first round, and at its peak.
    var idle = 0.0, peak = 0.0
    var rounds: [Round] = []
}

/// A memory value from /proc/self/status, in MB.
func memory(_ field: String) -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") }
    return (line?.split { !$0.isNumber }.first.flatMap { Double($0) } ?? 0) / 1000
}

func processorSeconds() -> Double {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }.reduce(0, +)
}

/// Fetches all sources of `sources PORT COUNT` as the newspaper does: first unconditionally, then with
/// conditional requests, then only the good ones. All are requested at once. `round PORT PLACES` prints
/// the figures as JSON.
let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
guard numbers.count == 2 else {
    FileHandle.standardError.write(Data("Usage: round PORT PLACES\n".utf8))
    exit(64)
}
let fetcher = Fetcher(atOnce: numbers[1], perHost: 1, limit: 100_000, agent: "N4MD (benchmark)") { _ in true }
let list = try await fetcher.fetch(.init(.get, "http://127.0.0.1:\(numbers[0])/list", bytes: 10_000_000))
let sources = String(decoding: list.body, as: UTF8.self).split(separator: "\n").map {
    $0.split(separator: " ").map(String.init)
}
let tags = Mutex<[String: String]>([:])

func fetch(_ url: String) async -> (outcome: String, bytes: Int) {
    let tag = tags.withLock { $0[url] }
    var request = FetchRequest(
        .get, url, headers: tag.map { [("If-None-Match", $0)] } ?? [], time: .seconds(280), bytes: 4_000_000)
    request.isDecompressed = true
    request.stall = .seconds(10)
    let bytes = Atomic<Int>(0)
    do {
        let answer = try await fetcher.fetch(request) { _, piece in bytes.add(piece.count, ordering: .relaxed) }
        if let tag = answer.header("etag") { tags.withLock { $0[url] = tag } }
        return ("\(answer.status)", bytes.load(ordering: .relaxed))
    } catch {
        return ("\(error as? FetchError ?? .broken)", bytes.load(ordering: .relaxed))
    }
}

func goRound(_ name: String, _ sources: [[String]]) async -> Round {
    var round = Round(name: name)
    let (started, used) = (ContinuousClock.now, processorSeconds())
    await withTaskGroup(of: (String, String, Int, Double).self) { group in
        for source in sources {
            group.addTask {
                let (outcome, bytes) = await fetch(source[1])
                return (source[0], outcome, bytes, started.duration(to: .now) / .seconds(1))
            }
        }
        for await (kind, outcome, bytes, time) in group {
            round.kinds[kind, default: Tally()].outcomes[outcome, default: 0] += 1
            round.kinds[kind]?.times.append(time)
            round.bytes += bytes
        }
    }
    round.seconds = started.duration(to: .now) / .seconds(1)
    round.processorSeconds = processorSeconds() - used
    for (kind, tally) in round.kinds {
        let times = tally.times.sorted()
        round.kinds[kind]?.count = times.count
        round.kinds[kind]?.median = times[times.count / 2]
        round.kinds[kind]?.last = times.last ?? 0
    }
    return round
}

var figures = Figures(idle: memory("VmRSS"))
figures.rounds.append(await goRound("first", sources))
figures.rounds.append(await goRound("conditional", sources))
figures.rounds.append(await goRound("conditional, good ones alone", sources.filter { $0[0] == "good" }))
figures.peak = memory("VmHWM")
print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))

import Doubles
import Foundation
import News

/// Precision and recall of the detection of doubles, on a labelled set made from a newspaper's
/// articles: the odd ones were used to tune the limits, the even ones are used to measure.
///
///     clusters FEED.xml [--seed N] [--tune] [--faults] [--smoke] [--list]
///
/// The stories are held in memory, with a copy of the database's search; `--list` prints them instead, a line of JSON each, for
/// `benchmarks/doubles`, which asks the database.
///
/// Fails if precision or recall is too low, except with `--tune`. A small newspaper is enough for
/// `--smoke`, which checks only the recall: round-ups of few articles have the same beginnings, so many
/// are rightly considered doubles.
let arguments = CommandLine.arguments
func value(_ name: String) -> String? {
    arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
}
guard arguments.count > 1, FileManager.default.fileExists(atPath: arguments[1]) else {
    print("clusters FEED.xml [--seed N] [--tune] [--faults] [--smoke] [--list]")
    exit(64)
}
let seed = value("--seed").flatMap(UInt64.init) ?? 1
let isTuning = arguments.contains("--tune")

let half = try articles(of: arguments[1]).filter { $0.story % 2 == (isTuning ? 1 : 0) }
var variants = Variants(dice: Dice(seed: seed))
var negatives = Negatives(dice: Dice(seed: seed + 1000), articles: half, next: 100_000)
var all = half
for article in half { all += variants.all(of: article) }
for article in half {
    all.append(negatives.update(of: article))
    all += negatives.series(of: article)
}
all += negatives.columns()
for _ in 0..<20 { all.append(negatives.roundUp(half)) }
for _ in 0..<100 { all.append(negatives.sameSource(&variants)) }
var order = Dice(seed: seed + 2000)
all.shuffle(using: &order)
if arguments.contains("--list") {
    for told in all { print(String(decoding: try JSONEncoder().encode(told), as: UTF8.self)) }
    exit(0)
}

var archive = Archive()
let start = ContinuousClock.now
for told in all { archive.add(told) }
let time = start.duration(to: .now)

/// The number of pairs among a number of things.
func pairs(_ count: Int) -> Int { count * (count - 1) / 2 }
let groups = Dictionary(grouping: all.indices, by: { all[$0].story }).values
let clusters = Dictionary(grouping: all.indices, by: { archive.clusters[$0] }).values
let together = clusters.reduce(0) { $0 + pairs($1.count) }
let right = clusters.reduce(0) { sum, members in
    sum + Dictionary(grouping: members, by: { all[$0].story }).values.reduce(0) { $0 + pairs($1.count) }
}
let wanted = groups.reduce(0) { $0 + pairs($1.count) }
func percent(_ part: Int, _ whole: Int) -> String {
    String(format: "%.2f %%", 100 * Double(part) / Double(max(1, whole)))
}
print("\(all.count) stories, \(wanted) pairs of doubles, \(archive.compared) comparisons, \(time / all.count) a story")
print("| precision | recall |\n|---:|---:|\n| \(percent(right, together)) | \(percent(right, wanted)) |")
print("\n| with the original | in its cluster |\n|---|---:|")
for kind in Set(all.map(\.kind)).sorted() where kind != "original" {
    let own = all.indices.filter { all[$0].kind == kind }
    let found = own.filter { one in
        all.indices.contains {
            $0 != one && all[$0].kind == "original" && all[$0].story == all[one].story
                && archive.clusters[$0] == archive.clusters[one]
        }
    }
    let wrong = own.filter { one in
        all.indices.contains { all[$0].story != all[one].story && archive.clusters[$0] == archive.clusters[one] }
    }
    print(
        "| \(kind) | \(all[own[0]].story < 100_000 ? percent(found.count, own.count) : "") | wrongly with others: \(wrong.count) of \(own.count)"
    )
}
if arguments.contains("--faults") {
    for members in clusters where Set(members.map { all[$0].story }).count > 1 {
        print("---")
        for member in members {
            print(
                all[member].story, all[member].kind, all[member].headline.prefix(80),
                all[member].text.split(separator: " ").count)
        }
    }
}
let isPrecise = arguments.contains("--smoke") || Double(right) >= 0.98 * Double(together)
if !isTuning, wanted == 0 || !isPrecise || Double(right) < 0.9 * Double(wanted) { exit(1) }

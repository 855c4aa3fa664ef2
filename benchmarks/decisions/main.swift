import Foundation
import News

/// Measures the time of decisions: the user agent classifier, the policy and the packer, in
/// microseconds at the median and the 99th percentile of many runs over varied input. `--smoke` runs a
/// hundredth of them, and fails if a decision is wrong.
let isShort = CommandLine.arguments.contains("--smoke")
let count = isShort ? 20 : 2000
let agents = [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.1",
    "Nokia6300/2.0 (05.50) Profile/MIDP-2.0 Configuration/CLDC-1.1",
    "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) Chrome/120.0 Mobile Safari/537.36 (compatible; Googlebot/2.1)",
]
let contexts = Network.allCases.flatMap { network in
    [nil, 80, 30, 5].map { battery in
        var context = DeviceContext()
        context.network = network
        context.battery = battery
        context.light = 20_000
        context.localTime = LocalTime("2026-11-27T21:30")
        context.client = .android
        return context
    }
}
/// Picture options of several sizes, as in stories.
func options(_ count: Int, _ bytes: Int) -> [Packer.Option] {
    (1...count).map { rung in
        .init(.init(written: 180, files: bytes * rung * rung), value: 1000 * rung / count)
    }
}
let loads = (0..<50).map { number in
    Packer.Load(
        headline: 300 + number, standfirst: 150, plain: 2000 + number * 40, html: 2200 + number * 40,
        thumbnails: options(3, 1500), pictures: options(5, 4000 + number * 10))
}

/// Prints the microseconds per run of a body, at the median and the 99th percentile; each sample is the
/// mean of 100 runs.
func measure(_ name: String, wanted: Double, _ body: (Int) -> Int) {
    var sum = 0
    var samples: [Double] = []
    for sample in 0..<count {
        let start = ContinuousClock.now
        for run in 0..<100 { sum &+= body(sample + run) }
        let time = start.duration(to: .now)
        samples.append(Double(time.components.attoseconds) / 1e12 / 100)
    }
    samples.sort()
    func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    let (median, late) = (rounded(samples[count / 2]), rounded(samples[count * 99 / 100]))
    print("| \(name) | \(median) | \(late) | at most \(wanted) | \(median <= wanted ? "yes" : "**no**") |")
    // Prevents the compiler from removing unused work.
    if sum == .min { print(sum) }
}

func check(_ isRight: Bool, _ what: String) {
    guard !isRight else { return }
    print("wrong: \(what)")
    exit(1)
}

check(agents.filter { UserAgent($0).kind == .bot }.count == 1, "one of the agents is a bot")
check(Set(contexts.map { Policy.plan(for: $0).budget }).count > 3, "a budget follows from the link and the battery")
print("| decision | median µs | p99 µs | wanted | met |\n|---|---:|---:|---|---|")
measure("a user agent classified", wanted: 5) { UserAgent(agents[$0 % agents.count]).kind == .bot ? 1 : 0 }
measure("a plan decided", wanted: 50) { Policy.plan(for: contexts[$0 % contexts.count]).budget }
let plans = contexts.map { Policy.plan(for: $0) }
let packed = plans.map { plan in
    let packer = Packer(plan, loads, compression: 0.42)
    return packer.shares(packer.count(frame: 1000, budget: plan.budget, compression: 0.42)).count
}
check(packed.allSatisfy { $0 > 0 } && Set(packed).count > 1, "a larger budget has room for more stories")
measure("50 stories packed", wanted: 50) { run in
    let plan = plans[run % plans.count]
    let packer = Packer(plan, loads, compression: 0.42)
    return packer.shares(packer.count(frame: 1000, budget: plan.budget, compression: 0.42)).count
}

import Channels
import Foundation
import News
import Web

/// Bytes and times in words, with no more digits than a reader needs.
struct Measures {
    let strings: Strings
    init(_ strings: Strings) { self.strings = strings }

    /// Such as "7.1 kB", "640 kB", "2 MB" and "1.97 MB".
    func bytes(_ bytes: Int) -> String {
        guard bytes >= 999_500 else {
            let step = Self.step(of: bytes)
            let rounded = Double((bytes + step / 2) / step * step) / 1000
            return number(rounded, digits: bytes < 99_950 && bytes % 1000 != 0 ? 1 : 0) + "\u{A0}kB"
        }
        let millions = Double(bytes) / 1_000_000
        let digits = bytes % 1_000_000 == 0 ? 0 : bytes < 9_995_000 ? 2 : 1
        return number(millions, digits: digits) + "\u{A0}MB"
    }

    /// The step in which so many bytes are shown.
    private static func step(of bytes: Int) -> Int { bytes < 99_950 ? 100 : bytes < 999_500 ? 1000 : 10_000 }

    /// The same, rounded up.
    func atMost(_ bytes: Int) -> String {
        let step = Self.step(of: bytes)
        return self.bytes((bytes + step - 1) / step * step)
    }

    /// Two sizes and their sum. All are shown in the step of the sum, so that they add up.
    func parts(_ first: Int, _ second: Int) -> (first: String, second: String, sum: String) {
        let step = Self.step(of: first + second)
        func rounded(_ bytes: Int) -> Int { (bytes + step / 2) / step * step }
        let sum = rounded(first + second)
        let shown = min(rounded(first), sum)
        return (bytes(shown), bytes(sum - shown), bytes(sum))
    }

    /// Whether a page has room for more: for any part, for none, or for none of those that need most.
    enum Room: String { case spare, full, tight }

    /// Such as "26% of the 8 kB allowed. There is room for more, …".
    func share(_ bytes: Int, of budget: Int, _ room: Room) -> String {
        let percent = Self.percent(bytes, of: budget)
        let words = ["percent": percent == 0 && bytes > 0 ? "<1" : "\(percent)", "budget": self.bytes(budget)]
        return strings.filled("share_" + room.rawValue, words)
    }

    /// Such as "about 1.2 s on 3G", or "about 1.2 s on this connection" if it has no name; without a connection, that there is none.
    func about(_ time: LoadTime, _ bytes: Int, on link: String? = nil) -> String {
        if time.isOffline { return strings["why_offline"] }
        let time = seconds(time.seconds(bytes))
        return link.map { strings.filled("why_timeOn", ["time": time, "link": $0]) } ?? strings("why_time", time)
    }

    /// A part of a budget, rounded to whole percents.
    static func percent(_ bytes: Int, of budget: Int) -> Int {
        Int((Double(bytes) / Double(max(1, budget)) * 100).rounded())
    }

    /// Such as "2.8 s" and "27 s".
    func seconds(_ seconds: Double) -> String { number(seconds, oneDigitBelow: 10) + "\u{A0}s" }

    /// How the time for a page is computed: three round trips, and its bytes by the rate.
    func sum(_ time: LoadTime, _ bytes: Int) -> String {
        "\(Int(LoadTime.roundTrips)) × \(number(time.roundTrip, digits: 2))\u{A0}s + \(self.bytes(bytes)) ÷ \(rate(time))"
            + " = " + seconds(time.seconds(bytes))
    }

    /// How the budget of an edition comes about: the same, and what the edition itself leaves.
    func allowance(_ wanted: PageDesk.Request, _ edition: WebEdition) -> String {
        let (all, own) = (wanted.plan.budget, wanted.plan(of: edition).budget)
        let words = ["face": strings["face_" + edition.rawValue], "budget": bytes(own)]
        return allowance(LoadTime(wanted.wanted.context), wanted.wanted.reasons)
            + (own < all ? " " + strings.filled("devices_most", words) + "." : "")
    }

    /// How the bytes allowed come about: those that the link carries while a reader waits, and what each reason leaves.
    func allowance(_ time: LoadTime, _ reasons: [Decision.Reason]) -> String {
        let download = time.download <= LoadTime.leastDownload ? "allowance_least" : "allowance"
        let step = time.downloaded < Double(time.allowance) ? "allowance_floor" : "allowance_step"
        let words = [
            "trips": String(Int(LoadTime.roundTrips)), "wait": seconds(LoadTime.patience),
            "seconds": number(time.download, digits: 2) + "\u{A0}s", "rate": rate(time),
            "downloaded": bytes(Int(time.downloaded)),
            "step": bytes(time.allowance),
        ]
        // The first reason is the link's own.
        let less = reasons.dropFirst().filter { $0.effects.contains(.budget) && $0.plan.budget < time.allowance }
        return [download, step].map { strings.filled($0, words) }.joined(separator: " ")
            + less.map { reason in
                let left = ["reason": strings.name(of: reason.rule), "budget": bytes(reason.plan.budget)]
                return " " + strings.filled("allowance_less", left)
            }.joined()
    }

    private func rate(_ time: LoadTime) -> String {
        number(time.kilobitsPerSecond / 8, oneDigitBelow: 10) + "\u{A0}kB/s"
    }

    private func number(_ value: Double, oneDigitBelow limit: Double) -> String {
        // 9.96 would be rounded to 10.0.
        number(value, digits: (value * 10).rounded() < limit * 10 && value.rounded() != value ? 1 : 0)
    }

    private func number(_ value: Double, digits: Int) -> String {
        let text = String(format: "%.\(digits)f", locale: Locale(identifier: "en_US_POSIX"), value)
        return text.replacing(".", with: strings["decimalPoint"])
    }
}

/// An axis that begins at zero and ends at a round number.
struct Axis: Equatable {
    let end: Double

    /// An axis that ends where it should.
    init(end: Double) { self.end = end }

    /// - Parameter most: the greatest value that it must have room for.
    init(to most: Double) {
        let most = max(most, 0.1)
        let power = pow(10, floor(log10(most)))
        end = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map { $0 * power }.first { $0 >= most } ?? most
    }

    /// The place of a value, such as "12.5%".
    func percent(_ value: Double) -> String {
        "\(Double(Int((value / end * 1000).rounded())) / 10)%"
    }
}

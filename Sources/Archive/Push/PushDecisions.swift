import Foundation
import News

/// What is decided on the deliveries that one server took on together.
struct PushDecisions {
    private(set) var jobs: [PushJob] = []
    private(set) var held: [(job: PushJob, until: Date)] = []
    private(set) var ended: [(job: PushJob, outcome: String)] = []
    /// How many messages devices have got on their days, by subscription.
    private(set) var days: [Int: (day: Int, count: Int)] = [:]

    mutating func add(_ due: DuePush, at now: Date) {
        if let end = due.end { return ended.append((due.job, end)) }
        // A replacement of what is on the screen, and a second try, come whatever the reader's hours and cap are now.
        let isSilent = due.job.kind != .story
        var wishes = due.wishes
        if let day = days[due.job.subscription] { (wishes.day, wishes.count) = day }
        guard !due.isCounted else { return jobs.append(due.job) }
        switch PushVerdict(at: now, isSilent: isSilent, until: due.job.expiresAt, wishes) {
        case .now:
            jobs.append(due.job)
            if !isSilent { count(due.job.subscription, wishes, now) }
        case .later(let until, _): held.append((due.job, until))
        case .never(let reason): ended.append((due.job, reason.rawValue))
        }
    }

    private mutating func count(_ subscription: Int, _ wishes: PushWishes, _ now: Date) {
        let today = now.dayNumber(in: wishes.zone)
        days[subscription] = (today, wishes.day == today ? wishes.count + 1 : 1)
    }
}

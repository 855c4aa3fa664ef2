package import Foundation

/// The wishes of a reader that decide when a message comes, and what the device got today.
package struct PushWishes: Sendable, Hashable {
    /// The hours in which nothing may come; nil for none.
    package var quiet: QuietHours?
    /// The most messages a day; nil for any number.
    package var cap: Int?
    /// The time zone of the device.
    package var zone: TimeZone
    /// The day on which it last got a message, by `Date.dayNumber`.
    package var day: Int
    /// How many it got on that day.
    package var count: Int

    /// The permitted caps.
    package static let caps = 1...50

    package init(quiet: QuietHours?, cap: Int?, zone: TimeZone, day: Int = 0, count: Int = 0) {
        (self.quiet, self.cap, self.zone, self.day, self.count) = (quiet, cap, zone, day, count)
    }
}

/// The wish of a reader that keeps a message from being sent at once.
package enum PushReason: String, Sendable, Hashable, CaseIterable {
    /// The quiet hours of the device.
    case quiet
    /// It had as many messages today as its reader wants.
    case cap
    /// None of the reader's topics are those of the message.
    case topics
}

/// The decision on a message for one device.
package enum PushVerdict: Sendable, Hashable {
    case now
    /// It waits until a moment.
    case later(Date, PushReason)
    /// It would come only when it is of no use any more.
    case never(PushReason)

    /// Decides on a message that is sent at a moment.
    /// - Parameters:
    ///   - isSilent: whether it only replaces what is on the screen already, which disturbs nobody.
    ///   - end: when the message is of no use any more.
    package init(at now: Date, isSilent: Bool = false, until end: Date, _ wishes: PushWishes) {
        self = .now
        guard !isSilent else { return }
        var (moment, reason) = (now, PushReason.cap)
        let isFull = wishes.cap.map { wishes.day == now.dayNumber(in: wishes.zone) && wishes.count >= $0 } ?? false
        if isFull { moment = now.next(minute: 0, in: wishes.zone) }
        if let end = wishes.quiet?.end(at: moment, in: wishes.zone) {
            if moment == now { reason = .quiet }
            moment = end
        }
        guard moment > now else { return }
        self = moment < end ? .later(moment, reason) : .never(reason)
    }
}

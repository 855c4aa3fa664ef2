import Foundation
import Web

/// The choice between now and a time that is typed in.
struct ChosenTime: Sendable {
    /// Nil for now.
    var at: Date?
    /// Whether the choice contradicts the time itself, or lacks it.
    var isUnclear: Bool

    static let now = ChosenTime(at: nil, isUnclear: false)
    /// The seconds for which what is to go out now can still be taken back: until then nothing has.
    static let patience = 10.0

    /// When it goes out.
    var due: Date { at ?? Date(timeIntervalSinceNow: Self.patience) }

    /// Whether the time is over. Times are typed to the minute, so the present one is not.
    var isPast: Bool { at.map { $0 < Date(timeIntervalSinceNow: -60) } ?? false }

    /// - Parameters:
    ///   - choice: the name of the field that is `later` for a time.
    ///   - time: the name of the field of the time.
    init(_ form: NewsroomForm, choice: String, time: String, zone: TimeZone) {
        let (typed, isLater) = (form.line(time, limit: 40), form[choice] == "later")
        at = isLater ? LocalMoment.date(typed, in: zone) : nil
        isUnclear = isLater ? at == nil : !typed.isEmpty
    }

    init(at: Date) { self.init(at: at, isUnclear: false) }

    private init(at: Date?, isUnclear: Bool) { (self.at, self.isUnclear) = (at, isUnclear) }
}

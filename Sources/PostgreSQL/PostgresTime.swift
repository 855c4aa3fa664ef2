import Foundation

/// PostgreSQL's `timestamptz`: microseconds since 2000-01-01 UTC in binary, ISO 8601 in text.
enum PostgresTime {
    /// Seconds from PostgreSQL's epoch to `Date`'s reference date (2001-01-01 UTC): 366 days.
    private static let reference: Int64 = 31_622_400
    /// Seconds from the Unix epoch to the reference date.
    private static let unixReference: Int64 = 978_307_200

    /// Converts whole seconds first, so that there is only one rounding, and infinities do not overflow.
    static func date(microseconds: Int64) -> Date {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return Date(timeIntervalSinceReferenceDate: Double(seconds - reference) + Double(rest) / 1_000_000)
    }

    /// ISO 8601 with microseconds, clamped to the years 1 to 9999. The civil date uses Howard Hinnant's
    /// civil-from-days algorithm.
    static func text(_ date: Date) -> String {
        let seconds = min(max(date.timeIntervalSinceReferenceDate, -63_113_904_000), 252_423_993_599)
        let sinceReference = Int64(exactly: (seconds * 1_000_000).rounded()) ?? 0  // nil for not-a-number
        let microseconds = sinceReference + unixReference * 1_000_000
        let (days, rest) = microseconds.quotientAndFloorRemainder(by: 86_400_000_000)
        let (year, month, day) = civil(days: days)
        let clock = rest / 1_000_000
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T\(pad(clock / 3600, 2)):\(pad(clock / 60 % 60, 2)):"
            + "\(pad(clock % 60, 2)).\(pad(rest % 1_000_000, 6))Z"
    }

    private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let (era, dayOfEra) = shifted.quotientAndFloorRemainder(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthIndex + 2) / 5 + 1)
    }

    private static func pad(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Int64 {
    fileprivate func quotientAndFloorRemainder(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

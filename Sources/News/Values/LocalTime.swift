/// A day of the Gregorian calendar.
package struct CivilDate: Sendable, Hashable {
    /// 1 to 9999.
    package let year: Int
    /// 1 to 12.
    package let month: Int
    /// 1 to 31.
    package let day: Int

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `2009-05-31`; nil for anything else, or if there is no such day.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2], let year = Int(digits: parts[0]),
            let month = Int(digits: parts[1]), let day = Int(digits: parts[2]), year > 0, (1...12).contains(month),
            (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// ISO 8601.
    package var name: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

/// The time that a device's clock shows.
package struct LocalTime: Sendable, Hashable {
    /// The day on the device.
    package let date: CivilDate
    /// 0 to 23.
    package let hour: Int
    /// 0 to 59.
    package let minute: Int
    /// Minutes east of UTC, if the device reported them.
    package let offset: Int?

    /// Reads ISO 8601: `2009-05-31T21:30`, with or without seconds, fraction, `Z` or offset.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == "t" || $0 == " " }
        guard parts.count == 2, let date = CivilDate(parts[0]) else { return nil }
        let zoneStart = parts[1].firstIndex { "Zz+-".contains($0) } ?? parts[1].endIndex
        let clock = parts[1][..<zoneStart].split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(clock.count), clock[0].utf8.count == 2, clock[1].utf8.count == 2,
            let hour = Int(digits: clock[0]), let minute = Int(digits: clock[1]),
            hour < 24, minute < 60, clock.count == 2 || Self.isSeconds(clock[2])
        else { return nil }
        let zone = parts[1][zoneStart...]
        let offset = Self.offset(zone)
        guard zone.isEmpty || offset != nil else { return nil }
        self.date = date
        self.hour = hour
        self.minute = minute
        self.offset = offset
    }

    /// The time on a clock that is `offset` minutes east of UTC, at a second since 1970. Days are counted in
    /// eras of 400 years from 1 March (Hinnant, "chrono-compatible low-level date algorithms", 2013). Nil
    /// before the year 1.
    package init?(at second: Int, offset: Int) {
        let local = second + offset * 60
        let days = Int((Double(local) / 86_400).rounded(.down))
        let shifted = days + 719_468
        guard shifted > 306 else { return nil }
        let era = shifted / 146_097
        let day = shifted % 146_097
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let ofYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        date = CivilDate(
            year: year + era * 400 + (month < 10 ? 0 : 1), month: month < 10 ? month + 3 : month - 9,
            day: ofYear - (153 * month + 2) / 5 + 1)
        hour = (local - days * 86_400) / 3600
        minute = (local - days * 86_400) % 3600 / 60
        self.offset = offset
    }

    private static func isSeconds(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let seconds = parts.first.flatMap({ Int(digits: $0) }), seconds <= 60 else { return false }
        return parts.count == 1 || (parts.count == 2 && !parts[1].isEmpty && parts[1].allSatisfy(\.isASCIIDigit))
    }

    /// `Z`, `+01`, `+0100` or `+01:00`.
    private static func offset(_ text: some StringProtocol) -> Int? {
        if text == "Z" || text == "z" { return 0 }
        guard let sign = text.first, "+-".contains(sign) else { return nil }
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        let digits = parts.joined()
        guard [[2], [4], [2, 2]].contains(parts.map(\.utf8.count)), let hours = Int(digits: digits.prefix(2)),
            let minutes = digits.count == 2 ? 0 : Int(digits: digits.dropFirst(2)), hours <= 14, minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (sign == "-" ? -1 : 1)
    }
}

extension Character {
    var isASCIIDigit: Bool { isASCII && ("0"..."9").contains(self) }
}

extension Int {
    /// Reads ASCII digits and nothing else, not even a sign; nil if there are none or too many.
    init?(digits: some StringProtocol) {
        guard !digits.isEmpty, digits.utf8.count <= 18, digits.allSatisfy(\.isASCIIDigit), let number = Int(digits)
        else { return nil }
        self = number
    }
}

func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

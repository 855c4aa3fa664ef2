package import Foundation

/// A moment split into UTC components, without the cost of a calendar.
package struct UTCDate {
    package let year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
    /// The day of the week; Sunday is 0.
    package let weekday: Int

    /// Howard Hinnant's civil-from-days algorithm.
    package init(_ date: Date) {
        let seconds = Int(min(max(date.timeIntervalSince1970, -62_135_596_800), 253_402_300_799).rounded(.down))
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let rest = seconds - days * 86_400
        let shifted = days + 719_468
        let era = Int((Double(shifted) / 146_097).rounded(.down))
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let index = (5 * dayOfYear + 2) / 153
        month = index < 10 ? index + 3 : index - 9
        day = dayOfYear - (153 * index + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3600
        minute = rest / 60 % 60
        second = rest % 60
        weekday = ((days + 4) % 7 + 7) % 7
    }
}

private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

private let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
private let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/// RSS dates: RFC 822 with the four-digit year of RFC 1123.
package enum RFC822 {
    /// `Sun, 31 May 2009 21:30:00 +0000`.
    package static func string(_ date: Date) -> String { text(date) + " +0000" }

    /// The same moment as HTTP writes it: `Sun, 31 May 2009 21:30:00 GMT`.
    package static func httpDate(_ date: Date) -> String { text(date) + " GMT" }

    private static func text(_ date: Date) -> String {
        let utc = UTCDate(date)
        return "\(weekdays[utc.weekday]), \(two(utc.day)) \(months[utc.month - 1]) \(utc.year) "
            + "\(two(utc.hour)):\(two(utc.minute)):\(two(utc.second))"
    }

    /// Reads a feed date: ISO 8601, or RFC 822 with or without weekday and seconds, with zones by name or
    /// number and two- or four-digit years.
    package static func date(_ text: String) -> Date? {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\t" || $0.isNewline }).map(
            String.init)
        if words.count == 1 || words.first?.contains("T") == true && words.first?.contains("-") == true {
            return iso(text)
        }
        var rest = words[...]
        if let first = rest.first, Int(first) == nil { rest.removeFirst() }
        guard rest.count >= 3, let day = Int(rest[rest.startIndex]),
            let month = months.firstIndex(where: { rest[rest.startIndex + 1].lowercased().hasPrefix($0.lowercased()) }),
            var year = Int(rest[rest.startIndex + 2])
        else { return nil }
        if (0..<100).contains(year) { year += year < 70 ? 2000 : 1900 }
        let clock = rest.dropFirst(3).first.map { $0.split(separator: ":").map { Int($0) ?? -1 } } ?? [0, 0]
        guard (2...3).contains(clock.count), (1...31).contains(day), (1...9999).contains(year),
            (0..<24).contains(clock[0]), (0..<60).contains(clock[1]), (0...60).contains(clock.count > 2 ? clock[2] : 0),
            let zone = zone(rest.dropFirst(4).first ?? "GMT"), UTCDate(moment(year, month + 1, day, 0)).day == day
        else { return nil }
        return moment(year, month + 1, day, clock[0] * 3600 + clock[1] * 60 + (clock.count > 2 ? clock[2] : 0) - zone)
    }

    /// ISO 8601 in UTC to the second: `2009-05-31T21:30:00Z`.
    package static func iso8601(_ date: Date) -> String {
        let utc = UTCDate(date)
        let year = String(repeating: "0", count: max(0, 4 - String(utc.year).count)) + String(utc.year)
        return "\(year)-\(two(utc.month))-\(two(utc.day))T\(two(utc.hour)):\(two(utc.minute)):\(two(utc.second))Z"
    }

    /// Reads ISO 8601, with or without fractional seconds. A date alone means midnight UTC.
    package static func iso(_ text: String) -> Date? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard isDay(text.prefix(10)) else { return nil }
        if let date = try? Date(text, strategy: .iso8601) { return date }
        if let date = try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) {
            return date
        }
        return try? Date(text, strategy: Date.ISO8601FormatStyle().year().month().day())
    }

    /// Whether the day exists. Foundation does not check: it reads 30 February as 2 March.
    private static func isDay(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard parts.count == 3, (1...9999).contains(parts[0]), (1...12).contains(parts[1]), (1...31).contains(parts[2])
        else { return false }
        return UTCDate(moment(parts[0], parts[1], parts[2], 0)).day == parts[2]
    }

    /// Seconds east of UTC.
    private static func zone(_ name: String) -> Int? {
        let names = [
            "GMT": 0, "UT": 0, "UTC": 0, "Z": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
            "PST": -8, "PDT": -7,
        ]
        if let hours = names[name.uppercased()] { return hours * 3600 }
        let digits = name.dropFirst().filter { $0 != ":" }
        guard let sign = name.first, "+-".contains(sign), digits.count == 4, let number = Int(String(digits)),
            (0..<2400).contains(number), number % 100 < 60
        else { return nil }
        return (number / 100 * 3600 + number % 100 * 60) * (sign == "-" ? -1 : 1)
    }

    /// Howard Hinnant's days-from-civil algorithm.
    package static func moment(_ year: Int, _ month: Int, _ day: Int, _ seconds: Int) -> Date {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        return Date(timeIntervalSince1970: Double(days * 86_400 + seconds))
    }
}

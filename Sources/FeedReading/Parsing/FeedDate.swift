import Foundation
import Syndication

/// Feed dates, which come in many forms and are often wrong.
///
/// Understands RFC 822, ISO 8601 and common variations: without zone (then UTC), weekday or seconds,
/// with the wrong weekday, with month names in several languages, with slashes, with a four-digit time.
enum FeedDate {
    /// Reads a date; nil if it is not one, or its year is before 1900 or after 2200, when there is no news.
    static func read(_ text: String) -> Date? {
        var scan = Scan(text)
        guard let moment = scan.moment(), (1900...2200).contains(moment.year) else { return nil }
        return moment.date
    }

    /// The day of the week by its English name; Sunday is 0.
    static func weekday(_ name: String) -> Int? {
        ["sun", "mon", "tue", "wed", "thu", "fri", "sat"].firstIndex(of: String(name.lowercased().prefix(3)))
    }

    struct Moment {
        var year = 0
        var month = 1
        var day = 1
        var seconds = 0
        /// Seconds east of UTC.
        var zone = 0

        /// Nil for a day that does not exist.
        var date: Date? {
            guard (1...12).contains(month), (1...31).contains(day) else { return nil }
            let midnight = RFC822.moment(year, month, day, 0)
            guard UTCDate(midnight).day == day else { return nil }
            return midnight.addingTimeInterval(Double(seconds - zone))
        }
    }

    /// A number, a word or a mark.
    private enum Token {
        case number(Int, digits: Int)
        case word(String)
        case mark(UInt8)
    }

    private struct Scan {
        private var tokens: [Token] = []
        private var index = 0

        init(_ text: String) {
            var bytes = Array(text.utf8.prefix(100))[...]
            while let byte = bytes.first, tokens.count < 40 {
                if byte.isDigit {
                    let digits = bytes.prefix { $0.isDigit }
                    tokens.append(
                        .number(digits.prefix(9).reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits: digits.count))
                    bytes = bytes[digits.endIndex...]
                } else if byte.isLetter {
                    let letters = bytes.prefix { $0.isLetter }
                    tokens.append(.word(String(decoding: letters, as: UTF8.self).lowercased()))
                    bytes = bytes[letters.endIndex...]
                } else {
                    if byte > 0x20, byte != UInt8(ascii: ","), byte != UInt8(ascii: ".") || isBetweenDigits(bytes) {
                        tokens.append(.mark(byte))
                    }
                    bytes = bytes.dropFirst()
                }
            }
        }

        /// A full stop after a month means nothing; between digits it marks a fraction or separates parts of a
        /// date.
        private func isBetweenDigits(_ bytes: ArraySlice<UInt8>) -> Bool {
            guard case .number? = tokens.last else { return false }
            return bytes.dropFirst().first?.isDigit == true
        }

        mutating func moment() -> Moment? {
            var moment = Moment()
            // The weekday is redundant, and may be wrong.
            if case .word(let word)? = peek(), FeedDate.month(word) == nil || isDayAndMonth(1) { index += 1 }
            guard readDay(&moment) else { return nil }
            if case .word("t")? = peek() { index += 1 }
            if isMark(0, "-"), case .number? = peek(1), isMark(2, ":") { index += 1 }
            guard readClock(&moment), let zone = readZone() else { return nil }
            moment.zone = zone
            return moment
        }

        /// Makes the French "mar." before a date a Tuesday, not March.
        private func isDayAndMonth(_ offset: Int) -> Bool {
            guard case .number? = peek(offset), case .word(let word)? = peek(offset + 1) else { return false }
            return FeedDate.month(word) != nil
        }

        private func peek(_ offset: Int = 0) -> Token? { index + offset < tokens.count ? tokens[index + offset] : nil }

        private func isMark(_ offset: Int, _ marks: String) -> Bool {
            if case .mark(let mark)? = peek(offset) { marks.utf8.contains(mark) } else { false }
        }

        private mutating func number() -> (Int, digits: Int)? {
            guard case .number(let number, let digits)? = peek(), digits <= 9 else { return nil }
            index += 1
            return (number, digits)
        }

        private mutating func readDay(_ moment: inout Moment) -> Bool {
            // May 31, 2009
            if case .word(let word)? = peek(), let month = FeedDate.month(word) {
                index += 1
                skipOrdinal()
                guard let (day, _) = number() else { return false }
                skipOrdinal()
                guard let (year, digits) = number() else { return false }
                (moment.month, moment.day, moment.year) = (month, day, FeedDate.year(year, digits))
                return true
            }
            guard let (first, digits) = number() else { return false }
            if digits == 8, first > 1_000_00_00 {
                (moment.year, moment.month, moment.day) = (first / 10_000, first / 100 % 100, first % 100)
                return true
            }
            if digits >= 3 { return readISO(&moment, year: first, digits: digits) }
            skipOrdinal()
            if isMark(0, "-/.") { index += 1 }
            if case .word("de")? = peek() { index += 1 }
            // 31 May 2009
            if case .word(let word)? = peek() {
                guard let month = FeedDate.month(word) else { return false }
                index += 1
                if case .word("de")? = peek() { index += 1 }
                if isMark(0, "-/.'") { index += 1 }
                guard let (year, digits) = number() else { return false }
                (moment.day, moment.month, moment.year) = (first, month, FeedDate.year(year, digits))
                return true
            }
            // 31/05/2009, 05/31/2009
            guard let (second, _) = number(), isMark(0, "-/.") else { return false }
            index += 1
            guard let (year, yearDigits) = number(), yearDigits == 2 || yearDigits == 4 else { return false }
            let isMonthFirst = second > 12
            (moment.day, moment.month) = isMonthFirst ? (second, first) : (first, second)
            moment.year = FeedDate.year(year, yearDigits)
            return true
        }

        /// 2009-05-31, 2009/05/31, 2009-05, 2009.
        private mutating func readISO(_ moment: inout Moment, year: Int, digits: Int) -> Bool {
            guard digits == 4 else { return false }
            moment.year = year
            guard isMark(0, "-/.:"), case .number? = peek(1) else { return tokens.count == 1 }
            index += 1
            guard let (month, monthDigits) = number() else { return false }
            if monthDigits == 4 {
                (moment.month, moment.day) = (month / 100, month % 100)
                return true
            }
            moment.month = month
            guard isMark(0, "-/.:"), case .number? = peek(1) else { return index == tokens.count }
            index += 1
            guard let (day, _) = number() else { return false }
            moment.day = day
            return true
        }

        private mutating func skipOrdinal() {
            if case .word(let word)? = peek(), ["st", "nd", "rd", "th", "º"].contains(word) { index += 1 }
        }

        /// 21:30:00.123, 21:30, 2130, 9:30 pm; midnight if there is no time.
        private mutating func readClock(_ moment: inout Moment) -> Bool {
            guard case .number? = peek(), let (first, digits) = number() else { return true }
            var clock = [first, 0, 0]
            if digits == 4 || digits == 6, !isMark(0, ":") {
                clock = digits == 4 ? [first / 100, first % 100, 0] : [first / 10_000, first / 100 % 100, first % 100]
            } else {
                guard readPart(&clock[1]) else { return false }
                if isMark(0, ":."), !readPart(&clock[2]) { return false }
            }
            if isMark(0, ".:"), case .number? = peek(1) { index += 2 }
            if case .word(let half)? = peek(), half == "pm" || half == "am" {
                index += 1
                guard (1...12).contains(clock[0]) else { return false }
                clock[0] = clock[0] % 12 + (half == "pm" ? 12 : 0)
            }
            guard (0...24).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2]) else {
                return false
            }
            moment.seconds = clock[0] * 3600 + clock[1] * 60 + clock[2]
            return moment.seconds <= 86_400
        }

        private mutating func readPart(_ part: inout Int) -> Bool {
            guard isMark(0, ":."), case .number? = peek(1) else { return false }
            index += 1
            guard let (number, digits) = number(), digits <= 2 else { return false }
            part = number
            return true
        }

        /// Seconds east of UTC; 0 for a missing or unknown zone, nil for an impossible offset.
        private mutating func readZone() -> Int? {
            if case .word(let name)? = peek() {
                index += 1
                let named = FeedDate.zones[name] ?? 0
                guard named == 0, isMark(0, "+-"), case .number? = peek(1) else { return named * 1800 }
            }
            guard isMark(0, "+-") else { return 0 }
            let sign = isMark(0, "-") ? -1 : 1
            index += 1
            guard let (first, digits) = number() else { return 0 }
            var (hours, minutes) = digits > 2 ? (first / 100, first % 100) : (first, 0)
            if digits <= 2, isMark(0, ":"), case .number(let rest, _)? = peek(1) { minutes = rest }
            guard hours <= 15, minutes < 60 else { return nil }
            hours *= 3600
            return sign * (hours + minutes * 60)
        }
    }

    /// RFC 822 has two-digit years; most feeds that use them mean this century.
    private static func year(_ year: Int, _ digits: Int) -> Int {
        digits == 2 ? year + (year < 70 ? 2000 : 1900) : digits == 4 ? year : 0
    }

    private static func month(_ word: String) -> Int? {
        if let month = months[word] { return month }
        // The full name rather than the abbreviation.
        return word.count > 3 ? months.first { word.hasPrefix($0.key) }?.value : nil
    }

    /// The English abbreviations, and those that differ in French, German, Spanish, Portuguese, Italian and
    /// Dutch.
    private static let months: [String: Int] = [
        "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11,
        "dec": 12,
        "janv": 1, "fév": 2, "févr": 2, "fev": 2, "avr": 4, "mai": 5, "juin": 6, "juil": 7, "aoû": 8, "août": 8,
        "déc": 12,
        "jän": 1, "mär": 3, "mrz": 3, "okt": 10, "dez": 12, "ene": 1, "abr": 4, "ago": 8, "dic": 12, "mrt": 3, "maa": 3,
        "mei": 5,
        "set": 9, "out": 10, "gen": 1, "mag": 5, "giu": 6, "lug": 7, "ott": 10,
    ]

    /// Half hours east of UTC: RFC 822, section 5.1, and other common names.
    private static let zones: [String: Int] = [
        "gmt": 0, "ut": 0, "utc": 0, "z": 0, "est": -10, "edt": -8, "cst": -12, "cdt": -10, "mst": -14, "mdt": -12,
        "pst": -16,
        "pdt": -14, "akst": -18, "akdt": -16, "hst": -20, "wet": 0, "west": 2, "bst": 2, "cet": 2, "mez": 2, "cest": 4,
        "mesz": 4,
        "eet": 4, "eest": 6, "msk": 6, "ist": 11, "jst": 18, "kst": 18, "hkt": 16, "sgt": 16, "aest": 20, "aedt": 22,
        "acst": 19,
        "acdt": 21, "awst": 16, "nzst": 24, "nzdt": 26, "brt": -6, "art": -6, "sast": 4,
    ]
}

extension UInt8 {
    fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    fileprivate var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A || self >= 0x80 }
}

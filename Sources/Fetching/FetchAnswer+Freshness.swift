import CCurl
package import Foundation

extension FetchAnswer {
    /// The seconds after which the server wants to be asked again (RFC 9110, section 10.2.3), 0 to a year; nil
    /// if it does not say.
    package func retryAfter(_ now: Date) -> Int? { header("retry-after").flatMap { Self.seconds($0, now) } }

    /// The seconds for which the answer is fresh from now on (RFC 9111, section 4.2), 0 to a year; nil if the
    /// server does not say. `no-store` and `no-cache` are 0. Directives for shared caches do not count: nobody
    /// else gets the answer from us.
    package func freshFor(_ now: Date) -> Int? {
        let directives = values("cache-control").flatMap { $0.lowercased().split(separator: ",") }.map {
            $0.filter { !$0.isWhitespace }
        }
        if directives.contains(where: { ["no-store", "no-cache"].contains($0.prefix { $0 != "=" }) }) { return 0 }
        let ages = directives.filter { $0.hasPrefix("max-age=") }.map { Self.number($0.dropFirst(8)) ?? 0 }
        // The least of several (section 4.2.1); one that cannot be read means stale.
        if let age = ages.min() { return max(0, age - self.age) }
        guard let expires = header("expires") else { return nil }
        guard let end = Self.date(expires) else { return 0 }
        let begin = header("date").flatMap(Self.date) ?? now
        return max(0, Self.bounded(end.timeIntervalSince(begin)) - age)
    }

    /// The seconds that the answer spent in caches on its way.
    private var age: Int { header("age").flatMap { Self.number($0[...]) } ?? 0 }

    private func values(_ name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

    private static func seconds(_ text: String, _ now: Date) -> Int? {
        number(text[...]) ?? date(text).map { bounded($0.timeIntervalSince(now)) }
    }

    private static let year = 31_536_000

    private static func bounded(_ seconds: TimeInterval) -> Int { Int(min(max(0, seconds.rounded(.up)), Double(year))) }

    /// Digits, with or without quotes; more than a year counts as a year.
    private static func number(_ text: Substring) -> Int? {
        let digits = text.filter { $0 != "\"" }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return min(Int(digits) ?? year, year)
    }

    /// One of HTTP's three date formats (RFC 9110, section 5.6.7).
    private static func date(_ text: String) -> Date? {
        guard text.utf8.count <= 64, text.utf8.contains(where: { 0x41...0x7A ~= $0 }) else { return nil }
        let seconds = curl_getdate(text, nil)
        return seconds < 0 ? nil : Date(timeIntervalSince1970: Double(seconds))
    }
}

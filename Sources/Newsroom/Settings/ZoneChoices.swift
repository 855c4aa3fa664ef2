import Foundation
import Web

/// The time zones of one part of the world, by their cities.
struct ZoneChoices: Sendable {
    var region: String
    var zones: [Choice]

    private static let regionsWithNames: Set = [
        "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
    ]

    /// All time zones by region, and the chosen one even where the system lists none of that name.
    /// - Parameter now: the moment for which the offsets are given.
    static func list(chosen: String, _ strings: Strings, now: Date = Date()) -> [ZoneChoices] {
        let names = Set(TimeZone.knownTimeZoneIdentifiers).union(chosen.isEmpty ? [] : [chosen]).sorted()
        let regions = Dictionary(grouping: names) { name in
            name.contains("/") ? String(name.prefix { $0 != "/" }) : ""
        }
        return regions.sorted { $0.key < $1.key }.map { region, names in
            ZoneChoices(
                region: strings["zone_" + (regionsWithNames.contains(region) ? region : "other")],
                zones: names.map { Choice(value: $0, name: title($0, now), isChosen: $0 == chosen) })
        }
    }

    /// `Lisbon (UTC+1)`.
    private static func title(_ name: String, _ now: Date) -> String {
        let city = name.contains("/") ? String(name.drop { $0 != "/" }.dropFirst()) : name
        let words = city.replacing("_", with: " ").replacing("/", with: ", ")
        guard let seconds = TimeZone(identifier: name)?.secondsFromGMT(for: now) else { return words }
        let minutes = abs(seconds) / 60 % 60
        let hours = "\(abs(seconds) / 3600)" + (minutes == 0 ? "" : ":\(minutes)")
        return words + " (UTC\(seconds < 0 ? "−" : "+")\(hours))"
    }
}

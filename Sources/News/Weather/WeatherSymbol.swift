/// The sky and what falls from it, by the names that MET Norway gives its weather symbols.
package enum WeatherSymbol: String, Sendable, Hashable, CaseIterable {
    case clearsky, fair, partlycloudy, cloudy, fog
    case lightrainshowers, rainshowers, heavyrainshowers
    case lightrainshowersandthunder, rainshowersandthunder, heavyrainshowersandthunder
    case lightsleetshowers, sleetshowers, heavysleetshowers
    case lightsleetshowersandthunder, sleetshowersandthunder, heavysleetshowersandthunder
    case lightsnowshowers, snowshowers, heavysnowshowers
    case lightsnowshowersandthunder, snowshowersandthunder, heavysnowshowersandthunder
    case lightrain, rain, heavyrain
    case lightrainandthunder, rainandthunder, heavyrainandthunder
    case lightsleet, sleet, heavysleet
    case lightsleetandthunder, sleetandthunder, heavysleetandthunder
    case lightsnow, snow, heavysnow
    case lightsnowandthunder, snowandthunder, heavysnowandthunder

    /// Reads a symbol code: `rain`, `partlycloudy_night`. Nil for one that is not documented.
    package init?(code: String) {
        let name = code.prefix { $0 != "_" }
        // Two of the documented codes have one s too many.
        self.init(rawValue: name.hasPrefix("lightss") ? "light" + name.dropFirst("lights".count) : String(name))
    }
}

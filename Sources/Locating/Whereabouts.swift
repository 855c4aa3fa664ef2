package import News

/// Roughly where an address is. If both are missing, nothing is known of it.
package struct Whereabouts: Sendable, Hashable {
    /// ISO 3166-1 alpha-2 in upper case (and `XK`, which is in general use for Kosovo).
    package var country: String?
    /// From the database file, if the error that it states is at most 200 km, or it states none.
    package var place: Place?

    /// Creates whereabouts in which nothing is known except what is given.
    package init(country: String? = nil, place: Place? = nil) {
        self.country = country
        self.place = place
    }

    /// Whether neither country nor place is known.
    package var isUnknown: Bool { country == nil && place == nil }
}

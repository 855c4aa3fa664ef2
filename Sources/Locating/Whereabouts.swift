package import News

/// Where an address roughly is. Both may be missing: then nothing is known of it.
package struct Whereabouts: Sendable, Hashable {
    /// ISO 3166-1 alpha-2 in upper case (and `XK`, which is in general use for Kosovo).
    package var country: String?
    /// From the database file, where the error it states is at most 200 km, or it states none.
    package var place: Place?

    /// Nothing known, but for what is given.
    package init(country: String? = nil, place: Place? = nil) {
        self.country = country
        self.place = place
    }

    /// Neither country nor place is known.
    package var isUnknown: Bool { country == nil && place == nil }
}

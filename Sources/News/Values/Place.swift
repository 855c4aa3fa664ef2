/// A point on earth, kept to 0.01 degree (about 1 km) and never finer.
package struct Place: Sendable, Hashable {
    /// Degrees north, -90 to 90.
    package let latitude: Double
    /// Degrees east, -180 to 180.
    package let longitude: Double

    /// Rounds to 0.01 degree; nil outside the ranges.
    package init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = Self.rounded(latitude)
        self.longitude = Self.rounded(longitude)
    }

    /// The centre of its cell of a tenth of a degree (about 10 km): answers are made for it, so that
    /// neighbours share them.
    package var coarse: Place {
        Place(exactly: (latitude * 10).rounded() / 10 + 0, (longitude * 10).rounded() / 10 + 0)
    }

    private init(exactly latitude: Double, _ longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Its form in a query: `41.1,-8.6`.
    package var name: String { "\(latitude),\(longitude)" }

    /// Reads what `name` writes; nil for anything else.
    package init?(name: some StringProtocol) {
        let parts = String(name).split(separator: ",").map { String($0) }
        guard parts.count == 2, let latitude = FormText.decimal(parts[0]),
            let longitude = FormText.decimal(parts[1])
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
        guard self.name == name else { return nil }
    }

    /// The double nearest to a whole number of hundredths, so that equal places are written alike; never minus
    /// zero.
    static func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 + 0 }
}

/// The area that news concerns: everything within so many kilometres of a place.
package struct Area: Sendable, Hashable {
    /// Its centre.
    package var place: Place
    /// Kilometres, 1 to 20000.
    package var radius: Int

    /// The radius if nobody gave one: a town and its surroundings.
    package static let usualRadius = 25
    /// The greatest distance in kilometres from the centre of a cell of a tenth of a degree (`Place.coarse`)
    /// to its corner.
    package static let cellRadius = 8
    /// The permitted radii in kilometres.
    package static let radii = 1...20_000

    /// Creates the area within so many kilometres of a place.
    package init(_ place: Place, radius: Int = usualRadius) {
        self.place = place
        self.radius = radius
    }
}

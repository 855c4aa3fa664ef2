/// A point on earth, kept to 0.01 degree (about 1 km) and never finer.
package struct Place: Sendable, Hashable {
    /// Degrees north, -90 to 90.
    package let latitude: Double
    /// Degrees east, -180 to 180.
    package let longitude: Double

    /// Nil outside the ranges; rounded to 0.01 degree.
    package init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = Self.rounded(latitude)
        self.longitude = Self.rounded(longitude)
    }

    /// The middle of the cell of a tenth of a degree (about 10 km) that it lies in: what answers are made for, so that neighbours
    /// share them.
    package var coarse: Place {
        Place(exactly: (latitude * 10).rounded() / 10 + 0, (longitude * 10).rounded() / 10 + 0)
    }

    private init(exactly latitude: Double, _ longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// As it stands in a query: `41.1,-8.6`.
    package var name: String { "\(latitude),\(longitude)" }

    /// Reads what `name` writes; nil for anything else.
    package init?(name: some StringProtocol) {
        let parts = String(name).split(separator: ",").map { String($0) }
        guard parts.count == 2, let latitude = ContextForm.decimal(parts[0]),
            let longitude = ContextForm.decimal(parts[1])
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
        guard self.name == name else { return nil }
    }

    /// The double next to a whole number of hundredths, so that equal places are written alike; never minus zero.
    static func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 + 0 }
}

/// Whom news concerns: those within so many kilometres of a place.
package struct Area: Sendable, Hashable {
    /// Its middle.
    package var place: Place
    /// Kilometres, 1 to 20000.
    package var radius: Int

    /// What is meant where nobody said how far it reaches: a town and what lies around it.
    package static let usualRadius = 25
    /// Kilometres from the middle of a cell of a tenth of a degree (`Place.coarse`) to its corner, at most.
    package static let cellRadius = 8
    /// Kilometres that may be said.
    package static let radii = 1...20_000

    /// So many kilometres around a place.
    package init(_ place: Place, radius: Int = usualRadius) {
        self.place = place
        self.radius = radius
    }
}

/// A point on earth, kept to 0.01 degree (about 1 km) and never finer.
public struct Place: Sendable, Hashable {
    /// Degrees north, -90 to 90.
    public let latitude: Double
    /// Degrees east, -180 to 180.
    public let longitude: Double

    /// Nil outside the ranges; rounded to 0.01 degree.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = Self.rounded(latitude)
        self.longitude = Self.rounded(longitude)
    }

    /// The double next to a whole number of hundredths, so that equal places are written alike; never minus zero.
    static func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 + 0 }
}

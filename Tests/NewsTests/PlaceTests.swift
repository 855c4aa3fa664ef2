import News
import TestSupport
import Testing

@Suite("Places")
struct PlaceTests {
    @Test(
        "A place is kept to a hundredth of a degree",
        arguments: [
            (41.4502, -8.2914, 41.45, -8.29), (0.004, -0.006, 0, -0.01), (-0.004, -0.001, 0, 0), (90, 180, 90, 180),
            (-90, -180, -90, -180),
            (89.999, 179.999, 90, 180), (38.7169, -9.1399, 38.72, -9.14),
        ])
    func rounded(_ latitude: Double, _ longitude: Double, _ north: Double, _ east: Double) throws {
        let place = try #require(Place(latitude: latitude, longitude: longitude))
        #expect(place.latitude == north)
        #expect(place.longitude == east)
        #expect([place.latitude, place.longitude].allSatisfy { $0 != 0 || $0.sign == .plus })
    }

    @Test("The form keeps no more than a place does")
    func form() {
        var generator = SeededGenerator(seed: 40)
        for _ in 0..<2000 {
            let (latitude, longitude) = (
                Double.random(in: -90...90, using: &generator), Double.random(in: -180...180, using: &generator)
            )
            var context = DeviceContext()
            _ = readForm([("latitude", "\(latitude)"), ("longitude", "\(longitude)")], into: &context)
            let place = Place(latitude: latitude, longitude: longitude)
            // The form refuses a number that Swift writes with an exponent.
            if let north = context.latitude { #expect(north == place?.latitude) }
            if let east = context.longitude { #expect(east == place?.longitude) }
        }
    }

    @Test(
        "Not on earth",
        arguments: [
            (90.01, 0), (-90.01, 0), (0, 180.01), (0, -180.01), (Double.nan, 0), (0, .nan), (.infinity, 0),
            (0, -.infinity),
        ])
    func refused(_ latitude: Double, _ longitude: Double) {
        #expect(Place(latitude: latitude, longitude: longitude) == nil)
    }
}

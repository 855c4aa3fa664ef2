import News
import Testing

@testable import Locating

@Suite("Places from a database file")
struct LocationFileTests {
    static let formats = [(4, 24), (4, 28), (4, 32), (6, 24), (6, 28), (6, 32)]

    @Test("Country and place of an address, in files of every kind", arguments: formats)
    func found(_ version: Int, _ recordSize: Int) async throws {
        let locator = try AddressLocator(.example(version: version, recordSize: recordSize))
        let cases: [(String, String?, Double, Double)] = [
            ("193.136.0.1", "PT", 41.45, -8.29), ("193.137.255.255", "PT", 41.45, -8.29),
            ("200.17.9.9", "BR", -23.55, -46.63), ("62.3.1.1", "CH", 47, 8), ("41.220.1.127", "MZ", -25.97, 32.58),
        ]
        for (address, country, latitude, longitude) in cases {
            let place = try #require(Place(latitude: latitude, longitude: longitude))
            #expect(await locator.find(address) == Whereabouts(country: country, place: place), "\(address)")
            #expect(locator.known(address) == Whereabouts(country: country, place: place), "\(address)")
        }
    }

    @Test(
        "The usable parts of an incomplete entry",
        arguments: [
            ("41.220.1.129", "AO"), ("62.2.0.1", "CH"), ("41.221.0.1", nil), ("41.222.0.1", nil),
            ("41.223.0.1", nil), ("193.138.0.0", nil), ("1.1.1.1", nil), ("2a00::1", nil),
        ] as [(String, String?)])
    func partial(_ address: String, _ country: String?) async throws {
        let locator = try AddressLocator(.example())
        #expect(await locator.find(address) == Whereabouts(country: country))
        #expect(locator.known(address) == Whereabouts(country: country))
    }

    @Test(
        "IPv6, and IPv4 written as IPv6",
        arguments: [
            ("2001:690::1", 38.72), ("2001:690:ffff:ffff::", 38.72), ("::ffff:193.136.0.1", 41.45),
            ("::FFFF:c188:1", 41.45), ("2002:c188:0001::1", 41.45), ("64:ff9b::193.136.0.1", 41.45),
        ])
    func version6(_ address: String, _ latitude: Double) async throws {
        let whereabouts = try await AddressLocator(.example()).find(address)
        #expect(whereabouts.country == "PT")
        #expect(whereabouts.place?.latitude == latitude)
    }

    @Test("A file of IPv4 knows nothing of IPv6")
    func onlyVersion4() async throws {
        #expect(try await AddressLocator(.example(version: 4)).find("2001:690::1").isUnknown)
    }

    @Test("Neighbours share an answer if the file does not tell them apart")
    func neighbours() async throws {
        let locator = try AddressLocator(.example())
        #expect(locator.known("193.136.5.1") == nil)
        _ = await locator.find("193.136.5.1")
        #expect(locator.known("193.136.5.200")?.country == "PT")
        #expect(locator.known("193.136.6.1") == nil)
        _ = await locator.find("41.220.1.1")
        #expect(locator.known("41.220.1.1")?.country == "MZ")
        #expect(locator.known("41.220.1.130") == nil)
        _ = await locator.find("2001:690:1::1")
        #expect(locator.known("2001:690:1:9::9")?.country == "PT")
        #expect(locator.known("2001:690:2::1") == nil)
    }

    @Test("Once closed, what is known stays known, and nothing else is found")
    func closed() async throws {
        let locator = try AddressLocator(.example())
        _ = await locator.find("193.136.5.1")
        locator.close()
        locator.close()
        #expect(await locator.find("193.136.5.9").country == "PT")
        #expect(await locator.find("193.136.6.1").isUnknown)
    }

    @Test("Many readers at a time")
    func concurrent() async throws {
        let locator = try AddressLocator(.example())
        let countries = await withTaskGroup(of: String?.self) { group in
            for number in 0..<500 { group.addTask { await locator.find("193.136.\(number % 250).1").country } }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(countries == ["PT": 500])
    }
}

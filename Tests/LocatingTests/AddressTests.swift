import Testing

@testable import Locating

@Suite("Addresses")
struct AddressTests {
    @Test(
        "Nothing is looked up for an address that is nowhere, or is not an address",
        arguments: [
            "0.0.0.0", "0.255.255.255", "10.0.0.1", "100.64.0.0", "100.127.255.255", "127.0.0.1", "169.254.1.1",
            "172.16.0.0",
            "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.0", "198.19.255.255",
            "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1",
            "::8.8.8.8", "::ffff:10.0.0.1", "2002:0a00:0001::1", "64:ff9b::127.0.0.1", "64:ff9b:1::1", "100::1",
            "fe80::1", "fc00::1", "fdff::1", "fec0::1", "ff02::1", "2001::1", "2001:1ff::1", "2001:db8::1",
            "3fff:fff::1",
            "4000::1", "", "localhost", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.4:80", "[2a00::1]", "fe80::1%eth0",
            " 8.8.8.8", "8.8.8.8 ", "unix", "2a00::1::2", String(repeating: "1", count: 100),
        ])
    func nowhere(_ address: String) async throws {
        let names = TestNames()
        let locator = try AddressLocator(.example(), names: names)
        #expect(locator.known(address) == Whereabouts())
        #expect(await locator.find(address) == Whereabouts())
        #expect(names.threads == 0)
    }

    @Test(
        "An address that is somewhere has yet to be looked up",
        arguments: [
            "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
            "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0", "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255", "2000::", "2001:200::1", "2001:690::1", "2001:db7:ffff::1", "2001:db9::", "3ffe::1",
            "3fff:1000::1", "3fff:ffff::1", "::ffff:8.8.8.8",
        ])
    func somewhere(_ address: String) throws {
        #expect(try AddressLocator(names: TestNames()).known(address) == nil)
    }

    @Test("Without a file or names, every address is known to be unknown")
    func blind() async throws {
        let locator = try AddressLocator(database: nil, asksNames: false)
        #expect(locator.known("8.8.8.8") == Whereabouts())
        #expect(await locator.find("8.8.8.8") == Whereabouts())
    }
}

import Foundation
import Testing

@testable import Locating

@Suite("Countries by the names of hosts")
struct NameTests {
    @Test(
        "The country of a host's name",
        arguments: [
            ("a.dsl.telepac.pt", "PT"), ("A.TELEPAC.PT", "PT"), ("a.telepac.pt.", "PT"), ("x.virtua.com.br", "BR"),
            ("host.bt.co.uk", "GB"), ("host.tvcabo.ao", "AO"), ("x.tdm.mz", "MZ"), ("x.bluewin.ch", "CH"),
            ("x.gb", "GB"),
            ("dns.google", nil), ("x.comcast.net", nil), ("x.tv", nil), ("x.io", nil), ("x.me", nil), ("x.co", nil),
            ("x.ai", nil), ("x.eu", nil), ("x.su", nil), ("x.to", nil), ("1.0.0.127.in-addr.arpa", nil),
            ("localhost", nil),
            ("pt", nil), ("", nil), (".", nil), ("x.zz", nil), ("x.xn--p1ai", nil), ("x.pt ", nil), ("x.p\u{302}", nil),
        ] as [(String, String?)])
    func country(_ host: String, _ country: String?) async throws {
        #expect(Country(host: host)?.code == country)
        let names = TestNames(["8.8.8.8": host])
        let locator = try AddressLocator(names: names)
        #expect(await locator.find("8.8.8.8").isUnknown)
        #expect(locator.known("8.8.8.8") == nil)
        names.run()
        #expect(locator.known("8.8.8.8") == Whereabouts(country: country))
        #expect(await locator.find("8.8.8.8") == Whereabouts(country: country))
    }

    @Test("A name is looked up once, and not again while that is in progress")
    func once() async throws {
        let names = TestNames(["8.8.8.8": "x.pt"])
        let locator = try AddressLocator(names: names)
        for _ in 0..<3 { _ = await locator.find("8.8.8.8") }
        _ = await locator.find("::ffff:8.8.8.8")
        #expect(names.threads == 1)
        names.run()
        for _ in 0..<3 { #expect(await locator.find("8.8.8.8").country == "PT") }
        #expect(names.threads == 0)
        #expect(names.addresses.count == 1)
        #expect(locator.known("8.8.8.9") == nil)
    }

    @Test("A country is trusted for a day, its lack for an hour", arguments: [("x.pt", 86_400), ("x.com", 3600)])
    func expiry(_ host: String, _ seconds: Int) async throws {
        let (names, clock) = (TestNames(["8.8.8.8": host]), TestClock())
        let locator = try AddressLocator(names: names, clock: clock)
        _ = await locator.find("8.8.8.8")
        names.run()
        clock.advance(.seconds(seconds - 1))
        #expect(locator.known("8.8.8.8") != nil)
        clock.advance(.seconds(1))
        #expect(locator.known("8.8.8.8") == nil)
        _ = await locator.find("8.8.8.8")
        names.run()
        #expect(names.addresses.count == 2)
        #expect(locator.known("8.8.8.8") != nil)
    }

    @Test("Two threads, and a queue of 256")
    func bounded() async throws {
        let names = TestNames()
        let locator = try AddressLocator(names: names)
        for number in 0..<300 { _ = await locator.find("8.8.\(number / 250).\(number % 250)") }
        #expect(names.threads == NameLookups.threads)
        names.run()
        #expect(names.addresses.count == NameLookups.limit)
        #expect(names.addresses.first == Address("8.8.0.0"))
        // A dropped address may be looked up again.
        _ = await locator.find("8.8.1.49")
        names.run()
        #expect(locator.known("8.8.1.49") == Whereabouts())
    }

    @Test("Names are looked up for each address that the file does not know, and for no others")
    func after() async throws {
        let names = TestNames(["41.221.0.1": "x.mz", "41.220.1.200": "x.ao"])
        let locator = try AddressLocator(.example(), names: names)
        #expect(await locator.find("193.136.0.1").country == "PT")
        #expect(names.threads == 0)
        for address in ["41.221.0.1", "41.221.0.2", "41.220.1.200"] {
            #expect(locator.known(address) == nil)
            #expect(await locator.find(address).isUnknown)
        }
        names.run()
        #expect(locator.known("41.221.0.1")?.country == "MZ")
        #expect(locator.known("41.221.0.2") == Whereabouts())
        #expect(locator.known("41.220.1.200")?.country == "AO")
        #expect(locator.known("41.221.0.3") == nil)
    }

    @Test("Once closed, waiting look-ups are dropped and no others accepted")
    func closed() async throws {
        let names = TestNames(["8.8.8.8": "x.pt"])
        let locator = try AddressLocator(names: names)
        _ = await locator.find("8.8.8.8")
        locator.close()
        names.run()
        _ = await locator.find("8.8.4.4")
        #expect(names.addresses.isEmpty && names.threads == 0)
        #expect(await locator.find("8.8.8.8").isUnknown)
    }

    @Test("A resolver that hangs holds up two threads, no request, and not the end")
    func hangs() async throws {
        let (begun, release, ended) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let service = NameService(
            name: { _ in
                begun.signal()
                release.wait()
                return "x.pt"
            },
            start: { work in
                Thread.detachNewThread {
                    work()
                    ended.signal()
                }
            })
        let locator = AddressLocator(file: nil, names: service, now: { ContinuousClock.now })
        for number in 1...9 { #expect(await locator.find("8.8.8.\(number)").isUnknown) }
        await wait(begun, NameLookups.threads)
        locator.close()
        for _ in 1...NameLookups.threads { release.signal() }
        await wait(ended, NameLookups.threads)
        let known = (1...9).filter { locator.known("8.8.8.\($0)")?.country == "PT" }
        #expect(known == [1, 2])
    }

    private func wait(_ semaphore: DispatchSemaphore, _ count: Int) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                for _ in 0..<count { semaphore.wait() }
                continuation.resume()
            }
        }
    }

    @Test("The system is asked", .enabled(if: hostsFileNamesLocalhost))
    func system() throws {
        #expect(NameService.system.name(try #require(Address("127.0.0.1"))) != nil)
    }

    private static let hostsFileNamesLocalhost =
        (try? String(contentsOfFile: "/etc/hosts", encoding: .utf8))?.contains("127.0.0.1") == true
}

import News
import Testing

@Suite("The time that a page takes to load")
struct LoadTimeTests {
    @Test(arguments: [
        (Network.edge, 2000, 2.6), (.gprs, 8000, 7.28), (.third, 187_500, 1.81), (.wifi, 5_000_000, 1.09),
    ])
    func isThreeRoundTripsAndTheBytesAtTheLinksRate(_ network: Network, _ bytes: Int, _ seconds: Double) {
        var context = DeviceContext()
        context.network = network
        #expect(abs(LoadTime(context).seconds(bytes) - seconds) < 0.001)
    }

    /// The policy takes three seconds as what a reader waits, and at least half a second for the bytes.
    @Test(arguments: Network.allCases)
    func aWholeBudgetTakesNoLongerThanThePolicySays(_ network: Network) {
        var context = DeviceContext()
        context.network = network
        let (time, budget) = (LoadTime(context), Policy.plan(for: context).budget)
        // Every budget has at least 8 kB.
        #expect(time.seconds(budget) <= max(3, LoadTime.roundTrips * time.roundTrip + 1.3))
    }

    @Test(arguments: Network.allCases)
    func aFullBatteryIsAllowedWhatTheLinkCarriesInTime(_ network: Network) {
        var context = DeviceContext()
        context.network = network
        let time = LoadTime(context)
        #expect(Policy.plan(for: context).budget == time.allowance)
        #expect(Double(time.allowance) <= max(8000, time.downloaded))
    }

    @Test func aMeasuredRateCounts() {
        var context = DeviceContext()
        (context.network, context.downlink, context.roundTrip) = (.wifi, 1, 300)
        #expect(LoadTime(context).kilobitsPerSecond == 1000 && LoadTime(context).roundTrip == 0.3)
    }
}

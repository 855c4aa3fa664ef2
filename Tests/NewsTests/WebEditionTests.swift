@testable import News
import Testing

/// The web edition opened for each reader.
struct WebEditionTests {
    @Test(
        arguments: [
            ("", .mobile, .usual), ("network=gprs", .lite, .slowLink), ("network=slow-2g", .lite, .slowLink),
            ("network=edge&client=iphone", .mobile, .usual), ("client=feature&network=wifi", .lite, .textScreen),
            ("client=watch", .lite, .textScreen), ("user_agent=Lynx/2.9.0dev.12", .lite, .textScreen),
            ("user_agent=w3m/0.5.3&network=wifi", .lite, .textScreen),
            ("client=desktop&network=wifi", .edition, .largeScreen),
            ("client=desktop", .mobile, .limitedLink), ("client=ipad&network=4g", .edition, .largeScreen),
            ("client=tablet&network=3g", .mobile, .limitedLink), ("client=android&network=wifi", .news, .fastLink),
            ("client=android&network=wifi&save_data=1", .mobile, .usual),
            ("client=android&network=4g", .mobile, .usual),
            ("client=bot&network=wifi", .mobile, .usual), ("client=desktop&network=wifi&rtt=3000", .lite, .slowLink),
        ] as [(String, WebEdition, WebEdition.Reason)])
    func suits(_ form: String, _ edition: WebEdition, _ reason: WebEdition.Reason) {
        var context = DeviceContext()
        let fields = form.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map { String($0) }
            return (name: parts[0], value: parts[1])
        }
        #expect(ContextForm.read(fields, into: &context).isEmpty)
        #expect(WebEdition.suited(to: context) == (edition, reason))
    }

    /// Safari and Firefox tell nothing, and Chromium tells 4G on Wi-Fi too.
    @Test(arguments: [
        ("client=iphone", WebEdition.news), ("client=android", .news), ("client=desktop", .edition),
        ("client=tablet", .edition), ("client=iphone&save_data=1", .mobile), ("client=web", .mobile),
        ("client=iphone&network=4g", .mobile),
    ])
    func recentBrowsers(_ form: String, _ edition: WebEdition) {
        var context = DeviceContext()
        let fields = form.split(separator: "&").map { $0.split(separator: "=").map(String.init) }
        #expect(ContextForm.read(fields.map { ($0[0], $0[1]) }, into: &context).isEmpty)
        context.isRecent = true
        #expect(WebEdition.suited(to: context).edition == edition)
        context.connectionDelay = 270
        #expect(WebEdition.suited(to: context).edition == .mobile)
    }

    @Test func anEstimateOf4GMayBeWiFi() {
        var context = DeviceContext()
        (context.client, context.network, context.networkIsEstimate) = (.android, .fourth, true)
        #expect(WebEdition.suited(to: context).edition == .news)
    }
}

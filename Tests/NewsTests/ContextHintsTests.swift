import News
import Testing

@Suite("Context hints")
struct ContextHintsTests {
    private func context(form: [(String, String)] = [], headers: [String: String]) -> DeviceContext {
        var context = DeviceContext()
        _ = readForm(form, into: &context)
        ContextHints.fill(&context) { headers[$0] }
        return context
    }

    @Test("Each header fills its field, as do the Sec-CH- forms")
    func headers() {
        for prefix in ["", "sec-ch-"] {
            let context = context(headers: [
                prefix + "ect": "3g", prefix + "downlink": "1.45", prefix + "rtt": "300",
                prefix + "device-memory": "0.5",
                prefix + "dpr": "2", prefix + "viewport-width": "360",
            ])
            #expect(context.network == .third)
            #expect(context.networkIsEstimate)
            #expect(context.downlink == 1.45)
            #expect(context.roundTrip == 300)
            #expect(context.memory == 0.5)
            #expect(context.pixelRatio == 2)
            #expect(context.screenWidth == 360)
        }
    }

    /// As Chromium 150 sent them from its first page on, on several starts.
    @Test(
        "The estimate that Chromium starts with says nothing about the link",
        arguments: [
            ("4g", "1.35", "100", true), ("4g", "1.7", "100", true), ("4g", "2.9", "150", true),
            ("4g", "1.45", "50", false), ("4g", "10", "100", false), ("3g", "1.45", "300", false),
        ])
    func start(_ type: String, _ downlink: String, _ roundTrip: String, _ saysNothing: Bool) {
        let context = context(headers: ["ect": type, "downlink": downlink, "rtt": roundTrip])
        #expect((context.network == nil && context.downlink == nil && context.roundTrip == nil) == saysNothing)
    }

    @Test(
        "Browsers from 2020 on are recent",
        arguments: [
            ("(iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 Version/17.5 Mobile Safari/604.1", true),
            ("(Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", true),
            ("(Linux; Android 10; K) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36", true),
            ("(iPhone; CPU iPhone OS 9_3 like Mac OS X) AppleWebKit/601.1 Version/9.0 Mobile Safari/601.1", false),
            ("(Linux; Android 4.4.2; GT-I9505) AppleWebKit/537.36 Chrome/44.0.2403.133 Mobile Safari/537.36", false),
            ("", false),
        ])
    func recent(_ agent: String, _ isRecent: Bool) {
        #expect(context(headers: ["user-agent": "Mozilla/5.0 " + agent]).isRecent == isRecent)
    }

    @Test("The Sec-CH- form takes precedence over the plain one")
    func both() {
        let context = context(headers: ["dpr": "1", "sec-ch-dpr": "3", "ect": "4g", "sec-ch-ect": "2g"])
        #expect(context.pixelRatio == 3)
        #expect(context.network == .second)
    }

    @Test("The form beats every header")
    func form() {
        let fields = [
            ("network", "edge"), ("save_data", "0"), ("memory", "2"), ("dpr", "1"), ("screen_width", "240"),
            ("palette", "day"),
            ("language", "pt"), ("client", "feature"), ("format", "xml"), ("user_agent", "mine"),
        ]
        let alone = context(form: fields, headers: [:])
        let withHeaders = context(
            form: fields,
            headers: [
                "ect": "4g", "downlink": "50", "rtt": "20", "save-data": "on", "device-memory": "8", "dpr": "3",
                "viewport-width": "999",
                "width": "999", "sec-ch-prefers-color-scheme": "dark", "accept-language": "en", "user-agent": "iPad",
                "sec-ch-ua-mobile": "?1", "accept": "application/json",
            ])
        #expect(withHeaders == alone)
    }

    @Test(
        "A form that says anything about the link is not corrected by an estimate",
        arguments: [
            ("network", "gprs"), ("downlink", "0.1"), ("rtt", "2500"),
        ])
    func link(_ field: String, _ value: String) {
        let context = context(form: [(field, value)], headers: ["ect": "4g", "downlink": "50", "rtt": "20"])
        #expect(context == self.context(form: [(field, value)], headers: [:]))
    }

    @Test(
        "Save-Data",
        arguments: [
            (["save-data": "on"], true), (["save-data": "On"], true), (["save-data": "?1"], true),
            (["save-data": "off"], false),
            (["sec-ch-prefers-reduced-data": "reduce"], true),
            (["sec-ch-prefers-reduced-data": "no-preference"], false), ([:], nil),
        ] as [([String: String], Bool?)])
    func saveData(_ headers: [String: String], _ expected: Bool?) {
        #expect(context(headers: headers).saveData == expected)
    }

    @Test("Malformed headers count as absent")
    func malformed() {
        let bad = [
            "nan", "inf", "0x10", "-1", "🙂", "1e9", String(repeating: "9", count: 24),
            String(repeating: "9", count: 10_000), "",
        ]
        for value in bad {
            let names = ["ect", "downlink", "rtt", "device-memory", "dpr", "viewport-width", "width"]
            let context = context(headers: Dictionary(uniqueKeysWithValues: names.map { ($0, value) }))
            #expect(context == DeviceContext(), "\(value.prefix(30))")
        }
        for value in ["wifi", "5g", "edge", "3G"] { #expect(context(headers: ["ect": value]).network == nil) }
    }

    @Test(
        "Width is in device pixels",
        arguments: [("720", "2", 360), ("720", nil, 720), ("0", "2", nil)] as [(String, String?, Int?)])
    func width(_ width: String, _ ratio: String?, _ expected: Int?) {
        var headers = ["width": width]
        headers["dpr"] = ratio
        #expect(context(headers: headers).screenWidth == expected)
    }

    @Test(
        "User agents",
        arguments: [
            ("Mozilla/5.0 (iPhone; U; CPU iPhone OS 3_0 like Mac OS X)", Client.iphone),
            ("Mozilla/5.0 (iPad; CPU OS 9_3 like Mac OS X)", .ipad),
            ("Mozilla/5.0 (iPod; U; CPU like Mac OS X)", .ipod),
            ("Mozilla/5.0 (Linux; Android 14) Mobile Safari", .android),
            ("Mozilla/5.0 (Linux; Android 14) Safari", .tablet),
            ("Nokia6300/2.0 Profile/MIDP-2.0", .feature),
            ("Opera/9.80 (J2ME) Opera Mini/4.2", .feature),
            ("Mozilla/5.0 (Windows NT 10.0)", .desktop),
            ("Googlebot/2.1", .bot),
            ("curl/8", .bot), ("Lynx/2.8", .desktop), ("NewsApp/3.2", .bot),
        ] as [(String, Client?)])
    func client(_ agent: String, _ expected: Client?) {
        #expect(context(headers: ["user-agent": agent]).client == expected)
    }

    @Test("Dark scheme, languages and format")
    func others() {
        let context = context(headers: [
            "sec-ch-prefers-color-scheme": "\"dark\"", "accept-language": "pt-PT,pt;q=0.9,en;q=0.5",
            "accept": "application/json, */*",
            "sec-ch-ua-mobile": "?1",
        ])
        #expect(context.palette == .night)
        #expect(context.languages == ["pt-PT", "pt", "en"])
        #expect(context.format == .json)
        #expect(self.context(headers: ["sec-ch-prefers-color-scheme": "light"]).palette == nil)
        #expect(self.context(headers: ["accept": "text/html,application/xml;q=0.9,*/*;q=0.8"]).format == nil)
        #expect(self.context(headers: ["accept": "text/xml, application/json"]).format == nil)
    }

    @Test("Every header that is read is in the list that answers vary by")
    func names() {
        nonisolated(unsafe) var asked: Set<String> = []
        var context = DeviceContext()
        ContextHints.fill(&context) {
            asked.insert($0); return nil
        }
        #expect(asked.subtracting(ContextHints.names) == [])
        #expect(Set(ContextHints.names).subtracting(asked) == [])
    }
}

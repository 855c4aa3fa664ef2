import News

// The values that each field of the form understands, and those that it does not.
extension ContextFormTests {
    static let device: [Understood] = [
        Understood("user_agent", "Mozilla/5.0 (iPhone) 🙂") { $0.userAgent = "Mozilla/5.0 (iPhone) 🙂" },
        Understood("user_agent", "  N4MD/1  ") { $0.userAgent = "N4MD/1" },
        Understood("client", "feature") { $0.client = .feature },
        Understood("network", "edge") { $0.network = .edge },
        Understood("network", "LTE") { $0.network = .lte },
        Understood("network", "2g") { $0.network = .second },
        Understood("network", "slow-2g") { ($0.network, $0.networkIsEstimate) = (.slow2G, true) },
        Understood("downlink", "1.5") { $0.downlink = 1.5 },
        Understood("downlink", "0") { $0.downlink = 0 },
        Understood("rtt", "270") { $0.roundTrip = 270 },
        Understood("rtt", " 200 ") { $0.roundTrip = 200 },
        Understood("save_data", "1") { $0.saveData = true },
        Understood("save_data", "on") { $0.saveData = true },
        Understood("save_data", "0") { $0.saveData = false },
        Understood("battery", "15") { $0.battery = 15 },
        Understood("battery", "0.15") { $0.battery = 15 },
        Understood("battery", "1") { $0.battery = 1 },
        Understood("battery", "1.0") { $0.battery = 100 },
        Understood("battery", "0.0") { $0.battery = 0 },
        Understood("battery", "15%") { $0.battery = 15 },
        Understood("battery", "0.5%") { $0.battery = 1 },
        Understood("battery", "1.0%") { $0.battery = 1 },
        Understood("battery", "15.4") { $0.battery = 15 },
        Understood("battery", "100") { $0.battery = 100 },
        Understood("charging", "1") { $0.isCharging = true },
        Understood("charging", "0") { $0.isCharging = false },
        Understood("orientation", "Landscape") { $0.orientation = .landscape },
        Understood("orientation", "portrait") { $0.orientation = .portrait },
        Understood("orientation", "0") { $0.orientation = .portrait },
        Understood("orientation", "90") { $0.orientation = .landscape },
        Understood("orientation", "180") { $0.orientation = .portrait },
        Understood("orientation", "270") { $0.orientation = .landscape },
        Understood("screen_width", "320") { $0.screenWidth = 320 },
        Understood("screen_width", "411.4") { $0.screenWidth = 411 },
        Understood("screen_height", "20000") { $0.screenHeight = 20_000 },
        Understood("dpr", "2.625") { $0.pixelRatio = 2.625 },
        Understood("memory", "0.5") { $0.memory = 0.5 },
    ]

    static let surroundings: [Understood] = [
        Understood("latitude", "41.4502") { $0.latitude = 41.45 },
        Understood("latitude", "-90") { $0.latitude = -90 },
        Understood("longitude", "-8.29") { $0.longitude = -8.29 },
        Understood("accuracy", "30") { $0.accuracy = 30 },
        Understood("local_time", "2009-05-31T21:30:00+01:00") { $0.localTime = LocalTime("2009-05-31T21:30:00+01:00") },
        Understood("timezone", "Europe/Lisbon") { $0.timeZone = "Europe/Lisbon" },
        Understood("timezone", "Etc/GMT+1") { $0.timeZone = "Etc/GMT+1" },
        Understood("language", "pt-PT,en;q=0.8") { $0.languages = ["pt-PT", "en"] },
        Understood("language", "en;q=0.5, pt ; q=0.9, fr;q=0, *;q=0.1, de;q=0.9") {
            $0.languages = ["pt", "de", "en"]
        },
        Understood("language", Array(repeating: "pt", count: 100).joined(separator: ",")) {
            $0.languages = Array(repeating: "pt", count: 20)
        },
        Understood("light", "50000") { $0.light = 50_000 },
        Understood("silent", "yes") { $0.isSilent = true },
        Understood("headphones", "true") { $0.hasHeadphones = true },
        Understood("moving", "false") { $0.isMoving = false },
    ]

    static let wishes: [Understood] = [
        Understood("categories", "music,film") { $0.selection.categories = ["film", "music"] },
        Understood("sections", "Culture") { $0.selection.sections = ["culture"] },
        Understood("items", "200") { $0.items = 200 },
        Understood("items", "All") { $0.wantsWholeEdition = true },
        Understood("articles", "12, 7,12") { $0.selection.articles = [7, 12] },
        Understood("edition", "12") { $0.selection.edition = .number(12) },
        Understood("edition", "2009-05-31") { $0.selection.edition = .day(year: 2009, month: 5, day: 31) },
        Understood("before", "zik0zj_1z") { $0.selection.before = Cursor(token: "zik0zj_1z") },
        Understood("since", "2s.hs") {
            $0.sync = SyncToken(revision: 100, minute: 640)
            $0.selection.since = 100
        },
        Understood("part", "3") { $0.selection.part = 3 },
        Understood("last_update", "45") { $0.minutesSinceUpdate = 45 },
        Understood("reasons", "1") { $0.wantsReasons = true },
        Understood("images", "off") { $0.images = .off },
        Understood("images", "thumbnails") { $0.images = .thumbnails },
        Understood("text", "headline") { $0.text = .headline },
        Understood("text", "HTML") { $0.text = .html },
        Understood("text_size", "1.3") { $0.textSize = 1.3 },
        Understood("palette", "night") { $0.palette = .night },
        Understood("format", "json") { $0.format = .json },
    ]

    private static let long = String(repeating: "a", count: 10_000)
    private static let words = [
        "x", "🙂", "e\u{301}", "\u{0}", "null", "a,b", long, "e" + String(repeating: "\u{301}", count: 10_000),
    ]
    private static let numbers =
        words + [
            "0x10", "inf", "-inf", "infinity", "nan", "1e3", "1e400", "٣", "15🙂", "1 5", "1,5", "--1", "1.2.3", "+",
            "-", ".",
            String(repeating: "9", count: 23), String(repeating: "9", count: 24),
            "-" + String(repeating: "9", count: 23),
            String(repeating: "9", count: 10_000), "9223372036854775808",
        ]
    private static let flags = words + ["2", "-1", "?", "?2", "onn"]

    static let bad: [String: [String]] = [
        "user_agent": [long],
        "client": words + ["iphone4", "toaster", "1"],
        "network": words + ["6g", "slow2g", "slow-3g", "3", "wi-fi"],
        "downlink": numbers + ["-1", "100001"],
        "rtt": numbers + ["-1", "600001"],
        "save_data": flags,
        "last_update": numbers + ["-1", "525601"],
        "part": numbers + ["-1", "201"],
        "reasons": flags,
        "battery": numbers + ["101", "-1", "-0.5", "%", "15%%", "100.5", "0x0.1"],
        "charging": flags,
        "orientation": words + ["45", "360", "90.0", "upside down"],
        "screen_width": numbers + ["0", "-320", "20001", "0.4"],
        "screen_height": numbers + ["0", "-320", "20001"],
        "dpr": numbers + ["0", "0.4", "8.1", "-2"],
        "memory": numbers + ["-1", "1025"],
        "latitude": numbers + ["90.1", "-90.1"],
        "longitude": numbers + ["180.1", "-180.1"],
        "accuracy": numbers + ["-1", "20000001"],
        "local_time": words + ["2009-02-30T10:00", "2009-05-31", "21:30", "2009-05-31T24:00", "2009-05-31T10:60"],
        "timezone": [
            "/Europe", "Europe/", "Europe//Lisbon", "Europe/Lisbon?", "🙂", "../etc", "1",
            String(repeating: "a", count: 65), long,
        ],
        "language": [
            "e", "🙂", "english", "en-", "en_US", "pt-PT-", "en;q=2", "en;q=x", "en;q=-1", "en;level=1", "*", "en,,;",
            long,
        ],
        "light": numbers + ["-1", "200001"],
        "silent": flags,
        "headphones": flags,
        "moving": flags,
        "categories": [
            "🙂", "a--b", "-a", "a-", "a b", "a,é", "a'b", "a;drop", String(repeating: "a", count: 101), long,
        ],
        "sections": ["🙂", "a--b", "a/b", "../a", long],
        "items": numbers + ["0", "201", "-5"],
        "articles": words + ["0", "-5", "1.5", "1,x", (1...51).map { String($0) }.joined(separator: ",")],
        "edition": words + [
            "0", "-1", "+1", "1000000001", "1.5", "2009-02-30", "2009-13-01", "2009-5-31", "0000-01-01", "31-05-2009",
        ],
        "before": words + [
            "_", "1_", "_1", "1_-1", "1_2_4_3", "1_2_", "+1_1", "-1y2p0ij32e8e8_1", "1y2p0ij32e8e7_1",
            "1_1y2p0ij32e8e8",
        ],
        "since": [
            "r1", "1", "1.", "-1.2", "01.2", "A.1", "a b", "é", "🙂", "a\u{0}", String(repeating: "a", count: 101), long,
        ],
        "images": words + ["none", "on", "1"],
        "text": words + ["full", "1"],
        "text_size": numbers + ["0.7", "2.1", "-1", "100%"],
        "palette": words + ["dark", "1"],
        "format": words + ["html", "1"],
    ]
}

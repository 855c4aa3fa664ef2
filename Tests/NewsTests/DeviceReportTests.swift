import News
import Testing

@Suite("Device reports")
struct DeviceReportTests {
    private func read(_ fields: KeyValuePairs<String, String>) -> (report: DeviceReport, faults: [FieldFault]) {
        DeviceReport.read(fields.map { (name: $0.key, value: $0.value) })
    }

    @Test(
        "Model and system reveal the kind of device and its screen",
        arguments: [
            ("iPhone", "iPhone OS", "3.1.2", "iphone", "320", "1"), ("iPhone", "iPhone OS", "17.4", "iphone", nil, nil),
            ("iPhone3,1", "iPhone OS", "4.0", "iphone", "320", "2"),
            ("iPhone15,2", "iOS", "17.0", "iphone", "393", "3"),
            ("iPod touch", "iPhone OS", "2.2.1", "ipod", "320", "1"),
            ("iPod touch", "iOS", "12.0", "ipod", "320", nil), ("iPod2,1", "iPhone OS", "3.0", "ipod", "320", "1"),
            ("iPad", "iPhone OS", "3.2", "ipad", "768", "1"), ("iPad6,7", "iPadOS", "15.1", "ipad", "1024", "2"),
            ("Nexus One", "Android", "2.1", "android", "320", "1.5"),
            ("SM-G973F", "Android", "12", "android", "360", "3"),
            ("Pixel 7", "Android", "14", "android", "412", "2.625"),
            ("23021RAA2Y", "Android", "13", "android", "393", "2.75"),
            ("2201117TG", "Android", "13", "android", "393", "2.75"),
            ("CPH2483", "Android", "14", "android", "360", "3"), ("RMX3710", "Android", "14", "android", "360", "3"),
            ("TECNO KI5k", "Android", "12", "android", "360", "2"),
            ("Infinix X6525", "Android", "13", "android", "360", "2"),
            ("vivo 2019", "Android", "12", "android", "360", "3"),
            ("Unheard Of 3", "Android", "9", "android", nil, nil),
            ("Nexus 7", "Android", "4.4", "tablet", "600", "1.33"),
            ("iPhone", "", "", "iphone", nil, nil), ("", "iPhone OS", "", "iphone", nil, nil),
            ("", "", "", nil, nil, nil),
        ] as [(String, String, String, String?, String?, String?)])
    func conclusion(
        _ model: String, _ system: String, _ version: String, _ client: String?, _ width: String?, _ ratio: String?
    ) {
        let (report, faults) = read(["model": model, "systemName": system, "systemVersion": version])
        #expect(faults.isEmpty)
        #expect(report.kept["client"] == client && report.kept["screen_width"] == width && report.kept["dpr"] == ratio)
    }

    @Test("The report itself takes precedence over what follows from the model")
    func said() {
        let (report, _) = read([
            "model": "iPhone1,1", "client": "native", "screen_width": "480", "system_version": "3.1.2",
        ])
        #expect(
            report.kept == ["model": "iPhone1,1", "client": "native", "screen_width": "480", "system_version": "3.1"])
    }

    @Test("Nothing else is kept, or even read")
    func rest() {
        let (report, faults) = read([
            "name": "Maria's iPhone", "identifier": "0123456789abcdef", "uniqueIdentifier": "f00", "latitude": "900",
            "longitude": "-8.61", "battery": "x", "network": "edge", "local_time": "now", "user_agent": "Mozilla",
            "localized_model": "iPhone", "localizedModel": "iPhone", "items": "3", "moving": "1", "format": "json",
        ])
        #expect(faults.isEmpty && report.kept.isEmpty && report.context == DeviceContext())
    }

    @Test("Kept values are read again as they were understood")
    func again() {
        let slugs = (0..<20).map { "slug-number-\($0)" }.joined(separator: ",")
        let (report, faults) = read([
            "client": "tablet", "screen_width": "768", "screen_height": "1024.4", "dpr": "1.3333333333333333",
            "memory": "0.00001", "timezone": "Europe/Lisbon", "language": "en;q=0.5,pt-PT", "images": "thumbnails",
            "text": "PLAIN", "text_size": "1.3", "palette": "night", "categories": slugs, "sections": "city",
            "sections": "sport",
        ])
        #expect(faults.isEmpty && report.kept.count == 13)
        #expect(report.kept["dpr"] == "1.333" && report.kept["memory"] == "0")
        #expect(report.kept["language"] == "pt-PT,en" && report.kept["sections"] == "city,sport")
        #expect(report.context.description.allSatisfy { report.kept[$0.name] == $0.value })
        #expect(DeviceReport(kept: report.kept) == report)
    }

    @Test("Malformed values are reported and not kept")
    func malformed() {
        let slugs = (0..<40).map { "a-rather-long-slug-of-a-category-\($0)" }
        let (report, faults) = read([
            "model": String(repeating: "x", count: 61), "system_name": "\u{1F642}", "system_version": "three",
            "screen_width": "-1", "palette": "pink", "categories": slugs.prefix(20).joined(separator: ","),
            "categories": slugs.suffix(20).joined(separator: ","), "memory": "1",
        ])
        #expect(
            Set(faults.map(\.field)) == [
                "model", "system_name", "system_version", "screen_width", "palette", "categories",
            ]
        )
        #expect(report.kept == ["memory": "1"])
    }

    @Test(
        "Models are normalised",
        arguments: [("  Nexus \u{0}\u{7}  One ", "Nexus One"), ("<b>iPhone</b>", "b iPhone /b")])
    func model(_ said: String, _ kept: String) {
        #expect(read(["model": said]).report.kept["model"] == kept)
    }

    @Test("The request takes precedence over what is kept")
    func below() {
        let kept = read([
            "screen_width": "320", "screen_height": "480", "dpr": "2", "images": "off", "sections": "city",
        ])
        var context = DeviceContext()
        _ = readForm([("screen_width", "768"), ("images", "full"), ("sections", "sport")], into: &context)
        context.fill(from: kept.report.context)
        #expect(context.screenWidth == 768 && context.screenHeight == nil && context.pixelRatio == 2)
        #expect(context.images == .full && context.selection.sections == ["sport"])
    }
}

import News
import XML

// The 2009 elements with their names and order; additions are in the namespace `urn:n4md:1`.
extension XMLWriter: ChannelMarkup {
    static var separator: [UInt8] { [] }
    static var end: [UInt8] { Array("</items></channel>\n".utf8) }

    mutating func beginChannel() {
        declaration()
        open("channel", ["xmlns:n4md": "urn:n4md:1"])
    }

    mutating func beginItems() { open("items") }
    mutating func beginItem() { open("item") }
    mutating func endItem() { close("item") }
    mutating func number(_ name: StaticString, _ value: Int) { element(name, String(value)) }
    mutating func text(_ name: StaticString, _ value: String) { element(name, value) }
    mutating func own(_ name: OwnName, _ number: Int) { own(name, String(number)) }

    mutating func own(_ name: OwnName, _ text: String) { element(name.xml, text) }

    mutating func plan(_ plan: DeliveryPlan, _ reasons: [Reason]) {
        open(
            "n4md:plan",
            [
                "items": plan.items.map(String.init) ?? "all", "text": plan.text.rawValue,
                "pictures": plan.pictures.rawValue,
                "thumbnail": plan.thumbnail.name, "picture": plan.detail.name, "formats": plan.formats.name,
                "budget": String(plan.budget), "palette": plan.palette.rawValue, "size": String(plan.textSize),
                "columns": String(plan.columns), "audio": plan.offersAudio ? "offered" : "withheld",
            ])
        for reason in reasons { element("n4md:reason", reason.words, ["rule": reason.rule.rawValue]) }
        close("n4md:plan")
    }

    mutating func weather(_ weather: LocalWeather) {
        let (report, values) = (weather.report, weather.report.values)
        let attributes: KeyValuePairs<StaticString, String?> = [
            "town": report.town, "time": RFC822.iso8601(values.time), "temperature": String(values.temperature),
            "low": String(values.low), "high": String(values.high), "symbol": values.symbol?.rawValue,
            "wind": values.wind.map { String($0) }, "precipitation": values.precipitation.map { String($0) },
            "source": report.source.name, "link": report.source.link,
        ]
        element("n4md:weather", weather.words, known: attributes)
    }

    mutating func text(_ text: String, as format: TextFormat) {
        element("text", text, ["n4md:format": format.rawValue])
    }

    mutating func rest(_ rest: RestOfText) {
        element("n4md:rest", String(rest.bytes), ["part": String(rest.part)])
    }

    mutating func older(_ cursor: Cursor, _ address: String) {
        element("n4md:older", address, ["before": cursor.token])
    }

    mutating func subjects(_ names: [String]) {
        for name in names { element("category", name) }
    }

    mutating func picture(_ name: StaticString, _ address: String, _ rendition: Rendition) {
        element(
            name, address,
            [
                "n4md:width": String(rendition.width), "n4md:height": String(rendition.height),
                "n4md:bytes": String(rendition.bytes),
            ])
    }
}

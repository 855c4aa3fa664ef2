package import News

// The same names, the same order, the same values; numbers are numbers, and categories a list.
extension JSONWriter: ChannelMarkup {
    static var separator: [UInt8] { [UInt8(ascii: ",")] }
    static var end: [UInt8] { Array("]}\n".utf8) }

    mutating func beginChannel() { open("{") }
    mutating func beginItem() { open("{") }
    mutating func endItem() { close("}") }
    mutating func number(_ name: StaticString, _ value: Int) { member(name, value) }
    mutating func text(_ name: StaticString, _ value: String) { member(name, value) }
    mutating func own(_ name: OwnName, _ text: String) { member(name.json, text) }
    mutating func own(_ name: OwnName, _ number: Int) { member(name.json, number) }
    mutating func subjects(_ names: [String]) { member("category", names) }

    mutating func beginItems() {
        key("items")
        open("[")
    }

    /// A plan with its reasons.
    package mutating func plan(_ plan: DeliveryPlan, _ reasons: [Reason]) {
        key("plan")
        open("{")
        if let items = plan.items { member("items", items) } else { member("items", "all") }
        member("text", plan.text.rawValue)
        member("pictures", plan.pictures.rawValue)
        member("thumbnail", plan.thumbnail.name)
        member("picture", plan.detail.name)
        member("formats", plan.formats.name)
        member("budget", plan.budget)
        member("palette", plan.palette.rawValue)
        member("size", plan.textSize)
        member("columns", plan.columns)
        member("audio", plan.offersAudio ? "offered" : "withheld")
        key("reasons")
        open("[")
        for reason in reasons {
            open("{")
            member("rule", reason.rule.rawValue)
            member("reason", reason.words)
            close("}")
        }
        close("]")
        close("}")
    }

    mutating func weather(_ weather: LocalWeather) {
        let (report, values) = (weather.report, weather.report.values)
        key("weather")
        open("{")
        if let town = report.town { member("town", town) }
        member("time", RFC822.iso8601(values.time))
        member("temperature", values.temperature)
        member("low", values.low)
        member("high", values.high)
        if let symbol = values.symbol { member("symbol", symbol.rawValue) }
        if let wind = values.wind { member("wind", wind) }
        if let precipitation = values.precipitation { member("precipitation", precipitation) }
        member("source", report.source.name)
        member("link", report.source.link)
        member("words", weather.words)
        close("}")
    }

    mutating func text(_ text: String, as format: TextFormat) {
        member("text", text)
        member("textFormat", format.rawValue)
    }

    mutating func rest(_ rest: RestOfText) {
        key("rest")
        open("{")
        member("part", rest.part)
        member("bytes", rest.bytes)
        close("}")
    }

    mutating func older(_ cursor: Cursor, _ address: String) {
        key("older")
        open("{")
        member("before", cursor.token)
        member("link", address)
        close("}")
    }

    mutating func picture(_ name: StaticString, _ address: String, _ rendition: Rendition) {
        key(name)
        open("{")
        member("link", address)
        member("width", rendition.width)
        member("height", rendition.height)
        member("bytes", rendition.bytes)
        close("}")
    }
}

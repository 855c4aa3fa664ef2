extension DeviceContext {
    /// The fields that were understood, by their form names, and what follows from them, by names of the same kind.
    package var description: [(name: String, value: String)] {
        func decimal(_ value: Double?) -> String? {
            value.map { $0 == $0.rounded() && abs($0) < 1e15 ? String(Int($0)) : String($0) }
        }
        func flag(_ value: Bool?) -> String? { value.map { $0 ? "1" : "0" } }
        let all: [(String, String?)] = [
            ("user_agent", userAgent), ("client", client?.rawValue), ("network", network?.rawValue),
            ("downlink", decimal(downlink)),
            ("rtt", decimal(roundTrip)), ("connection_delay", connectionDelay.map(String.init)),
            ("save_data", flag(saveData)), ("battery", battery.map(String.init)),
            ("charging", flag(isCharging)), ("orientation", orientation?.rawValue),
            ("screen_width", screenWidth.map(String.init)),
            ("screen_height", screenHeight.map(String.init)), ("dpr", decimal(pixelRatio)), ("memory", decimal(memory)),
            ("latitude", decimal(latitude)), ("longitude", decimal(longitude)), ("accuracy", decimal(accuracy)),
            ("local_time", localTime.map(\.name)), ("timezone", timeZone),
            ("language", languages.isEmpty ? nil : languages.joined(separator: ",")), ("light", decimal(light)),
            ("silent", flag(isSilent)), ("headphones", flag(hasHeadphones)), ("moving", flag(isMoving)),
            ("categories", selection.categories.isEmpty ? nil : selection.categories.joined(separator: ",")),
            ("sections", selection.sections.isEmpty ? nil : selection.sections.joined(separator: ",")),
            ("items", items.map(String.init)), ("edition", selection.edition?.name),
            ("before", selection.before?.token),
            ("since", sync?.text), ("images", images?.rawValue), ("text", text?.rawValue),
            ("text_size", decimal(textSize)),
            ("palette", palette?.rawValue), ("format", format?.rawValue), ("reasons", flag(wantsReasons)),
            ("picture_formats", formats.isEmpty ? nil : formats.name), ("intranet", isIntranet ? "1" : nil),
            ("country", country), ("place_from", placeIsOfAddress ? "address" : nil),
            ("last_update", minutesSinceUpdate.map(String.init)),
            ("busy_hour", isCongested ? "1" : nil),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}

extension LocalTime {
    /// ISO 8601 to the minute, with the offset if it is known.
    var name: String {
        let zone = offset.map { ($0 < 0 ? "-" : "+") + padded(abs($0) / 60, 2) + ":" + padded(abs($0) % 60, 2) } ?? ""
        return "\(date.name)T\(padded(hour, 2)):\(padded(minute, 2))\(zone)"
    }
}

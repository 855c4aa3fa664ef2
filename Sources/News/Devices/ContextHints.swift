/// Reads what request headers reveal about a device; the form takes precedence.
package enum ContextHints {
    /// The headers that are read, in lower case; an answer varies by them.
    package static let names = [
        "save-data", "ect", "sec-ch-ect", "downlink", "sec-ch-downlink", "rtt", "sec-ch-rtt", "device-memory",
        "sec-ch-device-memory", "dpr", "sec-ch-dpr", "width", "sec-ch-width", "viewport-width", "sec-ch-viewport-width",
        "sec-ch-ua-mobile", "sec-ch-ua-model", "sec-ch-ua-platform", "sec-ch-prefers-color-scheme",
        "sec-ch-prefers-reduced-data", "user-agent", "accept",
        "accept-language",
    ]

    /// The numbers that headers may give, by their names without `sec-ch-`.
    private static let numbers: [String: (range: ClosedRange<Double>, expected: String)] = [
        "downlink": (0...100_000, "Mbit/s, 0 to 100000"), "rtt": (0...600_000, "milliseconds, 0 to 600000"),
        "device-memory": (0...1024, "GiB, 0 to 1024"), "dpr": (0.5...8, "a ratio, 0.5 to 8"),
        "viewport-width": (1...20_000, "CSS pixels, 1 to 20000"), "width": (1...160_000, "pixels, 1 to 160000"),
    ]

    /// The headers that are there and cannot be understood, which count as absent.
    /// - Parameters:
    ///   - names: those that are there, in lower case.
    ///   - header: the value of one; nil also for one that is not a structured field and should be.
    package static func faults(_ names: some Sequence<String>, header: (String) -> String?) -> [FieldFault] {
        names.compactMap { name in
            let value = header(name)
            let hint = name.hasPrefix("sec-ch-") ? String(name.dropFirst("sec-ch-".count)) : name
            if let (range, expected) = numbers[hint] {
                return number(value, range) == nil
                    ? FieldFault(field: name, value: value ?? "", expected: expected) : nil
            }
            switch hint {
            case "ect" where value.flatMap(effectiveType) == nil:
                return FieldFault(field: name, value: value ?? "", expected: "slow-2g, 2g, 3g or 4g")
            case "accept-language" where LanguageList.read(value ?? "") == nil:
                return FieldFault(
                    field: name, value: (value ?? "").cut(to: 100), expected: "BCP 47 tags, such as pt-PT,en;q=0.8")
            default: return nil
            }
        }
    }

    private static func effectiveType(_ name: String) -> Network? {
        Network(rawValue: name).flatMap { [.slow2G, .second, .third, .fourth].contains($0) ? $0 : nil }
    }

    /// Fills in what the context leaves out. A malformed header counts as absent.
    package static func fill(_ context: inout DeviceContext, header: (String) -> String?) {
        func hint(_ name: String) -> String? { header("sec-ch-" + name) ?? header(name) }
        fillLink(&context, hint)
        fillScreen(&context, hint)
        context.saveData = context.saveData ?? saveData(header)
        context.memory = context.memory ?? number("device-memory", hint)
        context.userAgent = context.userAgent ?? header("user-agent").map { $0.cut(to: 512) }
        if context.palette == nil, let scheme = header("sec-ch-prefers-color-scheme") {
            context.palette = ["\"dark\"", "dark"].contains(scheme) ? .night : nil
        }
        if context.languages.isEmpty, let list = header("accept-language") {
            context.languages = LanguageList.read(list) ?? []
        }
        if context.format == nil, let accept = header("accept") { context.format = format(accept) }
        fillDevice(&context, header)
    }

    /// If the form describes the link, it stands alone: a browser's estimate does not correct it.
    private static func fillLink(_ context: inout DeviceContext, _ hint: (String) -> String?) {
        guard !context.tellsLink, !isStartingEstimate(hint) else { return }
        if let network = hint("ect").flatMap(effectiveType) {
            context.network = network
            context.networkIsEstimate = true
        }
        context.downlink = number("downlink", hint)
        context.roundTrip = number("rtt", hint)
    }

    /// Whether the hints are those of a Chromium that has measured nothing yet: 1.46 to 2.66 Mbit/s and 90 to 137 ms by kind of
    /// connection (`network_quality_estimator_params.cc`), each up to 10 % off and rounded, which would count as 3G.
    private static func isStartingEstimate(_ hint: (String) -> String?) -> Bool {
        guard let downlink = number("downlink", hint), let roundTrip = number("rtt", hint) else { return false }
        return hint("ect") == "4g" && (1.25...3).contains(downlink) && [100, 150].contains(roundTrip)
    }

    private static func fillScreen(_ context: inout DeviceContext, _ hint: (String) -> String?) {
        context.pixelRatio = context.pixelRatio ?? number("dpr", hint)
        guard context.screenWidth == nil, context.screenHeight == nil else { return }
        let width =
            number("viewport-width", hint)
            ?? number("width", hint).map { $0 / (context.pixelRatio ?? 1) }
        context.screenWidth = width.map { Int($0.rounded()) }
    }

    private static func saveData(_ header: (String) -> String?) -> Bool? {
        if let value = header("save-data") { return value.lowercased() == "on" || value == "?1" }
        return header("sec-ch-prefers-reduced-data").map { $0.contains("reduce") }
    }

    private static func number(_ name: String, _ hint: (String) -> String?) -> Double? {
        numbers[name].flatMap { number(hint(name), $0.range) }
    }

    private static func number(_ text: String?, _ range: ClosedRange<Double>) -> Double? {
        text.flatMap(FormText.decimal).flatMap { range.contains($0) ? $0 : nil }
    }

    /// Fills in what the user agent and its hints reveal: the kind of device, and its screen if nothing else
    /// gives it.
    private static func fillDevice(_ context: inout DeviceContext, _ header: (String) -> String?) {
        var agent = UserAgent(context.userAgent ?? "")
        // A reduced agent names no device, but the hints do; they are read as if they were part of the agent.
        let hinted = [header("sec-ch-ua-platform"), header("sec-ch-ua-model")].compactMap(\.self).joined(separator: " ")
        if !hinted.isEmpty {
            agent.fill(from: UserAgent(hinted, isWhole: false), isMobile: header("sec-ch-ua-mobile") == "?1")
        }
        context.client = context.client ?? agent.client ?? (header("sec-ch-ua-mobile") == "?1" ? .android : nil)
        context.formats = PictureFormats(accept: header("accept") ?? "").union(agent.formats)
        // Browsers that show AVIF are from 2020 or later.
        context.isRecent = agent.formats.contains(.avif)
        guard let device = agent.device, device.kind == agent.kind, context.screenWidth == nil,
            context.screenHeight == nil
        else { return }
        context.screenWidth = device.width
        context.pixelRatio = context.pixelRatio ?? device.pixelRatio
    }

    private static func format(_ accept: String) -> DocumentFormat? {
        let types = accept.lowercased().split(separator: ",").map {
            $0.split(separator: ";").first.map { FormText.trimmed($0) } ?? ""
        }
        let json = types.firstIndex { $0 == "application/json" || $0.hasSuffix("+json") }
        let xml = types.firstIndex { $0.hasSuffix("/xml") || $0.hasSuffix("+xml") || $0 == "text/html" }
        guard let json else { return nil }
        return xml.map { $0 < json } == true ? nil : .json
    }
}

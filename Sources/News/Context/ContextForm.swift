/// A field of the context form that could not be understood.
package struct FieldFault: Sendable, Hashable {
    /// The field's name.
    package let field: String
    /// The value sent, cut to 100 characters.
    package let value: String
    /// The values that would have been understood.
    package let expected: String

    /// A fault of a field.
    package init(field: String, value: String, expected: String) {
        self.field = field
        self.value = value
        self.expected = expected
    }
}

/// The context form: the fields that a device may post, the values they accept and where they go.
package enum ContextForm {
    /// One field.
    package struct Field: Sendable {
        /// Its name in the form.
        package let name: String
        /// The values it accepts, in words.
        package let expected: String
        /// Puts the value into the context; returns false and changes nothing if the value is not understood.
        let read: @Sendable (String, inout DeviceContext) -> Bool
    }

    /// The longest value that is read.
    static let valueLimit = 1000

    /// The context that fields describe. Unknown and empty fields are ignored; malformed ones are reported and
    /// change nothing.
    package static func read(
        _ fields: some Sequence<(name: String, value: String)>
    ) -> (context: DeviceContext, faults: [FieldFault]) {
        var context = DeviceContext()
        let faults = read(fields, into: &context)
        return (context, faults)
    }

    /// Puts the fields into a context.
    static func read(_ fields: some Sequence<(name: String, value: String)>, into context: inout DeviceContext)
        -> [FieldFault]
    {
        var faults: [FieldFault] = []
        for (name, value) in fields {
            guard let field = byName[name] else { continue }
            let trimmed = FormText.trimmed(value)
            guard !trimmed.isEmpty else { continue }
            if trimmed.utf8.count > valueLimit || !field.read(trimmed, &context) {
                faults.append(FieldFault(field: name, value: trimmed.cut(to: 100), expected: field.expected))
            }
        }
        return faults
    }

    /// All fields, in the order of the documentation.
    package static let fields: [Field] = device + surroundings + wishes

    private static let byName = Dictionary(fields.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// The selection that a canonical address names: fields of the form, and those derived from others. Nil if
    /// anything is malformed.
    package static func selection(_ fields: some Sequence<(name: String, value: String)>) -> Selection? {
        var context = DeviceContext()
        for (name, value) in fields {
            switch name {
            case "near":
                guard let place = Place(name: value), place.coarse == place else { return nil }
                context.selection.near = place
            case "languages":
                let languages = value.split(separator: ",").map { String($0) }
                guard languages.count <= Selection.languageLimit, languages == Set(languages).sorted(),
                    languages.allSatisfy({ LanguageList.isTag($0) && $0 == $0.lowercased() })
                else { return nil }
                context.selection.languages = languages
            default:
                guard let field = byName[name], field.read(value, &context) else { return nil }
            }
        }
        return context.selection
    }

    private static let device: [Field] = [
        Field(name: "user_agent", expected: "text") {
            $1.userAgent = $0; return true
        },
        choice("client", \.client),
        Field(name: "network", expected: names(Network.self)) { value, context in
            guard let network = Network(rawValue: value.lowercased()) else { return false }
            context.network = network
            context.networkIsEstimate = network == .slow2G
            return true
        },
        number("downlink", "Mbit/s, 0 to 100000", 0...100_000, \.downlink),
        number("rtt", "milliseconds, 0 to 600000", 0...600_000, \.roundTrip),
        flag("save_data", \.saveData),
        Field(name: "battery", expected: "percent, 0 to 100, or a fraction up to 1 with a point") { value, context in
            guard let percent = batteryPercent(value) else { return false }
            context.battery = percent
            return true
        },
        flag("charging", \.isCharging),
        Field(name: "orientation", expected: "portrait, landscape, 0, 90, 180 or 270") { value, context in
            guard let orientation = orientation(value) else { return false }
            context.orientation = orientation
            return true
        },
        whole("screen_width", "CSS pixels, 1 to 20000", 1...20_000, \.screenWidth),
        whole("screen_height", "CSS pixels, 1 to 20000", 1...20_000, \.screenHeight),
        number("dpr", "a ratio, 0.5 to 8", 0.5...8, \.pixelRatio),
        number("memory", "GiB, 0 to 1024", 0...1024, \.memory),
    ]

    private static let surroundings: [Field] = [
        number("latitude", "degrees, -90 to 90", -90...90, \.latitude, rounded: Place.rounded),
        number("longitude", "degrees, -180 to 180", -180...180, \.longitude, rounded: Place.rounded),
        number("accuracy", "metres, 0 to 20000000", 0...20_000_000, \.accuracy),
        Field(name: "local_time", expected: "ISO 8601, such as 2009-05-31T21:30:00+01:00") { value, context in
            guard let time = LocalTime(value) else { return false }
            context.localTime = time
            return true
        },
        Field(name: "timezone", expected: "an IANA name, such as Europe/Lisbon") { value, context in
            guard isZoneName(value) else { return false }
            context.timeZone = value
            return true
        },
        Field(name: "language", expected: "BCP 47 tags, the best first, such as pt-PT,en;q=0.8") { value, context in
            guard let languages = LanguageList.read(value), !languages.isEmpty else { return false }
            context.languages = languages
            return true
        },
        number("light", "lux, 0 to 200000", 0...200_000, \.light),
        flag("silent", \.isSilent),
        flag("headphones", \.hasHeadphones),
        flag("moving", \.isMoving),
    ]

    private static let wishes: [Field] = [
        slugs("categories", \.selection.categories),
        slugs("sections", \.selection.sections),
        Field(name: "articles", expected: "numbers of articles, comma-separated or repeated, at most 50") {
            value, context in
            let parts = value.split(separator: ",").map { FormText.trimmed($0) }.filter { !$0.isEmpty }
            let numbers = parts.compactMap { Int(digits: $0) }.filter { $0 > 0 }
            let all = Set(context.selection.articles + numbers)
            guard numbers.count == parts.count, all.count <= 50 else { return false }
            context.selection.articles = all.sorted()
            return true
        },
        whole("part", "the part of the text of one article, 0 to 200", 0...200, \.selection.part),
        Field(name: "items", expected: "a count, 1 to 200, or all for the whole edition") { value, context in
            let count = FormText.decimal(value)?.rounded()
            let isAll = value.lowercased() == "all"
            guard isAll || (1...200).contains(count ?? 0) else { return false }
            (context.items, context.wantsWholeEdition) = (count.map { Int($0) }, isAll)
            return true
        },
        Field(name: "edition", expected: "a number or a date, such as 12 or 2009-05-31") { value, context in
            guard let edition = EditionReference(value) else { return false }
            context.selection.edition = edition
            return true
        },
        Field(name: "before", expected: "the cursor of an earlier answer") { value, context in
            guard let cursor = Cursor(token: value) else { return false }
            context.selection.before = cursor
            return true
        },
        Field(name: "since", expected: "the sync token of an earlier answer") { value, context in
            guard let token = SyncToken(value) else { return false }
            context.sync = token
            context.selection.since = token.revision
            return true
        },
        whole(
            "last_update", "minutes since the device last fetched news, 0 to 525600", 0...525_600, \.minutesSinceUpdate),
        choice("images", \.images),
        choice("text", \.text),
        number("text_size", "a factor, 0.8 to 2.0", 0.8...2, \.textSize),
        choice("palette", \.palette),
        choice("format", \.format),
        flag("reasons", \.wantsReasons),
    ]
}

// The kinds of field.
extension ContextForm {
    private typealias Target<T> = any WritableKeyPath<DeviceContext, T> & Sendable

    private static func choice<T: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ target: Target<T?>
    ) -> Field {
        Field(name: name, expected: names(T.self)) { value, context in
            guard let choice = T(rawValue: value.lowercased()) else { return false }
            context[keyPath: target] = choice
            return true
        }
    }

    private static func names<T: RawRepresentable<String> & CaseIterable>(_: T.Type) -> String {
        "one of " + T.allCases.map(\.rawValue).joined(separator: ", ")
    }

    private static func number(
        _ name: String, _ expected: String, _ range: ClosedRange<Double>, _ target: Target<Double?>,
        rounded: @escaping @Sendable (Double) -> Double = { $0 }
    ) -> Field {
        Field(name: name, expected: expected) { value, context in
            guard let number = FormText.decimal(value), range.contains(number) else { return false }
            context[keyPath: target] = rounded(number)
            return true
        }
    }

    private static func whole(_ name: String, _ expected: String, _ range: ClosedRange<Int>, _ target: Target<Int?>)
        -> Field
    {
        Field(name: name, expected: expected) { value, context in
            guard let number = FormText.decimal(value)?.rounded(),
                (Double(range.lowerBound)...Double(range.upperBound)).contains(number)
            else { return false }
            context[keyPath: target] = Int(number)
            return true
        }
    }

    private static func flag(_ name: String, _ target: Target<Bool?>) -> Field {
        Field(name: name, expected: "1 or 0") { value, context in
            switch value.lowercased() {
            case "1", "on", "true", "yes", "?1": context[keyPath: target] = true
            case "0", "off", "false", "no", "?0": context[keyPath: target] = false
            default: return false
            }
            return true
        }
    }

    private static func slugs(_ name: String, _ target: Target<[String]>) -> Field {
        Field(name: name, expected: "slugs, comma-separated or repeated, at most 50") { value, context in
            let added = value.lowercased().utf8.split(separator: UInt8(ascii: ",")).map {
                FormText.trimmed(Substring($0))
            }.filter {
                !$0.isEmpty
            }
            let all = Set(context[keyPath: target] + added)
            guard all.count <= 50, added.allSatisfy(Slug.isValid) else { return false }
            context[keyPath: target] = all.sorted()
            return true
        }
    }
}

// Reading values.
extension ContextForm {
    /// `15` is percent and `0.15` a fraction, as browsers and the 2009 clients report the battery; a decimal
    /// point decides about `1`.
    private static func batteryPercent(_ text: String) -> Int? {
        let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
        guard let number = FormText.decimal(digits), (0...100).contains(number) else { return nil }
        let isFraction = digits == text && digits.contains(".") && number <= 1
        return Int((isFraction ? number * 100 : number).rounded())
    }

    private static func orientation(_ text: String) -> Orientation? {
        switch text.lowercased() {
        case "0", "180", "-180": .portrait
        case "90", "270", "-90": .landscape
        case let name: Orientation(rawValue: name)
        }
    }

    private static func isZoneName(_ text: String) -> Bool {
        text.utf8.count <= 64 && text.first?.isLetter == true && !text.hasSuffix("/") && !text.contains("//")
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789_+-/".unicodeScalars.contains($0))
            }
    }
}

extension String {
    /// The first Unicode scalars; counting graphemes would let a letter with ten thousand accents pass as one
    /// character.
    package func cut(to scalars: Int) -> String { String(String.UnicodeScalarView(unicodeScalars.prefix(scalars))) }
}

/// Reads a `User-Agent` in one pass: the kind of device, its system and its browser.
package struct UserAgent: Sendable, Hashable {
    /// The kind of device; nil if nothing reveals it.
    package var kind: Kind?
    /// The system it runs.
    package var system: Product?
    /// The browser, or the program that shows the page.
    package var browser: Product?
    /// The device, if it is a known one.
    package var device: KnownDevice?

    /// The kind of a device, as far as its use is concerned.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case phone, feature, tablet, desktop, tv, watch, bot
    }

    /// A system or a browser with its version, such as `iOS` 14.4.
    package struct Product: Sendable, Hashable {
        /// As it is commonly called.
        package var name: String
        /// The first number of its version; 0 if it is not given.
        package var major: Int
        /// The second number.
        package var minor: Int
    }

    /// Reads a user agent. Any text is allowed; everything beyond 512 bytes is ignored.
    /// - Parameter isWhole: whether it is all that a program says of itself, rather than the name of a model or a
    ///   system alone. Then also what it leaves out tells something.
    package init(_ text: some StringProtocol, isWhole: Bool = true) {
        var marks: [Mark] = []
        var words = AgentWords(text)
        var isEmpty = true
        while let word = words.next() {
            isEmpty = false
            for mark in AgentMarks.all(word) { marks.append(Mark(meaning: mark, version: words.versionAhead)) }
            if word.isAddress { marks.append(Mark(meaning: .address, version: (0, 0))) }
            if word.endsScreen { marks.append(Mark(meaning: .screen, version: (0, 0))) }
            device = KnownDevice.known(word) ?? device  // "HTC One", then "One X"
        }
        let apple = Self.apple(marks)
        let meanings = marks.map(\.meaning)
        // Such as Nokia's N8: other makers have given phones with Android the same names.
        if device?.kind == .feature, meanings.contains(.android) { device = nil }
        system = apple ?? Self.product(marks) { if case .system(let name) = $0 { name } else { nil } }
        browser = Self.product(marks) { if case .browser(let name) = $0 { name } else { nil } }
        kind = Self.certainKind(meanings) ?? Self.likelyKind(meanings, isWhole)
        if kind == nil, let apple { kind = apple.name == "macOS" ? .desktop : .phone }
        if let device, kind == nil || kind == .phone { kind = device.kind }
        // Every browser names the system that it runs on; many robots name nothing but themselves.
        if kind == nil, system == nil, isWhole, !isEmpty { kind = .bot }
    }

    private struct Mark {
        var meaning: AgentMarks.Meaning
        var version: (major: Int, minor: Int)
    }

    /// The kind by a mark that outweighs the system's. The most telling comes first: a robot names the browser that
    /// it imitates, a television the system of a phone.
    private static func certainKind(_ marks: [AgentMarks.Meaning]) -> Kind? {
        let isAndroid = marks.contains(.android)
        if marks.contains(.kind(.bot)) || marks.contains(.address) && !isAndroid { return .bot }
        if marks.contains(.link), !marks.contains(.reader) { return .bot }
        if marks.contains(.kind(.tv)) || marks.contains(.screen) && isAndroid { return .tv }
        if marks.contains(.kind(.watch)) { return .watch }
        if marks.contains(.computer) { return .desktop }
        if marks.contains(.kind(.tablet)) { return .tablet }
        if marks.contains(.simple) { return .feature }
        return marks.contains(.kind(.phone)) ? .phone : nil
    }

    /// The kind by the system and by what browsers of phones say.
    private static func likelyKind(_ marks: [AgentMarks.Meaning], _ isWhole: Bool) -> Kind? {
        let isMobile = marks.contains(.mobile)
        let isFeature = marks.contains(.kind(.feature))
        if marks.contains(.android) {
            // A program that is no browser tells nothing, and there are more phones than tablets.
            let isProgram = isWhole && !marks.contains(.safari)
            return isMobile || isFeature || isProgram ? .phone : .tablet
        }
        if isMobile { return .phone }
        if isFeature { return .feature }
        return marks.contains(.kind(.desktop)) || marks.contains(.reader) ? .desktop : nil
    }

    /// The first versions of Apple's network library (CFNetwork) that came with each version of iOS, for
    /// kernels whose version does not reveal it.
    private static let networkLibraries = [
        (454, 3), (459, 4), (548, 5), (602, 6), (672, 7), (705, 8), (757, 9), (790, 10), (887, 11),
    ]

    /// The system of programs that name Apple's network library and their own version, but not the system's.
    private static func apple(_ marks: [Mark]) -> Product? {
        func version(_ meaning: AgentMarks.Meaning) -> Int? { marks.first { $0.meaning == meaning }?.version.major }
        guard let library = version(.networkLibrary), let kernel = version(.darwin) else { return nil }
        // Since 2025 both systems are numbered by the following year.
        let isByYear = kernel >= 25
        if marks.contains(where: { $0.meaning == .intel }) {
            let major = isByYear ? kernel + 1 : kernel < 20 ? 10 : kernel - 9
            return Product(name: "macOS", major: major, minor: kernel < 20 ? kernel - 4 : 0)
        }
        // Since iOS 11 the versions of kernel and system have risen together.
        let known = isByYear ? kernel + 1 : kernel - 6
        return Product(
            name: "iOS", major: kernel >= 17 ? known : networkLibraries.last { $0.0 <= library }?.1 ?? 0, minor: 0)
    }

    /// The one of the named products that the table ranks first.
    private static func product(_ marks: [Mark], _ name: (AgentMarks.Meaning) -> AgentMarks.Name?) -> Product? {
        let named = marks.compactMap { mark in name(mark.meaning).map { ($0, mark.version) } }
        guard let best = named.min(by: { $0.0.rank < $1.0.rank }) else { return nil }
        // The version may follow another mention of the same product: "CPU iPhone OS 14_4", "Version/5.1
        // Safari/534". The last one is WebKit's, as are all numbers from 400 on.
        let version = named.first { $0.0.text == best.0.text && (1..<400).contains($0.1.major) }?.1
        return Product(name: best.0.text, major: version?.major ?? 0, minor: version?.minor ?? 0)
    }
}

extension UserAgent {
    /// The nearest client of the context form.
    package var client: Client? {
        switch kind {
        case .phone where system?.name == "iOS": device?.name == "iPod touch" ? .ipod : .iphone
        case .phone: system?.name == "Android" ? .android : .web
        case .tablet: system?.name == "iOS" ? .ipad : .tablet
        case .feature: .feature
        case .desktop: .desktop
        case .tv: .tv
        case .watch: .watch
        case .bot: .bot
        case nil: nil
        }
    }
}

extension UserAgent {
    /// Adds what hints reveal (User-Agent Client Hints): the system and the device, and the kind if the agent
    /// revealed none or guessed it from the name of the system alone.
    mutating func fill(from hints: UserAgent, isMobile: Bool) {
        system = system ?? hints.system
        device = device ?? hints.device
        if let hinted = device?.kind, kind == nil || kind == .phone {
            kind = hinted
        } else if kind == nil {
            kind = isMobile ? .phone : hints.kind
        }
    }

    /// The picture formats it shows, by the first versions that did so according to caniuse.com: not all
    /// browsers name them when they ask for a page.
    var formats: PictureFormats {
        let firsts: [(name: String, product: Product?, webp: Int, avif: Int)] = [
            ("iOS", system, 14, 16), ("Safari", browser, 14, 17), ("Chrome", browser, 32, 85),
            ("Firefox", browser, 65, 93),
            ("Edge", browser, 18, 121), ("Opera", browser, 19, 71), ("Samsung Internet", browser, 4, 14),
        ]
        return firsts.reduce(into: []) { formats, first in
            guard let product = first.product, product.name == first.name, kind != .bot else { return }
            if product.major >= first.webp { formats.insert(.webp) }
            if product.major >= first.avif { formats.insert(.avif) }
        }
    }
}

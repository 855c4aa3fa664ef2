/// The model of a device and the system it runs, as the system names them, and the facts that they imply.
struct DeviceModel: Sendable, Hashable {
    /// Such as `iPhone`, `iPhone3,1` or `Nexus One`.
    var model: String?
    /// Such as `iPhone OS`.
    var systemName: String?
    /// Major and minor, such as `3.1`.
    var systemVersion: String?

    /// The longest model.
    private static let limit = 60

    /// Takes fields with these names, or with those of iOS's `UIDevice`. Malformed values are reported and
    /// change nothing.
    mutating func read(_ fields: [(name: String, value: String)]) -> [FieldFault] {
        var faults: [FieldFault] = []
        for (name, value) in fields where value.contains(where: { !$0.isWhitespace }) {
            func take(_ field: String, _ read: String?, _ target: WritableKeyPath<Self, String?>, _ expected: String) {
                if let read { return self[keyPath: target] = read }
                faults.append(FieldFault(field: field, value: value.cut(to: 100), expected: expected))
            }
            switch name {
            case "model":
                take("model", Self.words(value, Self.limit), \.model, "letters, digits and -_.,+/(), at most 60")
            case "system_name", "systemName":
                take("system_name", Self.words(value, 30), \.systemName, "letters, digits and -_.,+/(), at most 30")
            case "system_version", "systemVersion":
                take("system_version", Self.version(value), \.systemVersion, "a version such as 3.1.2")
            default: break
            }
        }
        return faults
    }

    /// The values that are kept, by their names in the report.
    var description: [(name: String, value: String)] {
        [("model", model), ("system_name", systemName), ("system_version", systemVersion)].compactMap { name, value in
            value.map { (name, $0) }
        }
    }

    /// Fills in the kind of device and its screen if the context does not give them.
    func fill(_ context: inout DeviceContext) {
        var agent = UserAgent(model ?? "", isWhole: false)
        let system = UserAgent(
            [systemName, systemVersion].compactMap(\.self).joined(separator: " "), isWhole: false)
        // An unknown Android model counts as a phone: there are more phones than tablets.
        agent.fill(from: system, isMobile: system.system?.name == "Android")
        context.client = context.client ?? agent.client
        guard context.screenWidth == nil, context.screenHeight == nil else { return }
        if let model, let screen = AppleScreens.screen(of: model, version: majorVersion) {
            context.screenWidth = screen.width
            context.pixelRatio = context.pixelRatio ?? screen.pixelRatio
        } else if let device = agent.device, device.kind == agent.kind {
            context.screenWidth = device.width
            context.pixelRatio = context.pixelRatio ?? device.pixelRatio
        }
    }

    private var majorVersion: Int? { systemVersion?.split(separator: ".").first.flatMap { Int($0) } }

    /// The text reduced to letters, digits and signs that occur in names, with single spaces; nil if nothing
    /// is left, or too much.
    private static func words(_ text: String, _ limit: Int) -> String? {
        guard text.utf8.count <= ContextForm.valueLimit else { return nil }
        let words = text.unicodeScalars.split { scalar in
            !scalar.isASCII || !(scalar.properties.isAlphabetic || "0123456789-_.,+/()".unicodeScalars.contains(scalar))
        }
        let joined = words.map { String($0) }.joined(separator: " ")
        return (1...limit).contains(joined.utf8.count) ? joined : nil
    }

    /// Major and minor version: anything finer would single out a device.
    private static func version(_ text: String) -> String? {
        let digits = FormText.trimmed(text).utf8.prefix(40).split(
            maxSplits: 2, omittingEmptySubsequences: false, whereSeparator: { $0 == UInt8(ascii: ".") })
        let numbers = digits.prefix(2).map { Int(digits: String(decoding: $0, as: UTF8.self)) }
        guard case let major?? = numbers.first, (0..<10_000).contains(major) else { return nil }
        guard numbers.count == 2 else { return String(major) }
        guard let minor = numbers[1], (0..<10_000).contains(minor) else { return nil }
        return "\(major).\(minor)"
    }
}

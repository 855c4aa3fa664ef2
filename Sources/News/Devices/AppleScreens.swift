/// The screens of Apple's handhelds, by the model names that they give to programs but not to web sites.
enum AppleScreens {
    /// The width of the upright screen in CSS pixels and, if known, its device pixels per CSS pixel. Nil for
    /// unknown models, and for generic names whose devices have different screens.
    /// - Parameter version: the system's major version, which tells some generic names apart.
    static func screen(of model: String, version: Int?) -> (width: Int, pixelRatio: Double?)? {
        if let screen = table[model.lowercased()] { return screen }
        let version = version ?? .max
        return switch model.lowercased() {
        case "ipod touch", "ipod": (320, version <= 3 ? 1 : nil)
        case "iphone" where version <= 7, "iphone simulator" where version <= 7: (320, version <= 3 ? 1 : nil)
        case "ipad" where version <= 8: (768, version <= 4 ? 1 : nil)
        default: nil
        }
    }

    private static let table: [String: (width: Int, pixelRatio: Double?)] = {
        var table: [String: (width: Int, pixelRatio: Double?)] = [:]
        for line in DeviceTable.appleScreens {
            guard let (models, width, pixelRatio) = read(line) else { continue }
            for model in models { table[model] = (width, pixelRatio) }
        }
        return table
    }()

    /// Reads a line of `apple-screens.txt`; nil for one that is malformed.
    static func read(_ line: DeviceTable.Line) -> (models: [String], width: Int, pixelRatio: Double)? {
        guard line.key.count == 3, let width = Int(line.key[1]), let pixelRatio = Double(line.key[2]) else {
            return nil
        }
        return (line.value.split(separator: " ").map { "\(line.key[0])\($0)" }, width, pixelRatio)
    }
}

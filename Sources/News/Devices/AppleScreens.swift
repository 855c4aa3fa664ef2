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
        for (width, pixelRatio, family, numbers) in screens {
            for number in numbers.split(separator: " ") { table[family + number] = (width, pixelRatio) }
        }
        return table
    }()

    private static let screens: [(Int, Double, String, String)] = [
        (320, 1, "iphone", "1,1 1,2 2,1"), (320, 1, "ipod", "1,1 2,1 3,1"),
        (320, 2, "iphone", "3,1 3,2 3,3 4,1 5,1 5,2 5,3 5,4 6,1 6,2 8,4"), (320, 2, "ipod", "4,1 5,1 7,1 9,1"),
        (375, 2, "iphone", "7,2 8,1 9,1 9,3 10,1 10,4 12,8 14,6"), (375, 3, "iphone", "10,3 10,6 11,2 12,3 13,1 14,4"),
        (390, 3, "iphone", "13,2 13,3 14,2 14,5 14,7 17,5"), (393, 3, "iphone", "15,2 15,4 16,1 17,3"),
        (402, 3, "iphone", "17,1"), (414, 2, "iphone", "11,8 12,1"),
        (414, 3, "iphone", "7,1 8,2 9,2 9,4 10,2 10,5 11,4 11,6 12,5"), (428, 3, "iphone", "13,4 14,3 14,8"),
        (430, 3, "iphone", "15,3 15,5 16,2 17,4"), (440, 3, "iphone", "17,2"),
        (744, 2, "ipad", "14,1 14,2"), (768, 1, "ipad", "1,1 2,1 2,2 2,3 2,4 2,5 2,6 2,7"),
        (
            768, 2, "ipad",
            """
            3,1 3,2 3,3 3,4 3,5 3,6 4,1 4,2 4,3 4,4 4,5 4,6 4,7 4,8 4,9 5,1 5,2 5,3 5,4 6,3 6,4 6,11 6,12 7,5 7,6 \
            11,1 11,2
            """
        ),
        (810, 2, "ipad", "7,11 7,12 11,6 11,7 12,1 12,2"), (820, 2, "ipad", "13,1 13,2 13,16 13,17 13,18 13,19"),
        (834, 2, "ipad", "7,3 7,4 8,1 8,2 8,3 8,4 8,9 8,10 11,3 11,4 13,4 13,5 13,6 13,7"),
        (1024, 2, "ipad", "6,7 6,8 7,1 7,2 8,5 8,6 8,7 8,8 8,11 8,12 13,8 13,9 13,10 13,11"),
    ]
}

/// The screen as the policy sees it, with defaults by kind of device.
struct Screen {
    /// CSS pixels across, as the device is held.
    let width: Double
    let pixelRatio: Double
    /// Whether the screen is too large for one hand.
    private let isLarge: Bool

    init(_ context: DeviceContext) {
        let (defaultWidth, defaultRatio) = Self.defaults(context.client)
        let upright = Double(context.screenWidth ?? defaultWidth)
        let height = context.screenHeight.map(Double.init) ?? upright * 16 / 9
        width = context.orientation == .landscape ? max(upright, height) : upright
        pixelRatio = context.pixelRatio ?? defaultRatio
        isLarge = context.client?.isLarge == true
    }

    private static func defaults(_ client: Client?) -> (width: Int, pixelRatio: Double) {
        switch client {
        case .feature: (240, 1)
        case .watch: (200, 2)
        case .ipad, .tablet: (768, 2)
        case .desktop: (1280, 1)
        case .tv: (1920, 1)
        case .iphone, .ipod: (320, 2)
        case .android, .bot, .web, .native, nil: (360, 2)
        }
    }

    /// The narrowest rung that fills the screen, with the pixel ratio capped by the link.
    func pictureWidth(_ row: LinkRow) -> Int {
        Ladder.rung(atLeast: width * min(pixelRatio, row.pixelRatioLimit))
    }

    /// The columns of a list: a phone held sideways has room for two, a desktop for three.
    var columns: Int { width < 600 ? 1 : width < 1100 ? 2 : 3 }

    /// The greatest width of a square thumbnail in CSS pixels: beside a headline it is 6.2 lines of 18 pixels
    /// high.
    private static let largestSquare = 112.0

    /// A square a quarter of the screen wide on handhelds; on larger screens a card a third wide.
    func thumbnail(_ row: LinkRow) -> PictureSpec {
        let shape: PictureShape = isLarge ? .wide : .square
        let shown = isLarge ? width / 3 : min(width / 4, Self.largestSquare)
        let wanted = shown * min(pixelRatio, row.pixelRatioLimit)
        let rungs = Ladder.widths(of: shape)
        return PictureSpec(
            width: rungs.first { Double($0) >= wanted } ?? rungs[rungs.count - 1], quality: row.thumbnailQuality,
            shape: shape)
    }
}

extension DeviceContext {
    /// Whether the device or its browser says anything about the screen that the width of pictures depends on.
    var tellsScreen: Bool { screenWidth != nil || pixelRatio != nil }
}

extension Client {
    /// Whether its screen is too large for one hand.
    package var isLarge: Bool { [.desktop, .tablet, .ipad, .tv].contains(self) }
}

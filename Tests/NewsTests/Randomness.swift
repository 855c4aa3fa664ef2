import News
import TestSupport

extension SeededGenerator {
    /// Nil in one case of three.
    mutating func maybe<T>(_ value: (inout Self) -> T?) -> T? {
        Int.random(in: 0..<3, using: &self) == 0 ? nil : value(&self)
    }

    mutating func choice<T: CaseIterable>(_: T.Type) -> T? { T.allCases.randomElement(using: &self) }
}

extension DeviceContext {
    /// A context in which everything that the policy looks at is random.
    static func random(_ generator: inout SeededGenerator) -> DeviceContext {
        var context = DeviceContext()
        context.client = generator.maybe { $0.choice(Client.self) }
        context.network = generator.maybe { $0.choice(Network.self) }
        context.networkIsEstimate = context.network != nil && Bool.random(using: &generator)
        context.downlink = generator.maybe {
            Double.random(in: 0...1, using: &$0) * [0.1, 1, 10, 100, 1000][Int.random(in: 0..<5, using: &$0)]
        }
        context.roundTrip = generator.maybe { Double(Int.random(in: 0...3000, using: &$0)) }
        context.saveData = generator.maybe { Bool.random(using: &$0) }
        context.battery = generator.maybe { Int.random(in: 0...100, using: &$0) }
        context.isCharging = generator.maybe { Bool.random(using: &$0) }
        context.orientation = generator.maybe { $0.choice(Orientation.self) }
        context.screenWidth = generator.maybe { Int.random(in: 1...4000, using: &$0) }
        context.screenHeight = generator.maybe { Int.random(in: 1...4000, using: &$0) }
        context.pixelRatio = generator.maybe { Double.random(in: 0.5...8, using: &$0) }
        context.memory = generator.maybe { Double.random(in: 0...16, using: &$0) }
        context.light = generator.maybe { Double.random(in: 0...100_000, using: &$0) }
        context.isSilent = generator.maybe { Bool.random(using: &$0) }
        context.isMoving = generator.maybe { Bool.random(using: &$0) }
        context.isIntranet = Int.random(in: 0..<8, using: &generator) == 0
        context.items = generator.maybe { Int.random(in: 1...200, using: &$0) }
        context.images = generator.maybe { $0.choice(PictureUse.self) }
        context.text = generator.maybe { $0.choice(TextFormat.self) }
        context.textSize = generator.maybe { Double.random(in: 0.8...2, using: &$0) }
        context.palette = generator.maybe { $0.choice(Palette.self) }
        return context
    }
}

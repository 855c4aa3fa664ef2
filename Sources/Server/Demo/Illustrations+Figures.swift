import Imaging

/// How a person stands or moves: joints in units of the height, from the feet (0) up (negative), facing right.
struct Pose: Sendable {
    var head: (Double, Double)
    var neck: (Double, Double)
    var hip: (Double, Double)
    /// Elbow x, y and hand x, y of the far and the near arm.
    var arms: [[Double]]
    /// Knee x, y and foot x, y of the far and the near leg.
    var legs: [[Double]]

    static let standing = Pose(
        head: (0.01, -0.92), neck: (0, -0.81), hip: (0, -0.49),
        arms: [[0.06, -0.65, 0.09, -0.5], [-0.08, -0.65, -0.05, -0.49]],
        legs: [[0.04, -0.25, 0.05, 0], [-0.04, -0.25, -0.05, 0]])
    static let walking = Pose(
        head: (0.04, -0.92), neck: (0.02, -0.81), hip: (0, -0.49),
        arms: [[0.1, -0.66, 0.18, -0.54], [-0.08, -0.65, -0.1, -0.49]],
        legs: [[-0.06, -0.26, -0.18, -0.02], [0.1, -0.26, 0.14, 0]])
    static let running = Pose(
        head: (0.13, -0.9), neck: (0.1, -0.8), hip: (0, -0.5),
        arms: [[0.22, -0.68, 0.32, -0.78], [-0.06, -0.68, 0.02, -0.54]],
        legs: [[-0.12, -0.3, -0.34, -0.28], [0.2, -0.38, 0.16, -0.1]])
    static let striding = Pose(
        head: (0.11, -0.91), neck: (0.08, -0.8), hip: (0, -0.5),
        arms: [[-0.1, -0.7, -0.16, -0.56], [0.18, -0.66, 0.28, -0.76]],
        legs: [[0.16, -0.32, 0.26, -0.06], [-0.08, -0.27, -0.28, -0.1]])
    static let leaping = Pose(
        head: (0.08, -0.94), neck: (0.04, -0.83), hip: (-0.02, -0.5),
        arms: [[0.18, -0.76, 0.3, -0.86], [-0.14, -0.72, -0.26, -0.82]],
        legs: [[0.1, -0.3, 0, -0.12], [-0.1, -0.28, -0.3, -0.2]])
    static let tending = Pose(
        head: (0.16, -0.82), neck: (0.11, -0.73), hip: (0, -0.47),
        arms: [[0.18, -0.56, 0.3, -0.5], [0.14, -0.54, 0.26, -0.44]],
        legs: [[0.05, -0.24, 0.03, 0], [-0.04, -0.24, -0.07, 0]])
    /// Seated on something 0.27 high.
    static let seated = Pose(
        head: (0.05, -0.68), neck: (0.03, -0.58), hip: (0, -0.27),
        arms: [[0.1, -0.42, 0.24, -0.38], [0.08, -0.4, 0.22, -0.34]],
        legs: [[0.24, -0.28, 0.24, 0], [0.22, -0.26, 0.2, 0]])
    static let cycling = Pose(
        head: (0.25, -0.83), neck: (0.18, -0.76), hip: (-0.06, -0.58),
        arms: [[0.24, -0.6, 0.34, -0.5], [0.22, -0.58, 0.33, -0.49]],
        legs: [[0.12, -0.46, -0.02, -0.36], [0.14, -0.34, 0.03, -0.1]])
}

extension Canvas {
    /// What a figure wears, as flat colours.
    struct Clothes: Sendable {
        var skin: Color
        var hair: Color
        var top: Color
        var bottom: Color

        static func silhouette(_ color: Color) -> Clothes {
            Clothes(skin: color, hair: color, top: color, bottom: color)
        }
    }

    /// A person whose feet stand at a point; a negative height in `facing` mirrors it.
    func figure(
        _ x: Double, _ y: Double, _ height: Double, _ pose: Pose, _ clothes: Clothes, facing: Double = 1,
        sleeves: Bool = true, trousers: Bool = true
    ) {
        func at(_ joint: (Double, Double)) -> Point { Point(x + joint.0 * height * facing, y + joint.1 * height) }
        func limb(_ start: Point, _ numbers: [Double], _ width: Double, upper: Color, lower: Color) {
            let (middle, end) = (at((numbers[0], numbers[1])), at((numbers[2], numbers[3])))
            stroke(Path([middle, end]), width * 0.8 * height, lower)
            stroke(Path([start, middle]), width * height, upper)
        }
        let (neck, hip) = (at(pose.neck), at(pose.hip))
        let shade = Color(0x10141C)
        func leg(_ index: Int, _ share: Double) {
            let upper = clothes.bottom.mixed(with: shade, by: share)
            let lower = trousers ? upper : clothes.skin.mixed(with: shade, by: share)
            limb(hip, pose.legs[index], 0.075, upper: upper, lower: lower)
            let toe = Point(at((pose.legs[index][2], 0)).x + 0.05 * height * facing, at((0, pose.legs[index][3])).y)
            stroke(
                Path([at((pose.legs[index][2], pose.legs[index][3])), toe]), 0.045 * height,
                clothes.bottom.mixed(with: shade, by: 0.7))
        }
        func arm(_ index: Int, _ share: Double) {
            let upper = clothes.top.mixed(with: shade, by: share)
            let lower = sleeves ? upper : clothes.skin.mixed(with: shade, by: share)
            limb(Point(neck.x, neck.y + 0.03 * height), pose.arms[index], 0.055, upper: upper, lower: lower)
            let hand = at((pose.arms[index][2], pose.arms[index][3]))
            disc(hand.x, hand.y, 0.026 * height, clothes.skin.mixed(with: shade, by: share))
        }
        arm(0, 0.25)
        leg(0, 0.25)
        leg(1, 0)
        let head = at(pose.head)
        stroke(Path([neck, head]), 0.05 * height, clothes.skin)
        var torso = Path([Point(neck.x, neck.y + 0.04 * height), hip]).stroked(0.12 * height)
        torso.add(Path.circle(neck.x, neck.y + 0.055 * height, 0.075 * height))
        fill(torso, clothes.top)
        disc(head.x, head.y, 0.062 * height, clothes.skin)
        fill(
            .sector(
                head.x - 0.008 * height * facing, head.y - 0.008 * height, 0.068 * height, 0.068 * height,
                from: facing > 0 ? 120 : 200, to: facing > 0 ? 340 : 420), clothes.hair)
        arm(1, 0)
    }
}

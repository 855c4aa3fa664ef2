import Imaging

/// A picture of the demo newspaper, drawn by the program itself so that the package ships no image files.
///
/// Each is named like its file in `static/demo/newspaper.xml`: `night-ferry` is drawn for `media/night-ferry.jpg`.
struct Illustration: Sendable {
    /// Width of every illustration, in pixels.
    static let width = 1600
    /// Height of every illustration, in pixels.
    static let height = 1000

    /// The name of the media file, without its extension.
    let name: String
    /// Draws the picture; always the same one.
    let draw: @Sendable (Canvas) -> Void

    /// All illustrations, in the order of the newspaper.
    static let all = sea + city + people + land + sky + indoors

    /// The illustration of this name as a JPEG; nil if there is none.
    static func jpeg(named name: String) -> [UInt8]? {
        guard let illustration = all.first(where: { $0.name == name }),
            let canvas = Canvas(width: width, height: height)
        else { return nil }
        illustration.draw(canvas)
        // A little grain takes the plastic look from large flat areas, as paper would.
        canvas.grain(0.012)
        let bytes = canvas.jpeg(quality: 90)
        return bytes.isEmpty ? nil : bytes
    }
}

extension Illustration {
    static let sea = [
        Illustration(name: "night-ferry") { $0.nightFerry() },
        Illustration(name: "seagrass") { $0.seagrass() },
        Illustration(name: "lighthouse") { $0.lighthouse() },
        Illustration(name: "regatta") { $0.regatta() },
        Illustration(name: "fishing-rest") { $0.fishingRest() },
        Illustration(name: "island-wind") { $0.islandWind() },
    ]
    static let city = [
        Illustration(name: "tram-nine") { $0.tramNine() },
        Illustration(name: "empty-flats") { $0.emptyFlats() },
        Illustration(name: "new-bridge") { $0.newBridge() },
        Illustration(name: "green-roofs") { $0.greenRoofs() },
    ]
    static let people = [
        Illustration(name: "football-rain") { $0.footballRain() },
        Illustration(name: "marathon") { $0.marathon() },
        Illustration(name: "hill-climb") { $0.hillClimb() },
        Illustration(name: "translator") { $0.translator() },
    ]
    static let land = [
        Illustration(name: "village-uphill") { $0.villageUphill() },
        Illustration(name: "night-train") { $0.nightTrain() },
        Illustration(name: "old-wheat") { $0.oldWheat() },
        Illustration(name: "ice-core") { $0.iceCore() },
    ]
    static let sky = [
        Illustration(name: "comet") { $0.comet() },
        Illustration(name: "school-balloon") { $0.schoolBalloon() },
        Illustration(name: "tide-clock") { $0.tideClock() },
    ]
    static let indoors = [
        Illustration(name: "fish-stew") { $0.fishStew() },
        Illustration(name: "market-orchestra") { $0.marketOrchestra() },
        Illustration(name: "library-night") { $0.libraryNight() },
        Illustration(name: "reading-cafe") { $0.readingCafe() },
        Illustration(name: "hospital-night") { $0.hospitalNight() },
    ]
}

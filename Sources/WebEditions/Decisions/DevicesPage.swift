import Channels
import Foundation
import News
import Syndication
import Web

/// The same news on three devices: what each gets, what that weighs and how long it takes.
struct DevicesPage: Sendable {
    /// The greatest gain in one sentence, or that there is none.
    var gain: String?
    var devices: [Sight]
    /// Whose page is the heaviest, in words.
    var heaviest: String
    /// The ends of the two axes.
    var mostBytes: String
    var mostTime: String
    /// The formats that the browser takes for a page, which a script has to name as well: pictures weigh more in others.
    var accepted: String
    /// Fields of the address that were not understood.
    var ignored: [IgnoredField]
    /// How many pictures are still to be made in lighter formats, in words; nil for none.
    var picturesToCome: String?

    /// What one of them gets.
    struct Sight: Sendable {
        struct Link: Sendable {
            var value: String
            var name: String
            var isChosen: Bool
        }
        var key: String
        var name: String
        var link: String
        var links: [Link]
        var battery: Int
        /// The address of its page, and the same to be shown in a frame.
        var page: String
        var frame: String
        /// The address of the page about it: what it cost, why, and how to get more.
        var why: String
        /// The address of the decision for an app; nil for a device that nobody expects to have one.
        var explained: String?
        var width: Int
        var height: Int
        /// Whether the device would open the app, whose page a frame cannot show.
        var isApp: Bool
        /// What is on the page.
        var contents: String
        /// How much of the list that is; nil if it is all of it.
        var extent: String?
        /// How much of its budget it uses.
        var share: String
        var weight: String
        var time: String
        /// The time that the heaviest page would take; nil for itself.
        var instead: String?
        /// How the time is computed.
        var sum: String
        /// How the bytes allowed are computed.
        var allowance: String
        var reasons: [String]
        /// In percent of the axes.
        var documentBar: String
        var picturesBar: String
        var timeBar: String
        var insteadBar: String
    }

    init(
        _ devices: [Measured], ignored: [FieldFault], accepted: String, picturesToCome: Int, _ strings: Strings
    ) {
        self.accepted = accepted
        self.ignored = ignored.map(IgnoredField.init)
        self.picturesToCome = picturesToCome > 0 ? strings("devices_making", picturesToCome) : nil
        let measures = Measures(strings)
        let heaviest = devices.max { $0.bytes < $1.bytes }
        let most = heaviest?.bytes ?? 0
        // There is room for the best page of each, so that the axis stays while links and batteries change.
        let byteAxis = Axis(to: Double(devices.map { max($0.bytes, $0.most) }.max() ?? 0))
        let timeAxis = Axis(to: max(Self.leastAxis, devices.map { $0.time.seconds(most) }.max() ?? 0))
        (mostBytes, mostTime) = (measures.bytes(Int(byteAxis.end)), measures.seconds(timeAxis.end))
        self.heaviest = strings["devices_of_" + (heaviest?.device.key ?? "")]
        self.devices = devices.map { one in
            Sight(one, instead: one.bytes == most ? nil : most, byteAxis, timeAxis, measures)
        }
        let gained = devices.max { $0.gain(most) < $1.gain(most) }
        gain = gained.flatMap { one in
            guard one.gain(most) >= Self.leastGain else { return nil }
            return strings.filled(
                "devices_gain",
                [
                    "device": strings["devices_on_" + one.device.key], "link": one.device.linkName,
                    "own": measures.seconds(one.seconds), "page": strings["devices_of_" + (heaviest?.device.key ?? "")],
                    "instead": measures.seconds(one.time.seconds(most)),
                ])
        }
        gain = gain ?? Self.comparison(devices, measures)
    }

    /// How the devices fare where no page would take notably less time elsewhere.
    private static func comparison(_ devices: [Measured], _ measures: Measures) -> String {
        let (times, sizes) = (devices.map(\.seconds).sorted(), devices.map(\.bytes).sorted())
        guard let first = times.first, let last = times.last, let least = sizes.first, let most = sizes.last else {
            return ""
        }
        if last - first >= leastPause {
            return measures.strings.filled(
                "devices_byLink", ["least": measures.seconds(first), "most": measures.seconds(last)])
        }
        return measures.strings[Double(most) < alike * Double(least) ? "devices_alike" : "devices_even"]
    }

    /// The seconds that are worth a sentence (Nielsen 1993: up to one, the flow of thought stays uninterrupted), and those that somebody
    /// notices (a tenth seems instantaneous).
    private static let (leastGain, leastPause) = (1.0, 0.2)
    /// The seconds of the shortest axis: below, the bars would show differences that nobody notices.
    private static let leastAxis = 1.0
    /// How many times as heavy a page may be that is called much the same.
    private static let alike = 1.5

    /// A device, and its page as the server sends it.
    struct Measured: Sendable {
        var device: ShownDevice
        /// The path of its page.
        var path: String
        var isApp: Bool
        var document: Int
        var pictures: Int
        /// Bytes of its page on the best link, with a full battery.
        var most: Int
        var budget: Int
        /// Whether that leaves room for more.
        var room: Measures.Room
        /// How the budget comes about, in words.
        var allowance: String
        var stories: Int
        var pictureCount: Int
        var time: LoadTime
        var reasons: [String]
        /// How much of the list it has, if that is not all of it.
        var extent: String?
        /// What its address says besides.
        var extra: String

        var bytes: Int { document + pictures }
        var seconds: Double { time.seconds(bytes) }
        /// The seconds that its page saves in comparison with one of so many bytes.
        func gain(_ most: Int) -> Double { time.seconds(most) - seconds }
    }
}

extension DevicesPage.Sight {
    init(_ one: DevicesPage.Measured, instead most: Int?, _ bytes: Axis, _ time: Axis, _ measures: Measures) {
        let (device, strings) = (one.device, measures.strings)
        let query = device.query + one.extra
        (key, name, link, battery) = (
            device.key, strings["devices_" + device.key], device.linkName, device.battery
        )
        links = ShownDevice.links.map {
            Link(value: $0.network.rawValue, name: $0.name, isChosen: $0.network == device.network)
        }
        page = one.path + "?" + query
        frame = page + "&\(PageDesk.framed.0)=\(PageDesk.framed.1)"
        why = page + "&why=1"
        explained = device.runsApps ? "/ws/explain?" + query : nil
        (width, height) = device.screen
        isApp = one.isApp
        let pictures =
            one.pictureCount == 0 ? strings["plan_pictures_off"] : strings("devices_pictures", one.pictureCount)
        contents = strings("stories", one.stories) + ", " + pictures
        share = measures.share(one.bytes, of: one.budget, one.room)
        weight = measures.bytes(one.bytes)
        self.time = measures.seconds(one.seconds)
        let instead = most.map { measures.seconds(one.time.seconds($0)) }
        self.instead = instead == self.time ? nil : instead
        sum = measures.sum(one.time, one.bytes)
        allowance = one.allowance
        (reasons, extent) = (one.reasons, one.extent)
        documentBar = bytes.percent(Double(one.document))
        picturesBar = bytes.percent(Double(one.pictures))
        timeBar = time.percent(one.seconds)
        insteadBar = time.percent(most.map(one.time.seconds) ?? 0)
    }
}

import Channels
import Foundation
import Hummingbird
import News
import Syndication
import Web

/// A field that was not understood.
struct IgnoredField: Sendable {
    var field: String
    var value: String
    var expected: String

    init(_ fault: FieldFault) { (field, value, expected) = (fault.field, fault.value, fault.expected) }
}

/// The page that explains a decision.
struct ExplainPage: Sendable {
    /// A field of the context form.
    struct Row: Sendable {
        var name: String
        var value: String
    }
    struct StoryRow: Sendable {
        var headline: String
        var url: String
        var isSent: Bool
        /// The parts it got, in words; nil if that is what most of the stories got.
        var got: String?
        /// The size of its pictures, and in percent of those of the story with the most; nil if it has none.
        var bytes: String?
        var bar: String
        /// The next part that it would get, and what that would cost.
        var more: String?
    }

    /// The device in a few words, as far as it is known; nil if that is nothing.
    var device: String?
    /// Whether it gets more than a web page has.
    var isMore: Bool
    /// Whether the rest of each text comes afterwards.
    var isBegun: Bool
    /// Whether there is room for technical details.
    var isDetailed: Bool
    var context: [Row]
    /// The plan, in words.
    var plan: [String]
    /// The stories sent, and how many of them have their text and a picture.
    var summary: String
    var used: String
    /// The estimated time to load it.
    var time: String
    /// How much of the budget that is.
    var share: String
    var usedDocument: String
    var usedPictures: String
    var documentPercent: Int
    var picturesPercent: Int
    /// How the bytes allowed and the load time are computed.
    var allowance: String
    var sum: String
    /// Whether the newspaper has stories that come only when the app asks for more.
    var hasOlder: Bool
    /// Whether pictures are sent.
    var isIllustrated: Bool
    /// The first part that did not fit; nil if everything that the plan allows was sent.
    var firstLeftOut: String?
    var reasons: [String]
    var ignored: [IgnoredField]
    /// The parts that most of the stories got, in words; nil if each got something else.
    var usual: String?
    var stories: [StoryRow]
    /// How many more there are, if the page has no room for them.
    var further: String?
    var planName: String
    /// Nil if the request cannot be expressed as an address.
    var channelURL: String?
    var jsonURL: String?
    /// The form, with the same device filled in.
    var formURL: String
    /// The same for this device in better circumstances.
    var ways: [WhyPage.Way]
    /// Why there are none; nil if there are some.
    var extent: String?
    /// The three devices, one of them in the circumstances of this one.
    var devices: String

    /// Requests the same as JSON, whatever the format of the channel.
    static let asJSON = "explain=json"

    init(
        _ explanation: Explanation, _ request: Request, isPosted: Bool, isDetailed: Bool, ways: [WhyPage.Way], rows: Int
    ) {
        let wanted = explanation.wanted
        let sent = explanation.channel.plan
        device = wanted.strings.words(of: wanted.context)
        isMore = sent.text >= .plain
        isBegun = sent.text == .opening
        self.isDetailed = isDetailed
        context = wanted.context.description.map(Row.init)
        plan = wanted.strings.words(of: Self.told(of: sent), in: sent)
        planName = sent.name
        let measures = Measures(wanted.strings)
        (usedDocument, usedPictures, used) = measures.parts(explanation.sent, explanation.written.pictureBytes)
        share = measures.share(
            explanation.used, of: sent.budget,
            explanation.isComplete ? .spare : explanation.isReserveKept ? .tight : .full)
        documentPercent = min(100, Measures.percent(explanation.sent, of: sent.budget))
        picturesPercent = min(
            100 - documentPercent, Measures.percent(explanation.written.pictureBytes, of: sent.budget))
        let lines = explanation.lines
        let sentLines = lines.filter(\.isSent)
        let whole = [TextFormat.plain, .html].map(\.rawValue)
        summary = wanted.strings.filled(
            "explain_summary",
            [
                "stories": wanted.strings("stories", sentLines.count),
                "texts": "\(sentLines.count { whole.contains($0.text) })",
                "pictures": "\(sentLines.count { $0.pictureBytes > 0 })",
            ])
        let time = LoadTime(wanted.context)
        self.time = measures.about(time, explanation.used)
        allowance = measures.allowance(time, wanted.reasons)
        sum = measures.sum(time, explanation.used)
        hasOlder = explanation.channel.rest != nil
        isIllustrated = explanation.written.pictureBytes > 0
        firstLeftOut = explanation.firstLeftOut.map { story, part in
            let words = ["part": StoryRow.name(of: part, wanted.strings), "cost": measures.bytes(part.bytes)]
            let key = explanation.isReserveKept ? "explain_reserve" : "explain_first"
            let room = ["story": story.headline, "room": measures.bytes(sent.budget - explanation.used)]
            return wanted.strings.filled(key, words.merging(room) { $1 })
        }
        reasons = explanation.reasons
        ignored = wanted.faults.map(IgnoredField.init)
        let axis = Axis(to: Double(lines.map(\.pictureBytes).max() ?? 0))
        stories = lines.prefix(rows).map { StoryRow($0, axis, wanted.strings) }
        usual = Self.takeUsual(of: &stories)
        let rest = lines.count - stories.count
        further = rest > 0 ? wanted.strings("explain_further", rest) : nil
        let query = request.uri.query ?? ""
        channelURL = isPosted ? nil : "/ws?" + query
        jsonURL = isPosted ? nil : "/ws/explain?" + (query.isEmpty ? "" : query + "&") + Self.asJSON
        self.ways = ways
        extent = ways.isEmpty && !isPosted ? wanted.strings["explain_noWays"] : nil
        devices = "/ws/form" + (ShownDevice.query(like: wanted.context).map { "?" + $0 } ?? "")
        formURL = "/ws/form" + (isPosted || query.isEmpty ? "" : "?" + query + "#fields")
    }

    /// Says once what at least half of the stories got.
    private static func takeUsual(of stories: inout [StoryRow]) -> String? {
        let counts = Dictionary(stories.compactMap(\.got).map { ($0, 1) }, uniquingKeysWith: +)
        guard let most = counts.max(by: { $0.value < $1.value }), most.value > 2, most.value * 2 >= stories.count else {
            return nil
        }
        for index in stories.indices where stories[index].got == most.key { stories[index].got = nil }
        return most.key
    }

    /// The parts of a plan that are worth a line: what is as usual is not.
    private static func told(of plan: DeliveryPlan) -> Effects {
        var told = Effects.all
        if plan.palette == .auto { told.remove(.palette) }
        if plan.textSize == 100 { told.remove(.textSize) }
        if !plan.textsFirst { told.remove(.order) }
        if plan.offersAudio { told.remove(.sound) }
        return told
    }
}

extension ExplainPage.StoryRow {
    init(_ line: Explanation.Line, _ axis: Axis, _ strings: Strings) {
        headline = line.story.headline
        url = "/articles/\(line.story.slug)"
        isSent = line.isSent
        let picture =
            Self.words("explain_picture", line.picture, strings)
            ?? Self.words("explain_thumbnail", line.thumbnail, strings)
            ?? strings[line.story.isPictured ? "explain_withoutPicture" : "explain_noPicture"]
        got = "\(strings["explain_text_" + line.text]) · \(picture)".capitalizedFirst
        bar = axis.percent(Double(line.pictureBytes))
        bytes = line.pictureBytes > 0 ? Measures(strings).bytes(line.pictureBytes) : nil
        more = line.nextMore.map { more in
            let words = ["part": Self.name(of: more, strings), "cost": Measures(strings).bytes(more.bytes)]
            return strings.filled("explain_extra", words)
        }
    }

    /// A part that a story did not get, in words.
    fileprivate static func name(of more: Explanation.More, _ strings: Strings) -> String {
        more.rendition.flatMap { words(more.isForLists ? "explain_listPicture" : "explain_" + more.part, $0, strings) }
            ?? strings["explain_text_" + more.part]
    }

    /// A rendition in words; nil if there is none.
    private static func words(_ key: String, _ name: String, _ strings: Strings) -> String? {
        RenditionName(name).map { name in
            strings.filled(
                key, ["width": "\(name.spec.width)", "quality": strings.words(ofQuality: name.spec.quality)])
        }
    }
}

import Foundation
package import News
package import Syndication
import Web

/// A decision taken apart: what was understood, what was decided and why, what it costs, and what more
/// would cost.
package struct Explanation {
    package let wanted: ChannelRequest
    package let channel: Channel
    package let written: ChannelDocument
    /// Whether there was no room for the weather.
    let leavesOutWeather: Bool

    package init(
        wanted: ChannelRequest, channel: Channel, written: ChannelDocument, leavesOutWeather: Bool = false
    ) {
        self.leavesOutWeather = leavesOutWeather
        self.wanted = wanted
        self.channel = channel
        self.written = written
    }

    package var sent: Int { written.sent.count }
    package var used: Int { sent + written.pictureBytes }

    /// Whether every story got everything that the plan allows.
    package var isComplete: Bool { written.count == written.packer.steps.count }

    /// The reasons in the reader's language, including those of the selection.
    package var reasons: [String] {
        let (strings, selection) = (wanted.strings, channel.selection)
        var reasons = wanted.reasonsInWords.map(\.words)
        if let near = selection.near {
            reasons.append(strings(wanted.context.placeIsOfAddress ? "why_nearAddress" : "why_near", near.name))
        }
        if selection.isLocal, selection.near == nil { reasons.append(strings["why_nowhere"]) }
        if !selection.languages.isEmpty {
            let names = selection.languages.map { strings.locale.localizedString(forIdentifier: $0) ?? $0 }
            reasons.append(strings("why_languages", names.joined(separator: ", ")))
        }
        if let weather = channel.weather {
            reasons.append(strings("why_weather", weather.report.town ?? strings["weather_here"]))
        } else if leavesOutWeather {
            reasons.append(strings["why_noWeather"])
        }
        if selection.since != nil {
            reasons.append(strings["why_delta"])
        } else if wanted.context.sync != nil {
            reasons.append(strings["why_noDelta"])
        }
        return reasons
    }

    /// The parts that a story got, and what it would cost to add more.
    package struct Line {
        package var story: Story
        /// Whether there was room for at least its headline.
        package var isSent: Bool
        package var text: String
        package var thumbnail: String
        package var picture: String
        package var pictureBytes: Int
        package var more: [More]

        /// The next part that it would get: the next step of a picture may have better quality at a smaller width, which nobody would call more.
        package var nextMore: More? {
            more.first { more in
                let own = RenditionName(more.part == "thumbnail" ? thumbnail : picture)?.spec.width ?? 0
                return more.rendition.flatMap(RenditionName.init)?.spec.width ?? own >= own
            }
        }
    }

    /// A part that a story did not get.
    package struct More {
        /// `headline`, `summary`, `plain`, `html`, `thumbnail` or `picture`.
        package var part: String
        /// The rendition, for pictures.
        package var rendition: String?
        /// Bytes as sent, on top of what the story has.
        package var bytes: Int
        /// Whether it is a small picture for lists, of a story that has its large one.
        package var isForLists = false
    }

    package var lines: [Line] {
        let missing = written.packer.missing(after: written.count)
        return channel.stories.enumerated().map { index, written in
            let story = written.story
            let share = share(of: index)
            let chosen = share.flatMap { story.picture?.chosen($0) }
            return Line(
                story: story, isSent: share != nil, text: share?.text.rawValue ?? "none",
                thumbnail: chosen?.thumbnail?.name.text ?? "none", picture: chosen?.picture?.name.text ?? "none",
                pictureBytes: (chosen?.thumbnail?.bytes ?? 0) + (chosen?.picture?.bytes ?? 0),
                more: (missing[index] ?? []).map { more($0, story, share) })
        }
    }

    /// The first part in order of importance that did not fit, and the story that it belongs to; nil if all was sent.
    package var firstLeftOut: (story: Story, part: More)? {
        guard !isComplete else { return nil }
        let step = written.packer.steps[written.count]
        let story = channel.stories[step.story].story
        return (story, more(step, story, share(of: step.story)))
    }

    /// Nil for a story that was not sent.
    private func share(of story: Int) -> Packer.Share? { story < written.shares.count ? written.shares[story] : nil }

    /// Whether the first part that was left out might have fitted into what is kept free, since how well a document compresses is known only
    /// once it is written.
    package var isReserveKept: Bool { firstLeftOut.map { used + $0.part.bytes <= channel.plan.budget } ?? false }

    private func more(_ step: Packer.Step, _ story: Story, _ share: Packer.Share?) -> More {
        let bytes = Int((Double(step.weight.written) * written.compression).rounded(.up)) + step.weight.files
        return switch step.part {
        case .text(let format): More(part: format.rawValue, bytes: bytes)
        case .thumbnail(let rung):
            More(
                part: "thumbnail", rendition: story.picture?.thumbnails[rung].name.text, bytes: bytes,
                isForLists: share.flatMap { story.picture?.chosen($0).picture } != nil)
        case .picture(let rung):
            More(part: "picture", rendition: story.picture?.details[rung].name.text, bytes: bytes)
        }
    }

    package var json: [UInt8] {
        var json = JSONWriter()
        json.open("{")
        json.key("context")
        json.open("{")
        for (name, value) in wanted.context.description { json.member(dynamic: name, value) }
        json.close("}")
        json.plan(channel.plan, wanted.reasonsInWords)
        json.key("budget")
        json.open("{")
        json.member("bytes", channel.plan.budget)
        json.close("}")
        json.key("used")
        json.open("{")
        json.member("bytes", used)
        json.member("document", sent)
        json.member("pictures", written.pictureBytes)
        json.close("}")
        json.member("isComplete", isComplete)
        json.member("reasons", reasons)
        json.member("ignored", wanted.faults.map { "\($0.field): \($0.expected)" })
        json.key("stories")
        json.open("[")
        for line in lines { write(line, &json) }
        json.close("]")
        json.close("}")
        return json.bytes
    }

    private func write(_ line: Line, _ json: inout JSONWriter) {
        json.open("{")
        json.member("id", line.story.id)
        json.member("title", line.story.headline)
        json.member("text", line.text)
        json.member("thumbnail", line.thumbnail)
        json.member("picture", line.picture)
        json.member("bytes", line.pictureBytes)
        json.key("more")
        json.open("[")
        for more in line.more {
            json.open("{")
            json.member("part", more.part)
            if let rendition = more.rendition { json.member("rendition", rendition) }
            json.member("bytes", more.bytes)
            json.close("}")
        }
        json.close("]")
        json.close("}")
    }
}

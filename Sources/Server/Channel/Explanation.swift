import News
import Syndication

/// A decision taken apart: what was understood, what was decided and why, what it weighs.
struct Explanation {
    let wanted: ChannelRequest
    let channel: Channel
    let written: ChannelDocument
    /// Bytes of the document as sent.
    let sent: Int

    var used: Int { sent + written.pictureBytes }

    /// What a story got, and the bytes of its pictures.
    struct Line {
        var story: Story
        var text: String
        var thumbnail: String
        var picture: String
        var pictureBytes: Int
    }

    var lines: [Line] {
        zip(channel.stories, written.shares).map { written, share in
            let story = written.story
            let thumbnail = share.thumbnail ? story.picture?.thumbnail : nil
            let picture = share.picture ? story.picture?.detail : nil
            let text = share.text && written.hasText ? channel.plan.text : share.standfirst ? .summary : .headline
            return Line(
                story: story, text: text.rawValue, thumbnail: thumbnail?.name.text ?? "none",
                picture: picture?.name.text ?? "none",
                pictureBytes: (thumbnail?.bytes ?? 0) + (picture?.bytes ?? 0))
        }
    }

    var json: [UInt8] {
        var json = JSONWriter()
        json.open("{")
        json.key("context")
        json.open("{")
        for (name, value) in wanted.context.description { json.member(dynamic: name, value) }
        json.close("}")
        json.plan(channel.plan)
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
        json.member("reasons", channel.plan.reasons.map(\.reason))
        json.member("ignored", wanted.faults.map { "\($0.field): \($0.expected)" })
        json.key("stories")
        json.open("[")
        for line in lines {
            json.open("{")
            json.member("id", line.story.id)
            json.member("title", line.story.headline)
            json.member("text", line.text)
            json.member("thumbnail", line.thumbnail)
            json.member("picture", line.picture)
            json.member("bytes", line.pictureBytes)
            json.close("}")
        }
        json.close("]")
        json.close("}")
        return json.bytes
    }
}

import Foundation
package import News
import XML

/// The tailored channel before it is written: the stories in order, and the values they share.
package struct Channel: Sendable {
    /// The names of the newspaper, its sections and categories.
    package var masthead: Masthead
    /// The addresses that links lead to.
    package var site: Site
    /// The decision for the device.
    package var plan: DeliveryPlan
    /// The reasons for it, in the reader's language, if they were asked for: they belong to a request, and many requests share a
    /// plan and its document.
    package var reasons: [Reason]
    /// The news requested.
    package var selection: Selection
    /// The document format: XML or its JSON twin.
    package var format: DocumentFormat
    /// The stories, written in the channel's format.
    package var stories: [WrittenStory]
    /// The cursor of the first story left out; nil if there are no more.
    package var rest: Cursor?
    /// Stories withdrawn since the device's last update; only used when sending changes alone.
    package var withdrawn: [Withdrawal]
    /// The weather at the reader's place, if it is known and there is room.
    package var weather: LocalWeather?
    /// The program name for the RSS `generator` element.
    static let generator = "N4MD"

    /// Creates a channel from its parts.
    package init(
        masthead: Masthead, site: Site, plan: DeliveryPlan, reasons: [Reason] = [], selection: Selection,
        format: DocumentFormat, stories: [WrittenStory], rest: Cursor?, withdrawn: [Withdrawal] = [],
        weather: LocalWeather? = nil
    ) {
        self.weather = weather
        self.masthead = masthead
        self.site = site
        self.plan = plan
        self.reasons = reasons
        self.selection = selection
        self.format = format
        self.stories = stories
        self.rest = rest
        self.withdrawn = withdrawn
    }

    /// Seconds until it is worth asking again.
    var next: Int { plan.pause * 60 }

    /// The token that a device sends back as `since`.
    var sync: String {
        let token =
            selection.since == nil
            ? SyncToken(of: masthead, with: stories.lazy.map(\.lastChange)) : SyncToken(of: masthead)
        return token.text
    }

    /// The link to the stories that did not fit and to older ones; nil if there are none.
    func older(after count: Int) -> OlderStories? {
        // If not even the first story fits, skip it.
        let cursor = Cursor.after(
            stories.map(\.cursor), kept: max(1, count), rest: rest, former: selection.before)
        guard let cursor else { return nil }
        return OlderStories(
            cursor: cursor,
            path: site.channel(plan, selection.goingOn(from: cursor), format))
    }

    /// The IDs of the stories the device shows, in front page order, for a device that already has them.
    /// Empty unless all news is requested.
    var front: [Int] {
        var all = selection
        all.since = nil
        return all.isFront ? Array(masthead.front.stories.prefix(plan.items ?? DeliveryPlan.itemLimit)) : []
    }

    /// The edition named on the channel: the one requested, otherwise the latest.
    var edition: Int? {
        selection.edition == nil ? masthead.latestEdition?.number : stories.first?.story.edition
    }
}

/// A rule that had an effect on a plan, and what it says to the reader.
package struct Reason: Sendable {
    package let rule: Rule
    package let words: String

    package init(_ rule: Rule, _ words: String) { (self.rule, self.words) = (rule, words) }
}

/// The weather at a reader's place, with its words in the reader's language.
package struct LocalWeather: Sendable {
    package let report: WeatherReport
    package let words: String

    package init(_ report: WeatherReport, _ words: String) { (self.report, self.words) = (report, words) }
}

/// A written channel, and how it was packed.
package struct ChannelDocument: Sendable {
    /// The bytes as sent.
    package var sent: [UInt8]
    /// The number of bytes before compression.
    package var written: Int
    /// Bytes sent per byte written.
    package var compression: Double { Double(sent.count) / Double(written) }
    /// The total size of the picture files it names.
    package var pictureBytes: Int
    /// The packer, with every step the stories could be given.
    package var packer: Packer
    /// The number of steps granted.
    package var count: Int
    /// The share of each story.
    package var shares: [Packer.Share]
    /// The link to older stories, if there are any.
    package var older: OlderStories?
}

/// The continuation of a channel.
package struct OlderStories: Sendable {
    /// The position just after the last story that fitted.
    package var cursor: Cursor
    /// The path for the same device and selection. It names the plan, so the device need not describe
    /// itself again.
    package var path: String
}

extension Channel {
    /// Writes the channel so that the document and its pictures stay within the plan's budget.
    /// - Parameters:
    ///   - compression: the estimated bytes sent per byte written: 1 uncompressed, less when compressed.
    ///   - send: converts the written bytes to the bytes sent.
    package func document(compression: Double, send: ([UInt8]) -> [UInt8] = { $0 }) -> ChannelDocument {
        format == .xml ? document(XMLWriter.self, compression, send) : document(JSONWriter.self, compression, send)
    }

    private func document<Markup: ChannelMarkup>(
        _ markup: Markup.Type, _ compression: Double, _ send: ([UInt8]) -> [UInt8]
    ) -> ChannelDocument {
        let head = head(markup)
        let tombstones = tombstones(markup)
        let packer = Packer(plan, stories.map { $0.load(plan) }, compression: compression)
        let frame = head.count + tombstones.count + Self.cursorReserve + Markup.end.count
        let fitted: Fitted<Draft> = packer.fit(
            frame: frame, budget: plan.budget, compression: compression
        ) { count in
            let shares = packer.shares(count)
            let older = older(after: shares.count)
            var bytes = head
            bytes.reserveCapacity(frame + packer.weight(count).written)
            bytes += Markup.separator + itemsStart(markup, older) + tombstones
            for (index, share) in shares.enumerated() {
                if index > 0 || !tombstones.isEmpty { bytes += Markup.separator }
                stories[index].append(share, to: &bytes)
            }
            bytes += Markup.end
            let sent = send(bytes)
            return (Draft(sent: sent, written: bytes.count, shares: shares, older: older), sent: sent.count)
        }
        let draft = fitted.written
        return ChannelDocument(
            sent: draft.sent, written: draft.written, pictureBytes: fitted.files,
            packer: packer, count: fitted.count, shares: draft.shares, older: draft.older)
    }

    private struct Draft {
        let sent: [UInt8]
        let written: Int
        let shares: [Packer.Share]
        let older: OlderStories?
    }

    /// The most bytes that the link to older stories adds to the frame.
    private static let cursorReserve = 300
}

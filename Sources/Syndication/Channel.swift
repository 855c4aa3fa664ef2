import Foundation
package import News
import XML

/// The tailored channel before it is written: the stories in their order, and what all of them share.
package struct Channel: Sendable {
    /// The names of the newspaper, its sections and categories.
    package var masthead: Masthead
    /// The addresses that links lead to.
    package var site: Site
    /// The decision for the device.
    package var plan: DeliveryPlan
    /// Which news was asked for.
    package var selection: Selection
    /// XML or its JSON twin.
    package var format: DocumentFormat
    /// Written in the format of the channel.
    package var stories: [WrittenStory]
    /// Where the stories begin that were not taken along; nil where there are no more.
    package var rest: Cursor?
    /// What was withdrawn since the device's last update, where only changes are given.
    package var withdrawn: [Withdrawal]
    /// Names the program, as RSS has it.
    static let generator = "N4MD"

    /// A channel of these parts.
    package init(
        masthead: Masthead, site: Site, plan: DeliveryPlan, selection: Selection, format: DocumentFormat,
        stories: [WrittenStory], rest: Cursor?, withdrawn: [Withdrawal] = []
    ) {
        self.masthead = masthead
        self.site = site
        self.plan = plan
        self.selection = selection
        self.format = format
        self.stories = stories
        self.rest = rest
        self.withdrawn = withdrawn
    }

    /// Seconds until it is worth asking again: a newspaper changes by the hour, and a weak battery asks seldom.
    var next: Int {
        if plan.reasons.contains(.quarter) || plan.reasons.contains(.half) { return 3600 }
        return plan.reasons.contains(.gprs) || plan.reasons.contains(.edge) ? 1800 : 900
    }

    /// What a device gives back as `since`.
    var sync: String { SyncToken(of: masthead).text }

    /// Where older stories are, if there are any besides those that found room.
    func older(after count: Int) -> OlderStories? {
        // Where not even the first story found room, it is passed over.
        guard let cursor = Cursor.after(stories.map(\.cursor), kept: max(1, count), rest: rest) else { return nil }
        return OlderStories(
            cursor: cursor,
            path: site.channel(revision: masthead.revision, plan, selection.goingOn(from: cursor), format))
    }

    /// The front page's order where all news is asked for, for a device that has its stories already: the numbers of as many as it shows.
    var front: [Int] {
        var all = selection
        all.since = nil
        return all.isFront ? Array(masthead.front.stories.prefix(plan.items ?? DeliveryPlan.itemLimit)) : []
    }

    /// The edition that stands on the channel: the one asked for, or the latest.
    var edition: Int? {
        selection.edition == nil ? masthead.latestEdition?.number : stories.first?.story.edition
    }
}

/// A written channel, and how it came to be.
package struct ChannelDocument: Sendable {
    /// As sent.
    package var sent: [UInt8]
    /// Bytes as sent for each byte written.
    package var compression: Double
    /// The files of all pictures that it names.
    package var pictureBytes: Int
    /// All that its stories could get.
    package var packer: Packer
    /// How many steps of it they got.
    package var count: Int
    /// What each story got.
    package var shares: [Packer.Share]
    /// Where older stories are, if there are any.
    package var older: OlderStories?
}

/// Where a channel goes on.
package struct OlderStories: Sendable {
    /// Just after the last story that found room.
    package var cursor: Cursor
    /// For the same device and selection: it names the plan, so the device need not say again what it is.
    package var path: String
}

extension Channel {
    /// Writes the channel so that document and pictures stay within the plan's budget.
    /// - Parameters:
    ///   - compression: what the document weighs as sent for each byte written, about: 1 as it is, less when it will be compressed.
    ///   - send: makes what is sent of what is written.
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
            sent: draft.sent, compression: Double(draft.sent.count) / Double(draft.written), pictureBytes: fitted.files,
            packer: packer, count: fitted.count, shares: draft.shares, older: draft.older)
    }

    private struct Draft {
        let sent: [UInt8]
        let written: Int
        let shares: [Packer.Share]
        let older: OlderStories?
    }

    /// What the link to older stories may add to the frame.
    private static let cursorReserve = 300
}

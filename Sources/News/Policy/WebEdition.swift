/// A face of the newspaper in HTML.
package enum WebEdition: String, Sendable, Hashable, CaseIterable {
    /// For any browser: pictures and one small style, no script.
    case mobile
    /// The app: all stories in one load, readable offline.
    case news
    /// The newspaper's feed, read in the browser.
    case reader
    /// The full edition, loaded piece by piece.
    case edition
    /// For text browsers and the worst links: text alone.
    case lite

    /// The reason why an edition is opened for a reader.
    package enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The reader chose it.
        case chosen
        /// The device shows text, or little more.
        case textScreen
        /// The link carries text alone.
        case slowLink
        /// The screen has room for a list beside a story.
        case largeScreen
        /// The link carries everything at once, to be read anywhere later.
        case fastLink
        /// The screen would have room for the full edition, but the link carries less, or the reader saves data.
        case limitedLink
        /// It suits any phone.
        case usual
    }

    /// The edition that suits a device whose reader has not chosen one.
    package static func suited(to context: DeviceContext) -> (edition: WebEdition, reason: Reason) {
        if [.feature, .watch].contains(context.client) || isTextBrowser(context.userAgent) {
            return (.lite, .textScreen)
        }
        let link = Link(context).linkClass
        if link == .gprs { return (.lite, .slowLink) }
        let isLarge = context.client?.isLarge == true
        guard link >= .fourth, context.saveData != true else { return (.mobile, isLarge ? .limitedLink : .usual) }
        switch context.client {
        case _ where isLarge: return (.edition, .largeScreen)
        case .iphone, .ipod, .android: return mayBeBest(context, link) ? (.news, .fastLink) : (.mobile, .usual)
        default: return (.mobile, .usual)
        }
    }

    /// Browsers tell nothing, or at best 4G, on Wi-Fi too.
    private static func mayBeBest(_ context: DeviceContext, _ link: LinkClass) -> Bool {
        link == .best || link == .fourth && (context.networkIsEstimate || !context.tellsLink)
    }

    /// Terminal browsers begin their user agents with their own name.
    private static func isTextBrowser(_ agent: String?) -> Bool {
        guard let name = agent?.prefix(while: { $0.isLetter || $0.isNumber }).lowercased() else { return false }
        return ["lynx", "w3m", "links", "elinks", "browsh", "edbrowse"].contains(name)
    }
}

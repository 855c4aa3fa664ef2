/// Pictures in foreign HTML that nobody is meant to see: they tell a counter that somebody reads.
package enum TrackingPixel {
    /// Whether the picture at an address is one: by its size, or because it comes from a counter.
    /// - Parameters:
    ///   - width: as the attribute says it, as the others.
    package static func isOne(_ address: String, width: String = "", height: String = "", style: String = "") -> Bool {
        if isTiny(width) || isTiny(height) || isHidden(style) { return true }
        guard let address = WebAddress(address) else { return false }
        let host = address.host
        // Every end of the host that is a name: `a.b.c`, `b.c`, `c`.
        var rest = host[...]
        while !rest.isEmpty {
            if hosts.contains(String(rest)) { return true }
            rest = rest.drop { $0 != "." }.dropFirst()
        }
        let path = address.pathText.lowercased()
        let isOfFeeds = host.hasPrefix("feeds.") || host.hasPrefix("rss.") || host.hasPrefix("pixel.")
        return isOfFeeds && paths.contains { path.hasPrefix($0) } || names.contains { path.hasSuffix($0) }
    }

    /// Up to two pixels; percents and words are another thing.
    private static func isTiny(_ length: String) -> Bool {
        guard !length.isEmpty, length.utf8.count < 6 else { return false }
        let digits = length.hasSuffix("px") ? length.dropLast(2) : length[...]
        return Int(digits).map { $0 <= 2 } ?? false
    }

    private static func isHidden(_ style: String) -> Bool {
        guard !style.isEmpty else { return false }
        let style = style.lowercased().filter { $0 != " " }
        return ["display:none", "visibility:hidden", "width:1px", "height:1px", "width:0", "height:0"].contains {
            mark in
            style.firstRange(of: mark).map { range in
                // `width:100px` and `max-width:1px…` are other things.
                let next = style[range.upperBound...].first
                let before = style[..<range.lowerBound].last
                return (next == nil || !(next?.isNumber ?? false) && next != ".") && before != "-"
            } ?? false
        }
    }

    /// Well-known counters, as their makers document the addresses of their pictures.
    private static let hosts: Set<String> = [
        "doubleclick.net", "google-analytics.com", "stats.wordpress.com", "pixel.wp.com", "stats.wp.com",
        "feedsportal.com",
        "pheedo.com", "feedads.g.doubleclick.net", "quantserve.com", "scorecardresearch.com", "2o7.net", "omtrdc.net",
        "ioam.de",
        "ivwbox.de", "vgwort.de", "xiti.com", "mixpanel.com", "chartbeat.net", "statcounter.com", "feedblitz.com",
        "bluekai.com",
        "pixel.quantserve.com", "rss-tracker.com", "pixel.mathtag.com", "sb.scorecardresearch.com",
        "analytics.yahoo.com",
        "counter.theconversation.com", "counter.theconversation.edu.au", "cl.exct.net", "pixel.facebook.com",
    ]
    /// Of hosts that serve feeds: what FeedBurner and its like put below each item.
    private static let paths = ["/~r/", "/~ff/", "/~a/", "/~at/"]
    /// Files that are nothing but a pixel.
    private static let names = [
        "/pixel.gif", "/1x1.gif", "/spacer.gif", "/blank.gif", "/count.gif", "/counter.gif", "/tracker.gif", "/b.gif",
        "/tr",
    ]
}

/// Detects tracking pixels: invisible pictures in foreign HTML that report a reader to an analytics
/// service.
package enum TrackingPixel {
    /// Whether the picture at an address is a tracking pixel, judging by its size or its host.
    /// - Parameters:
    ///   - width: the attribute's value, as for `height` and `style`.
    package static func isOne(_ address: String, width: String = "", height: String = "", style: String = "") -> Bool {
        if isTiny(width) || isTiny(height) || isHidden(style) { return true }
        guard let address = WebAddress(address) else { return false }
        let host = address.host
        // Each suffix of the host name: `a.b.c`, `b.c`, `c`.
        var rest = host[...]
        while !rest.isEmpty {
            if hosts.contains(String(rest)) { return true }
            rest = rest.drop { $0 != "." }.dropFirst()
        }
        let path = address.pathText.lowercased()
        let isOfFeeds = host.hasPrefix("feeds.") || host.hasPrefix("rss.") || host.hasPrefix("pixel.")
        return isOfFeeds && paths.contains { path.hasPrefix($0) } || names.contains { path.hasSuffix($0) }
    }

    /// Whether a length is at most two pixels; percentages and keywords do not count.
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
                // `width:100px` and `max-width:1px…` do not match.
                let next = style[range.upperBound...].first
                let before = style[..<range.lowerBound].last
                return (next == nil || !(next?.isNumber ?? false) && next != ".") && before != "-"
            } ?? false
        }
    }

    /// Hosts of well-known trackers, as documented by their vendors.
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
    /// Paths on feed hosts: the links that FeedBurner and similar services put below each item.
    private static let paths = ["/~r/", "/~ff/", "/~a/", "/~at/"]
    /// Names of files that contain a single pixel.
    private static let names = [
        "/pixel.gif", "/1x1.gif", "/spacer.gif", "/blank.gif", "/count.gif", "/counter.gif", "/tracker.gif", "/b.gif",
        "/tr",
    ]
}

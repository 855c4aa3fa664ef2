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

    private static let hosts = Set(Trackers.marks("host"))
    private static let paths = Trackers.marks("path")
    private static let names = Trackers.marks("file")
}

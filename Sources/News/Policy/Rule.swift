/// A line of the policy that contributed to a decision. The raw value appears in plans and addresses.
package enum Rule: String, Sendable, Hashable, CaseIterable {
    case gprs, edge, third = "3g", hspa, fourth = "4g", best
    case unknown
    case measured
    case estimated
    case threeQuarters = "battery75", half = "battery50", quarter = "battery25"
    case saveData = "savedata"
    case intranet
    case congestion, recent, weekend, evening, working, dim, bright, silent, moving, memory
    case leastMemory = "memory0"
    case items, images, text
    case textSize = "size"
    case palette

    /// The reason in words, for people.
    package var reason: String {
        switch self {
        case .gprs: "GPRS or slower: 5 items, headlines and summaries, no pictures"
        case .edge: "EDGE or 2G: 10 items, summaries, no pictures"
        case .third: "3G: 20 items, plain text, thumbnails of quality 30 and pictures of quality 60"
        case .hspa: "HSPA: 20 items, full text, thumbnails of quality 30 and pictures of quality 60"
        case .fourth: "4G: 30 items, full text, thumbnails of quality 60 and pictures of quality 90"
        case .best:
            "Wi-Fi, 5G or cable: the whole edition, full text, thumbnails of quality 60 and pictures of quality 90"
        case .unknown: "The link is unknown: treated as 3G"
        case .measured: "Judged by the measured rate or delay of the link"
        case .estimated: "The browser estimates the link: its rate is taken from the Network Information table"
        case .threeQuarters: "Battery between 20 and 49 %: three quarters of the budget"
        case .half: "Battery between 10 and 19 %: half of the budget"
        case .quarter: "Battery below 10 %: a quarter of the budget"
        case .saveData: "The reader saves data: at most 60 kB"
        case .intranet: "On the newspaper's own network: no limit of items"
        case .congestion:
            "Hours in which the network is busy, as the newspaper's operator says: the next smaller budget"
        case .recent: "The last update was less than half an hour ago: what is new may have its pictures"
        case .weekend: "Weekend: longer texts, before pictures"
        case .silent: "The device is silent and has no headphones: no sound is offered"
        case .evening: "Late in the evening, from 21 to 6: night colours and larger text"
        case .working: "Working hours, Monday to Friday from 9 to 17: plain text"
        case .dim: "Below 10 lux: night colours"
        case .bright: "10,000 lux and more, as in daylight: high contrast"
        case .moving: "On the move: at most 10 items, summaries, larger text"
        case .memory: "Less than 1 GiB of memory: pictures of at most 640 pixels, at most 30 items"
        case .leastMemory: "Less than half a GiB of memory: pictures of at most 320 pixels, at most 20 items"
        case .items: "The reader asked for a number of items"
        case .images: "The reader chose how pictures are used"
        case .text: "The reader chose the text format"
        case .textSize: "The reader chose the text size"
        case .palette: "The reader or the device chose the palette"
        }
    }
}

extension LinkClass {
    var rule: Rule {
        switch self {
        case .gprs: .gprs
        case .edge: .edge
        case .third: .third
        case .hspa: .hspa
        case .fourth: .fourth
        case .best: .best
        }
    }
}

/// A row of the policy's link table, from the worst to the best.
package enum LinkClass: Int, Sendable, Hashable, CaseIterable, Comparable {
    case gprs, edge, third, hspa, fourth, best

    /// The row of a network.
    package init(_ network: Network) {
        self =
            switch network {
            case .none, .gprs, .slow2G: .gprs
            case .edge, .second: .edge
            case .third: .third
            case .hspa: .hspa
            case .fourth, .lte: .fourth
            case .fifth, .wifi, .ethernet: .best
            }
    }

    /// Worse is less.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The policy's figures for a link class (`docs/policy.md`), from the thesis of 2009 and the Network Information API.
struct LinkRow {
    let kilobitsPerSecond: Double
    let roundTrip: Double
    /// Nil for the whole edition.
    var items: Int?
    let text: TextFormat
    let pictures: PictureUse
    var thumbnailQuality: Int
    var detailQuality: Int
    /// The most device pixels per CSS pixel.
    var pixelRatioLimit: Double
    /// Minutes after which it is worth asking again: a newspaper changes by the hour.
    var pause = 15
}

extension LinkClass {
    var row: LinkRow {
        switch self {
        case .gprs:
            LinkRow(
                kilobitsPerSecond: 50, roundTrip: 2, items: 5, text: .summary, pictures: .off,
                thumbnailQuality: 30, detailQuality: 60, pixelRatioLimit: 1, pause: 30)
        case .edge:
            LinkRow(
                kilobitsPerSecond: 200, roundTrip: 0.84, items: 10, text: .summary, pictures: .off,
                thumbnailQuality: 30, detailQuality: 60, pixelRatioLimit: 1, pause: 30)
        case .third:
            LinkRow(
                kilobitsPerSecond: 1500, roundTrip: 0.27, items: 20, text: .plain, pictures: .full,
                thumbnailQuality: 30, detailQuality: 60, pixelRatioLimit: 1.5)
        case .hspa:
            LinkRow(
                kilobitsPerSecond: 5000, roundTrip: 0.12, items: 20, text: .html, pictures: .full,
                thumbnailQuality: 30, detailQuality: 60, pixelRatioLimit: 2)
        case .fourth:
            LinkRow(
                kilobitsPerSecond: 20_000, roundTrip: 0.06, items: 30, text: .html, pictures: .full,
                thumbnailQuality: 60, detailQuality: 90, pixelRatioLimit: 3)
        case .best:
            LinkRow(
                kilobitsPerSecond: 40_000, roundTrip: 0.03, items: nil, text: .html, pictures: .full,
                thumbnailQuality: 60, detailQuality: 90, pixelRatioLimit: 3)
        }
    }
}

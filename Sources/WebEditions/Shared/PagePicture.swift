import News

/// A picture on a page: the rendition that the plan affords, lighter ones that a browser may choose
/// instead, and a placeholder to show until it arrives.
struct PagePicture: Sendable {
    /// The position of a picture on a page, which decides the width at which it is shown.
    enum Place: Sendable {
        /// In a list, as lists.css has it: 6.2em of 18 pixels, and in front.css 9em for wide ones on large screens, which the rung of 160 fills.
        case list
        /// The same on small screens; on large ones above the headline, as wide as the column: at most half of 40em, or a third of 66em.
        case column
        /// The same, but on screens of 1,000 pixels and more 15em wide, as wide.css has it for the first story of a block.
        case block
        /// In the photo library.
        case grid
        /// As wide as the text, which is at most 40em wide.
        case text

        /// The position of a list's picture.
        static func of(_ place: StoryPlace?) -> Place {
            place == .large ? .column : place == .first ? .block : .list
        }
    }

    var url: String
    var width: Int
    var height: Int
    var alt: String
    var caption: String?
    var credit: String?
    var srcset: String?
    var sizes: String
    var style: String?
    var isLazy: Bool
    var isCard: Bool

    init?(_ picture: StoryPicture?, _ rendition: Rendition?, in place: Place) {
        guard let picture, let rendition else { return nil }
        func address(_ rendition: Rendition) -> String { "/media/\(picture.hash)/\(rendition.name.text)" }
        url = address(rendition)
        width = rendition.width
        height = rendition.height
        alt = picture.alt
        caption = picture.caption.isEmpty ? nil : picture.caption
        credit = picture.credit.isEmpty ? nil : picture.credit
        isLazy = place != .text
        isCard = [.column, .block].contains(place) && rendition.spec.shape == .wide
        // No screen shows a picture in the text narrower than this.
        let candidates = (picture.sources?.candidates(for: rendition) ?? []).filter {
            place != .text || $0.width >= min(240, rendition.width)
        }
        srcset =
            candidates.count > 1 ? candidates.map { "\(address($0)) \($0.width)w" }.joined(separator: ",") : nil
        // On a slow link large pictures are a little softer, at half the bytes: the browser takes the rung below.
        let isSlow = rendition.spec.quality < 60
        sizes =
            switch place {
            case .list: rendition.spec.shape == .wide ? "(min-width:600px) 160px,112px" : "112px"
            case .grid: "(min-width:640px) 204px,112px"
            case .column: isCard ? "(min-width:1000px) \(isSlow ? 320 : 377)px,(min-width:600px) 46vw,112px" : "112px"
            case .block: isCard ? "(min-width:1000px) \(isSlow ? 240 : 270)px,(min-width:600px) 46vw,112px" : "112px"
            case .text: "(min-width:680px) 648px,100vw"
            }
        style = Self.style(picture, place, isForeseen: rendition.bytes >= Self.leastForeseen)
    }

    /// The bytes of a picture from which a small version of it is worth its 130 bytes: below, it would be there for a fortieth of a second
    /// on 3G.
    private static let leastForeseen = 5000

    /// The most common colour, or nothing behind a transparent picture; for a large picture also a small version of
    /// it as a background, and the point to keep in sight when the page crops it.
    private static func style(_ picture: StoryPicture, _ place: Place, isForeseen: Bool) -> String? {
        guard let color = picture.color else { return "background:none" }
        guard place == .text, let sources = picture.sources else { return "background:\(color)" }
        let small = isForeseen && !sources.placeholder.isEmpty
        return "background:\(color)" + (small ? " url(data:image/png;base64,\(sources.placeholder)) 0/100% 100%" : "")
            + ";object-position:\(sources.focusX)% \(sources.focusY)%"
    }

    /// The renditions that a packer may choose from, each with the size of its markup.
    static func options(
        _ files: [Rendition], _ options: [Packer.Option], of picture: StoryPicture, in place: Place
    ) -> [Packer.Option] {
        zip(files, options).map { file, option in
            var option = option
            option.weight.written = PagePicture(picture, file, in: place)?.markupSize ?? 0
            return option
        }
    }

    /// The approximate size of its markup in bytes.
    var markupSize: Int {
        url.utf8.count + alt.utf8.count + (srcset.map { $0.utf8.count + sizes.utf8.count + 18 } ?? 0)
            + (style.map { $0.utf8.count + 9 } ?? 0) + 100
    }
}

extension DeliveryPlan {
    /// Whether the stories at the end of an article have pictures: its text and its own come first, which take up to 150 kB.
    var illustratesOthers: Bool { pictures == .full && budget >= 150_000 }
}

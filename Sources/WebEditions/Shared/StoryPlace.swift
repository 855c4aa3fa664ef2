import News

/// A place on the page, by which a story gets its size.
enum StoryPlace: Hashable, Sendable {
    /// The story that leads.
    case lead
    /// Among the first, and the first of a block that stands beside another: on large screens with the picture above the headline.
    case large
    /// The first of a block as wide as the page: the same with a narrower picture.
    case first
    /// In a list: with a small picture.
    case small
    /// Beside the lead: on large screens without a picture, on others as in a list.
    case beside
    /// Further down in a block: on large screens without a picture, on others without a standfirst beside one.
    case brief
}

extension StoryPlace {
    /// Whether a story there has a picture. Wide ones are those of large screens, where small stories stand in columns.
    func hasPicture(of shape: PictureShape) -> Bool { ![.beside, .brief].contains(self) || shape != .wide }
}

/// The way a story is written into a page.
struct Display: Hashable, Sendable {
    var template: String
    var place: StoryPlace
    /// Whether it stands below the heading of its section.
    var isInBlock: Bool
}

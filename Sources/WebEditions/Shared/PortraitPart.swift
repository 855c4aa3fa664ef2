import News

/// The portrait of an author, where a page has room for it.
struct PortraitPart: Sendable {
    var url: String
    let size = Portrait.size
    /// The size of its file, which counts against the budget like any picture.
    let bytes: Int

    init?(_ portrait: Portrait?, _ plan: DeliveryPlan) {
        guard let portrait, plan.hasRoom(besideStories: portrait.file) else { return nil }
        url = "/media/\(portrait.hash)/\(portrait.file.name.text)"
        bytes = portrait.file.bytes
    }
}

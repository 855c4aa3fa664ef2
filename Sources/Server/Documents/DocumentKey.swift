import News

/// What makes one document differ from another, besides the newspaper's revision.
enum DocumentKey: Hashable, Sendable {
    case channel(DeliveryPlan, Selection, DocumentFormat, ContentCoding)
    case page(Page, DeliveryPlan, Selection, ContentCoding)
    case feed(section: String?, ContentCoding)
    case rendition(hash: String, RenditionName)

    /// A page of a web edition.
    enum Page: Hashable, Sendable {
        case front
        case section(String)
        case category(String)
        case edition(EditionReference)
        case article(String)
        case editions(before: Int?)
        /// The same in text alone.
        indirect case lite(Page)
    }
}

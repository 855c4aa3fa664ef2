import News
import XML

/// An article as somebody reads it who cannot change it: its lead picture with caption and credit, and its text, with the pictures in it.
struct ReadText: Sendable {
    /// Sanitised when it was written; it can go into the page as it is.
    let html: String

    init(_ draft: ArticleDraft) {
        let lead =
            draft.picture.map { picture in
                let image = Self.image(picture.hash, alt: picture.alt.escapedForMarkup)
                let words = picture.caption.escapedForMarkup + " <small>\(picture.credit.escapedForMarkup)</small>"
                return "<figure>\(image)<figcaption>\(words)</figcaption></figure>"
            } ?? ""
        let body = BodyPictures.parts(of: draft.bodyHTML).map { part in
            switch part {
            case .markup(let text): text
            // The sanitiser wrote it as the value of an attribute.
            case .picture(let hash, let alt): Self.image(hash, alt: alt)
            }
        }
        html = lead + body.joined()
    }

    private static func image(_ hash: String, alt: String) -> String {
        "<img src=\"/media/\(hash)/640q60.jpg\" alt=\"\(alt)\" loading=\"lazy\">"
    }
}

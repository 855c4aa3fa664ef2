/// The texts of a picture in the library: for the search, and as the initial texts in articles that use
/// it.
package struct PictureWords: Sendable, Hashable {
    /// Its title in the library, at most 300 characters.
    package var title: String
    /// The description for readers who cannot see it; at most 1000 characters.
    package var alt: String
    /// The text printed below it, at most 2000 characters.
    package var caption: String
    /// The credit: who made it, at most 500 characters.
    package var credit: String

    /// Creates the texts of a picture.
    package init(title: String = "", alt: String = "", caption: String = "", credit: String = "") {
        self.title = title
        self.alt = alt
        self.caption = caption
        self.credit = credit
    }

    /// Every fault that keeps the texts from being accepted, all at once.
    package var faults: [ArticleDraft.Fault] {
        [("title", title, 300), ("alt", alt, 1000), ("caption", caption, 2000), ("credit", credit, 500)]
            .filter { $0.1.unicodeScalars.count > $0.2 }
            .map { ArticleDraft.Fault(field: $0.0, detail: "is longer than \($0.2) characters") }
    }

    /// The name under which a file is kept: without folders and control characters, at most 255 characters.
    package static func fileName(_ name: String) -> String {
        let last = name.split { $0 == "/" || $0 == "\\" }.last.map { String($0) } ?? ""
        let letters = last.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        return String(String.UnicodeScalarView(letters.prefix(255)))
    }
}

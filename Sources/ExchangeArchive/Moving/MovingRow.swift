/// The outcome for a row that moved in.
package enum MovedRow: Sendable {
    case added
    /// It was there already, or belongs to something that was.
    case known
    /// It came with a change, in words for people.
    case changed(String)
}

/// A row that moves in, and those parts of it that were checked beforehand.
package struct MovingRow: Sendable {
    /// The JSON, as `moveOut` wrote it.
    package var json: String
    /// The body of an article, a revision or a page. It always takes the place of the row's, which may name a body twice: then PostgreSQL
    /// reads another than whoever checked it.
    package var body: CleanBody

    /// A row as it came.
    package init(json: String, body: CleanBody = CleanBody()) {
        self.json = json
        self.body = body
    }
}

/// A body without forbidden markup.
package struct CleanBody: Sendable {
    package var html: String
    /// Its plain text, if it must differ from the row's.
    package var text: String?

    /// A body, or none.
    package init(html: String = "", text: String? = nil) {
        self.html = html
        self.text = text
    }
}

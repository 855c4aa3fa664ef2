import News

/// Kicker and headline of a story, in lists and on its page; the template is `headline`.
struct Heading: Sendable {
    var kicker: String?
    var text = ""

    init() {}

    init(_ texts: ArticleText) {
        kicker = texts.kicker.isEmpty ? nil : texts.kicker
        text = texts.headline
    }
}

import News

/// What stands above a story in lists and on its page; the template is `headline`.
struct Heading: Sendable {
    var text = ""

    init() {}
    init(_ texts: ArticleText) { text = texts.headline }
}

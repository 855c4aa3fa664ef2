import News
import Testing

/// The pictures in the body of an article.
struct BodyPicturesTests {
    private let hash = String(repeating: "0a", count: 32)

    @Test func standBetweenMarkup() {
        let html = "<p>a <img src=\"picture:\(hash)\" alt=\"x\"/> b</p>"
        #expect(
            BodyPictures.parts(of: html) == [.markup("<p>a "), .picture(hash: hash, alt: "x"), .markup(" b</p>")])
        #expect(BodyPictures.hashes(in: html + html) == [hash])
        #expect(BodyPictures.removed(from: html) == "<p>a  b</p>")
        #expect(
            BodyPictures.removed(from: "<figure><img src=\"picture:\(hash)\" alt=\"\"/></figure><p>b</p>") == "<p>b</p>"
        )
    }

    @Test(arguments: [
        ("<p>%</p>", "", ""), ("<figure>%<figcaption>A &amp; B</figcaption></figure>", "A & B", ""),
        ("<figure>%<figcaption>A · <small>Eva</small></figcaption></figure>", "A", "Eva"),
        ("<figure>%<figcaption><small>Eva</small></figcaption></figure>", "", "Eva"),
        ("<figure>%<figcaption>A <a href=\"/b\">b</a></figcaption></figure>", "", ""),
        ("%<p>c</p><figcaption>A</figcaption>", "", ""),
    ])
    func whatStandsBelowIsTheirs(_ html: String, _ caption: String, _ credit: String) throws {
        let picture = "<img src=\"picture:\(hash)\" alt=\"x &lt; y\"/>"
        let said = try #require(BodyPictures.texts(in: html.replacing("%", with: picture)).first)
        #expect(said == (hash, "x < y", caption, credit))
    }

    @Test(arguments: ["", "<p>a</p>", "<p>&lt;img src=\"picture:\"</p>"])
    func withoutAnyAllIsMarkup(_ html: String) {
        #expect(BodyPictures.parts(of: html) == (html.isEmpty ? [] : [.markup(html)]))
        #expect(BodyPictures.removed(from: html) == html)
    }

    @Test(arguments: ["<img src=\"picture:", "<img src=\"picture:12\"/>", "<img src=\"picture:12\" alt=\"/>"])
    func oddMarkupIsNoTrap(_ html: String) {
        _ = BodyPictures.parts(of: html)
    }
}

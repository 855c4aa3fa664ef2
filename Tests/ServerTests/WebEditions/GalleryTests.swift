import Testing
@testable import WebEditions

/// Pictures that follow each other directly in a text.
struct GalleryTests {
    @Test(arguments: [
        (
            "<p>A</p><p><img src=1></p>\n<p><img src=2></p><p>B</p>",
            "<p>A</p>[<p><img src=1></p><p><img src=2></p>]<p>B</p>"
        ),
        ("<p><img src=1>\n<img src=2></p>", "[<p><img src=1></p><p><img src=2></p>]"),
        (
            "<figure><img src=1><figcaption>One <b>1</b></figcaption></figure> <p><img src=2></p><figure><img src=3></figure>",
            "[<figure><img src=1><figcaption>One <b>1</b></figcaption></figure><p><img src=2></p><figure><img src=3></figure>]"
        ),
        ("<p><img src=1></p><p>A</p><p><img src=2></p>", nil), ("<p>A <img src=1> <img src=2></p>", nil),
        ("<p><img src=1> B</p><p><img src=2></p>", nil), ("<p><img src=1></p>", nil), ("<p>A</p>", nil), ("", nil),
        ("<p><img src=1", nil), ("<figure><img src=1><figcaption>A", nil), ("<p><img src=1></p><p><img src=2>", nil),
    ])
    func aRunOfPicturesIsBoxed(_ html: String, _ expected: String?) {
        let box = #"<div class="gallery" role="group" tabindex="0" aria-label="2 &lt; 3">"#
        let boxed = expected?.replacing("[", with: box).replacing("]", with: "</div>")
        #expect(Gallery.boxed(html) { _ in "2 < 3" } == boxed ?? html)
    }
}

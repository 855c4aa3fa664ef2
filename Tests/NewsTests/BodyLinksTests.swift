import News
import Testing

struct BodyLinksTests {
    @Test(arguments: [
        ("<p>No link, but https://a.example/</p>", [String]()),
        (
            #"<p><a href="https://a.example/?a=1&amp;b=2#c">x</a> <a href="http://b.example/" title="t">y</a></p>"#,
            ["https://a.example/?a=1&b=2", "http://b.example/"]
        ),
        (#"<a href="https://a.example/#one">x</a><a href="https://a.example/#two">y</a>"#, ["https://a.example/"]),
        (#"<a href="mailto:a@b.example">x</a><a href="/articles/own">y</a><a href="">z</a>"#, []),
        (#"<a href="https://a.example/&amp;lt;">x"#, ["https://a.example/&lt;"]),
        (#"<a href="https://cut"#, ["https://cut"]), ("<", []), ("<a href=", []),
    ])
    func linksToOthersAreFoundOnce(_ html: String, _ addresses: [String]) {
        #expect(BodyLinks.addresses(in: html) == addresses)
    }
}

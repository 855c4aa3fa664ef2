import News
import Testing

/// All addresses of a page have one canonical form.
struct CanonicalAddressTests {
    @Test(
        arguments: [
            ("https://example.org/2026/a-story", "example.org/2026/a-story"),
            ("http://www.Example.ORG:80/2026/a-story/", "example.org/2026/a-story"),
            ("https://example.org:443//2026/./x/../a-story/index.html", "example.org/2026/a-story"),
            ("https://example.org:8443/a/", "example.org:8443/a"),
            ("https://example.org./a/Default.aspx", "example.org/a"),
            ("https://m.example.org/a", "example.org/a"), ("https://www.mobile.example.org/a", "example.org/a"),
            ("https://m.org/a", "m.org/a"), ("https://amp.example.org/a", "example.org/a"),
            ("https://example.org/a/amp/", "example.org/a"), ("https://example.org/amp/a", "example.org/a"),
            ("https://example.org/a.amp.html", "example.org/a.html"), ("https://example.org/a.amp", "example.org/a"),
            ("https://example.org/a?amp=1", "example.org/a"), ("https://example.org/a?outputType=amp", "example.org/a"),
            ("https://www.google.com/amp/s/www.example.org/a/amp", "example.org/a"),
            (
                "https://www-example-org.cdn.ampproject.org/c/s/www.example.org/a?usqp=x#comments",
                "example.org/a?usqp=x"
            ),
            ("https://example.org/a?ref=x&id=7&From=y&source=z", "example.org/a?id=7"),
            ("https://example.org/?b=2&a=1&", "example.org?a=1&b=2"),
            ("https://example.org/a?ref=home#top", "example.org/a"),
            ("https://example.org/#!/a", "example.org#!/a"), ("https://example.org/a#", "example.org/a"),
            ("https://example.org/live#14:05", "example.org/live#14:05"),
            ("https://example.org/a#Comments", "example.org/a"),
            ("https://example.org/%7ejo%65/caf\u{E9}", "example.org/~joe/caf%C3%A9"),
            ("https://example.org/~joe/caf%c3%a9", "example.org/~joe/caf%C3%A9"),
            ("https://example.org/a%2fb", "example.org/a%2Fb"), ("https://example.org/100%", "example.org/100%"),
            ("  https://example.org/a\n", "example.org/a"), ("https://[2001:db8::1]:443/a", "[2001:db8::1]/a"),
            ("https://example.org/../../a", "example.org/a"),
            ("https://example.org/", nil), ("https://example.org", nil), ("https://example.org/?ref=x", nil),
            ("https://example.org/index.html#top", nil), ("https://user@example.org/a", nil), ("https:///a", nil),
            ("ftp://example.org/a", nil), ("javascript:alert(1)", nil), ("/a", nil), ("", nil), ("https://", nil),
            ("https://example.org/" + String(repeating: "x", count: 1000), nil),
            ("https://example.org/" + String(repeating: "\u{E9}", count: 300), nil),
        ] as [(String, String?)])
    func addressesOfAPageHaveOneForm(_ address: String, _ form: String?) {
        #expect(CanonicalAddress.of(address) == form)
    }

    @Test func theFormIsItsOwn() {
        for form in ["example.org/a?b=1&c=2", "example.org/caf%C3%A9", "example.org#!/a"] {
            #expect(CanonicalAddress.of("https://" + form) == form)
        }
    }
}

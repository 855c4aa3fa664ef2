import News
import Testing

/// The form in which old addresses are stored and looked up.
struct OldAddressTests {
    @Test(
        arguments: [
            ("https://old.example/2020/05/a-story/", "/2020/05/a-story"),
            ("https://OLD.example/2020//05/a-story?utm=1#x", "/2020/05/a-story"),
            ("/a%20b/%C3%A9", "/a b/é"), ("/e\u{301}", "/é"),
            ("https://old.example/?p=12", "/?p=12"), ("https://old.example?p=12&x=1", "/?p=12"),
            ("/blog/?x=1&p=7", "/blog?p=7"), ("/a?p=x", "/a"),
            ("https://old.example/", nil), ("https://else.example/a", nil), ("mailto:a@b.c", nil),
            ("javascript:x", nil),
            ("//old.example/a", nil), ("/a/../b", nil), ("/a/%2e%2e/b", nil), ("/a%2Fb", nil), ("/a%00", nil),
            ("/%ff", nil),
            ("/a%0Ab", nil), ("a", nil), ("", nil), ("/" + String(repeating: "x", count: 1001), nil),
            ("/?p=" + String(repeating: "1", count: 30), nil),
        ] as [(String, String?)])
    func addressesHaveOneForm(_ address: String, _ form: String?) {
        #expect(OldAddress.of(address, host: "old.example") == form)
    }
}

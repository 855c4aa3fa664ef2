import News
import Testing
@testable import Newsroom

/// An article as somebody reads it who cannot change it.
struct ReadTextTests {
    private static let hash = String(repeating: "a", count: 64)

    @Test func itHasItsPictures() {
        var draft = ArticleDraft()
        draft.bodyHTML = "<p>One.</p><p><img src=\"picture:\(Self.hash)\" alt=\"The &quot;lift&quot;\"/></p>"
        #expect(
            ReadText(draft).html
                == "<p>One.</p><p><img src=\"/media/\(Self.hash)/640q60.jpg\" alt=\"The &quot;lift&quot;\" loading=\"lazy\"></p>"
        )
        draft.picture = .init(hash: Self.hash, alt: "A \"fog\" & <more>", caption: "Fog & sun", credit: "Ana")
        #expect(
            ReadText(draft).html.hasPrefix(
                "<figure><img src=\"/media/\(Self.hash)/640q60.jpg\" alt=\"A &quot;fog&quot; &amp; &lt;more&gt;\" loading=\"lazy\">"
                    + "<figcaption>Fog &amp; sun <small>Ana</small></figcaption></figure><p>One"))
    }
}

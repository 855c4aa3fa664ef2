import Foundation
import Testing

@testable import Syndication

struct JSONWriterTests {
    @Test(arguments: [
        "", "plain", "\"quoted\" and \\ back", "\u{0}\u{1}\u{8}\u{9}\u{A}\u{C}\u{D}\u{1F}\u{7F}", "Guimarães, 東京 🙂",
        "</script>", "\u{2028}\u{2029}", "e\u{301}", "{[:,]}",
    ])
    func textsAreWhatTheyWere(_ text: String) throws {
        var json = JSONWriter()
        json.open("{")
        json.member("text", text)
        json.member("texts", [text, text])
        json.member(dynamic: "name " + text, text)
        json.close("}")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any])
        #expect(object.count == 3)
        #expect(object["text"] as? String == text)
        #expect(object["texts"] as? [String] == [text, text])
        #expect(object["name " + text] as? String == text)
    }

    @Test func commasComeByThemselves() {
        var json = JSONWriter()
        json.open("{")
        json.member("a", 1)
        json.member("b", -2)
        json.key("list")
        json.open("[")
        json.element("x")
        json.open("{")
        json.close("}")
        json.open("{")
        json.member("c", [])
        json.close("}")
        json.close("]")
        json.member("d", "}")
        json.close("}")
        #expect(String(decoding: json.bytes, as: UTF8.self) == #"{"a":1,"b":-2,"list":["x",{},{"c":[]}],"d":"}"}"#)
    }

    @Test(arguments: ["{", "[", ":", ",", "a{", "a["])
    func aTextThatEndsLikeABracketGetsItsComma(_ text: String) throws {
        var json = JSONWriter()
        json.open("[")
        json.element(text)
        json.element(text)
        json.close("]")
        #expect(try JSONDecoder().decode([String].self, from: Data(json.bytes)) == [text, text])
    }
}

import Mustache
import Testing
@testable import Web

@Suite("What templates can name")
struct TemplateValuesTests {
    private struct Inner { var flag = true }
    private enum Kind { case large }
    private struct Sample {
        var text = "a<b"
        var number = 7
        var missing: Int?
        var known: Int? = 3
        var inner: Inner? = Inner()
        var list = [Inner(), Inner(flag: false)]
        var empty: [Inner] = []
        var asset = ["form": ["css": "/form.css"]]
        var kind = Kind.large
        var measure = 1.5
    }

    @Test(
        "Markup is escaped, whatever follows it",
        arguments: [
            ("\"\u{301} autofocus", "&quot;\u{301} autofocus"), ("<\u{338}b>", "&lt;\u{338}b&gt;"),
            ("&\u{200D}", "&amp;\u{200D}"),
            ("a\u{0}b", "ab"), ("O'Neil", "O'Neil"),
        ])
    func escaping(_ text: String, _ escaped: String) throws {
        let template = try Templates.template("{{text}} {{{text}}}")
        #expect(template.render(["text": text]).unicodeScalars.elementsEqual("\(escaped) \(text)".unicodeScalars))
    }

    @Test(
        "A structure is filled in as Mustache itself would",
        arguments: [
            "{{text}} {{{text}}} {{number}} {{known}} {{kind}} {{measure}} {{asset.form.css}}",
            "{{#missing}}some{{/missing}}{{^missing}}none{{/missing}} {{#known}}{{.}}{{/known}}",
            "{{#inner}}{{flag}} {{number}}{{#flag}} yes{{/flag}}{{/inner}} {{inner.flag}}",
            "{{#list}}({{flag}} {{text}}){{/list}}{{^list}}none{{/list}}",
            "{{#empty}}some{{/empty}}{{^empty}}none{{/empty}} {{nothing}}",
        ])
    func filled(_ text: String) throws {
        let template = try MustacheTemplate(string: text)
        #expect(template.render(TemplateValues.properties(of: Sample())) == template.render(Sample()))
    }
}

import Foundation
import Mustache
import News
import Testing

@testable import Server

@Suite("What templates can name")
struct TemplateValuesTests {
    /// A property that was forgotten would be missing on the page.
    @Test("Every property is told, and what is nil is nil") func properties() throws {
        let strings = try #require(
            try Catalogues(folder: FileManager.default.currentDirectoryPath + "/static/strings", timeZone: .gmt).all[
                "en"])
        let moment = Moment(.now, strings)
        let spec = PictureSpec(width: 240, quality: 30)
        let rendition = Rendition(name: RenditionName(spec, format: .jpeg), width: 240, height: 160, bytes: 9)
        let picture = StoryPicture(
            hash: "h", alt: "a", caption: "c", credit: "d", color: "#123456", renditions: [rendition],
            pair: PicturePair(thumbnail: spec, detail: spec))
        let shown = try #require(PagePicture(picture, rendition, in: .text))
        let values: [any MustacheParent] = [
            TextSegment("a", isMatch: true), moment, SearchResults.Excerpt(segments: []),
            SearchResults.Item(
                url: "u", headline: [], excerpt: nil, section: "s", time: moment, language: "en"),
            ListPage.Item(
                id: 1, headline: "h", url: "u", standfirst: "s", time: moment, language: "en", picture: shown),
            shown, PageFrame.Link(name: "n", url: "u"),
        ]
        for value in values {
            for property in Mirror(reflecting: value).children {
                let name = try #require(property.label)
                let child: Any? = value.child(named: name)
                let told = child.map { String(describing: $0) }
                let mirror = Mirror(reflecting: property.value)
                let kept: Any? = mirror.displayStyle == .optional ? mirror.children.first?.value : property.value
                #expect(told == kept.map { String(describing: $0) }, "\(type(of: value)).\(name)")
            }
            #expect(value.child(named: "nothing") == nil)
        }
    }
}

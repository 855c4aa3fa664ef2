import Crypto
package import Foundation
package import HTTPTypes
import Hummingbird
import Mustache
package import News
import XML

/// The templates, styles, texts and files of the web pages, read once at the start.
package struct Templates: Sendable {
    private let library: MustacheLibrary
    /// Goes inline into the pages, since another file would cost a round trip before the first paint.
    package let style: AccentedSheet
    /// The same for the page of a story, which has no lists of stories.
    package let storyStyle: AccentedSheet
    /// The same on large screens, where it has the strip of sections.
    package let wideStoryStyle: AccentedSheet
    /// The style that a story's page has besides if its text has rows of pictures, tables or code.
    package let richStyle: String
    /// The same for the lite edition.
    package let liteStyle: AccentedSheet.Sheet
    /// The files served under `/static/`.
    package let assets: Assets
    /// The words of the interface.
    package let catalogues: Catalogues

    /// Reads the folder of web assets.
    package init(folder: String, timeZone: TimeZone) async throws {
        library = try Self.library(folder: folder + "/templates")
        assets = try Assets(folder: folder)
        catalogues = try Catalogues(folder: folder + "/strings", timeZone: timeZone)
        style = AccentedSheet(Style.sheet("page.css", assets))
        storyStyle = AccentedSheet(Style.sheet("story.css", assets))
        wideStoryStyle = AccentedSheet(Style.sheet("wide-story.css", assets))
        richStyle = Style.sheet("rich.css", assets)
        liteStyle = AccentedSheet.Sheet(Style.sheet("lite.css", assets))
    }

    /// The templates of a folder, each with our own escaping: the library's works on `Character`, and
    /// leaves a quotation mark alone if a combining mark follows it.
    private static func library(folder: String) throws -> MustacheLibrary {
        var templates: [String: MustacheTemplate] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".mustache") {
            let text = String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(name)")), as: UTF8.self)
            templates[String(name.dropLast(".mustache".count))] = try template(text)
        }
        return MustacheLibrary(templates: templates)
    }

    /// Compiles a template from its text.
    static func template(_ text: String) throws -> MustacheTemplate {
        _ = markupIsKnown
        return try MustacheTemplate(string: "{{% CONTENT_TYPE:MARKUP}}\n" + text)
    }

    private static let markupIsKnown: Void = MustacheContentTypes.register(Markup(), named: "MARKUP")

    private struct Markup: MustacheContentType {
        func escapeText(_ text: String) -> String { text.escapedForMarkup }
    }

    /// The bytes of a template filled with values.
    package func render(_ template: String, of values: [String: Any]) throws -> [UInt8] {
        guard let html = library.render(TemplateObject(values), withTemplate: template) else {
            throw OptionError(faults: ["The template \(template) is missing in the folder static/templates."])
        }
        return Array(html.utf8)
    }

    package static let type = "text/html; charset=utf-8"

    /// The headers that every page is sent with. They allow only our own script files and styles, and nothing from elsewhere. Style attributes hold the
    /// colour behind a picture and the text size; browsers that do not know the directive leave them out.
    /// - Parameter style: the style that stands in the page; nil if there is none.
    package func headers(style: String?) -> HTTPFields {
        let own = style.map { " " + Style.source($0) } ?? ""
        let policy = [
            "default-src 'none'", "img-src 'self' data:", "style-src 'self'\(own)",
            "style-src-attr 'unsafe-inline'", "script-src 'self'", "connect-src 'self'", "form-action 'self'",
            "base-uri 'none'", "frame-ancestors 'none'",
        ]
        return [
            // Only the reader's own browser keeps a page, and asks each time, by an ETag that differs whenever the page does. So the two dozen
            // headers that decide need not be named, which would take 300 bytes of every answer.
            .vary: "Accept-Encoding, Cookie",
            .acceptCH: ClientHints.accepted, .criticalCH: ClientHints.critical,
            .contentSecurityPolicy: policy.joined(separator: ";"), .xContentTypeOptions: "nosniff",
            .referrerPolicy: "strict-origin-when-cross-origin",
        ]
    }
}

extension HTTPFields {
    /// Lets this server's own pages show the page in a frame, and nobody else's.
    package mutating func allowBeingFramed() {
        self[.contentSecurityPolicy] = self[.contentSecurityPolicy]?
            .replacing("frame-ancestors 'none'", with: "frame-ancestors 'self'")
    }

    /// Lets the page show this server's own pages in frames.
    package mutating func allowFrames() {
        self[.contentSecurityPolicy] = self[.contentSecurityPolicy].map { $0 + "; frame-src 'self'" }
    }
}

/// Style sheets in the form that goes into pages.
package enum Style {
    /// The source expression by which a content security policy allows a style inline.
    static func source(_ css: String) -> String {
        "'sha256-\(Data(SHA256.hash(data: Data(css.utf8))).base64EncodedString())'"
    }

    /// A file of the web assets, in the form that goes into pages.
    package static func sheet(_ name: String, _ assets: Assets) -> String {
        minified(String(decoding: assets.bytes(name) ?? [], as: UTF8.self))
    }

    /// Removes comments and line breaks; spaces within lines stay, since some of them are significant.
    static func minified(_ css: String) -> String {
        var text = css
        while let start = text.range(of: "/*"), let end = text.range(of: "*/", range: start.upperBound..<text.endIndex)
        {
            text.removeSubrange(start.lowerBound..<end.upperBound)
        }
        return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined()
    }
}

import Exchange
import FeedReading
import Foundation
import Imaging
import Locating
import Markdown
import News
import Pictures
import Weather
import Web
import XML

/// A reader of foreign bytes, to be tried with any bytes whatever. It may refuse them; it must not trap, hang or break a promise.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// The context form and the device report, as a query's fields.
    case form
    /// The headers that tell of a device: a line each, name, colon, value.
    case hints
    /// The name of a browser.
    case agent
    /// The header of a picture, and, if it is small, its decoder.
    case picture
    /// A feed, of whatever format, in pieces.
    case feed
    /// The body of an article.
    case html
    /// A page: its text, its facts and its feeds.
    case page
    /// An XPath rule in the first line, and the page that it is for.
    case rule
    /// A list of feeds (OPML).
    case list
    /// The exports of other systems: WordPress's and Ghost's.
    case export
    /// An article in Markdown.
    case markdown
    /// The body of a POST: a form, JSON, several parts, or what tus says of an upload.
    case body
    /// An archive of a newspaper (tar), with the checksums of its headers put right.
    case tar
    /// A file of where addresses are (MaxMind DB).
    case location
    /// A forecast of the weather.
    case forecast

    /// Reads the bytes.
    package func run(_ bytes: [UInt8]) {
        switch self {
        case .form: form(String(decoding: bytes, as: UTF8.self))
        case .hints: hints(String(decoding: bytes, as: UTF8.self))
        case .agent: _ = UserAgent(String(decoding: bytes, as: UTF8.self))
        case .picture: picture(bytes)
        case .feed: feed(bytes)
        case .html: html(String(decoding: bytes, as: UTF8.self))
        case .page: page(bytes)
        case .rule: rule(bytes)
        case .list: _ = try? FeedList(bytes)
        case .export: export(bytes)
        case .markdown: html(Markdown.html(of: String(decoding: bytes, as: UTF8.self)).html)
        case .body: body(bytes)
        case .tar: withFile(Self.summed(bytes), tar)
        case .location: withFile(bytes, location)
        case .forecast: forecast(bytes)
        }
    }

    private func form(_ text: String) {
        let fields = FormFields.parse(text)
        let (context, faults) = ContextForm.read(fields)
        precondition(faults.count <= fields.count, "no field is refused twice")
        let plan = Decision(context).plan
        precondition(DeliveryPlan(name: plan.name) == plan, "a plan's name tells the plan")
        let kept = DeviceReport.read(fields).report.kept
        precondition(DeviceReport(kept: kept).kept == kept, "a report is restored as it was kept")
        _ = ContextForm.selection(fields)
        _ = SearchQuery.read(fields)
    }

    private func hints(_ text: String) {
        var headers: [String: String] = [:]
        for line in text.split(separator: "\n", maxSplits: 50) {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers[parts[0].lowercased()] = String(parts[1]) }
        }
        var context = DeviceContext()
        ContextHints.fill(&context) { headers[$0] }
        _ = Decision(context)
        _ = ContextHints.faults(headers.keys) { headers[$0] ?? "" }
    }

    private func picture(_ bytes: [UInt8]) {
        guard let header = try? ImageHeader.read(bytes) else { return }
        // Larger ones would tell more about the decoders, which have fuzzers of their own, than about us.
        guard header.width * header.height <= 1 << 16 else { return }
        let specs = RenditionFormat.allCases.filter { $0 != .avif }.map {
            RenditionSpec(width: 16, quality: 60, format: $0)
        }
        guard let made = try? encodeRenditions(of: bytes, header: header, specs: specs) else { return }
        for file in made.renditions {
            precondition(file.spec.format.isWhole(file.bytes), "a rendition is whole")
            precondition((try? ImageHeader.read(file.bytes)) != nil, "a rendition can be read")
        }
    }

    private func feed(_ bytes: [UInt8]) {
        let types = [
            nil, "application/rss+xml", "application/json", "text/xml; charset=iso-8859-1", "text/xml; charset=utf-16",
        ]
        let type = types[bytes.count % types.count]
        let size = [1, 7, 512, bytes.count / 2 + 1][bytes.count / types.count % 4]
        let whole = try? Self.feed(bytes, type, pieces: bytes.count + 1)
        let inPieces = try? Self.feed(bytes, type, pieces: size)
        precondition((whole == nil) == (inPieces == nil), "pieces make no difference")
        precondition(whole?.items.map(\.title) == inPieces?.items.map(\.title), "pieces make no difference")
        _ = try? Self.feed(bytes, type, pieces: 512, mayBeTruncated: true)
        for item in whole?.items.prefix(5) ?? [] { html(item.content + item.summary) }
    }

    private static func feed(_ bytes: [UInt8], _ type: String?, pieces: Int, mayBeTruncated: Bool = false) throws
        -> Feed
    {
        let parser = try FeedParser(url: "http://example.com/feed", contentType: type)
        var rest = bytes[...]
        while !rest.isEmpty {
            try parser.take(Array(rest.prefix(pieces)))
            rest = rest.dropFirst(pieces)
        }
        return try parser.finish(mayBeTruncated: mayBeTruncated)
    }

    private func html(_ text: String) {
        let clean = HTMLSanitizer.sanitize(text, baseURL: "http://example.com/a/")
        precondition(HTMLSanitizer.sanitize(clean.html).html == clean.html, "sanitising again changes nothing")
        guard let root = HTMLDocument(Array(clean.html.utf8))?.root else { return }
        for node in root.descendants() {
            precondition(!Self.forbidden.contains(node.name), "what is clean has no such element")
            precondition(node.attribute("onerror") == nil && node.attribute("onclick") == nil, "and no script")
            let address = node.attribute("href") ?? node.attribute("src") ?? ""
            precondition(!address.lowercased().hasPrefix("javascript:"), "nor an address that is one")
        }
    }

    private static let forbidden: Set = ["script", "iframe", "style", "svg", "math", "object", "embed", "form"]

    private func page(_ bytes: [UInt8]) {
        _ = PageText(bytes, url: "http://example.com/a/")
        _ = FeedDiscovery.feeds(in: bytes, url: "http://example.com/a/")
    }

    private func rule(_ bytes: [UInt8]) {
        let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
        let expression = String(decoding: bytes[..<end], as: UTF8.self)
        let rule = PageRule(items: expression, title: expression, link: ".//a/@href")
        let page = Array(bytes[end...])
        _ = rule.faults
        _ = try? rule.feed(in: page, url: "http://example.com/")
    }

    private func export(_ bytes: [UInt8]) {
        _ = try? GhostExport(Data(bytes))
        var rest: [UInt8]? = bytes
        let read = { () -> [UInt8] in
            defer { rest = nil }
            return rest ?? []
        }
        guard let stream = try? XMLStream(level: WordPressExport.level, read: read) else { return }
        var export = WordPressExport()
        while let element = try? stream.next() {
            if let item = export.gather(element) { _ = export.article(item) }
        }
    }

    private func forecast(_ bytes: [UInt8]) {
        guard let forecast = Forecast(bytes) else { return }
        for hour in 0..<200 {
            let found = forecast.values(at: Date(timeIntervalSince1970: 1_790_000_000 + Double(hour) * 3600))
            if let values = found?.values { precondition(values.low <= values.high, "the low is above the high") }
        }
    }
}

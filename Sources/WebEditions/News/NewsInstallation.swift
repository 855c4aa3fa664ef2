import Documents
import Foundation
import HTTPTypes
import Hummingbird
import News
import Web

// The parts that make the app installable and readable offline: its worker and its manifest.
extension NewsRoutes {
    /// The worker, whose first lines name a checksum and the files of the app: browsers take a new one when
    /// any byte differs.
    @Sendable func worker(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await file(.worker, request, context) { try worker($0, $1, $2) }
    }

    @Sendable func manifest(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await file(.manifest, request, context) { masthead, strings, coding in
            Document(
                revision: masthead.revision, bytes: try Manifest(masthead, strings, desk.templates.assets).json,
                type: "application/manifest+json", coding: coding, cacheControl: "no-cache", headers: Self.fileHeaders)
        }
    }

    /// A part of the app, made once for each revision of the newspaper.
    func file(
        _ file: AppFile, _ request: Request, _ context: NewsRequestContext,
        make: @escaping @Sendable (Masthead, Strings, ContentCoding) throws -> Document
    ) async throws -> Response {
        let wanted = try await desk.understand(request, context)
        let key = DocumentKey.app(file, language: wanted.strings.language, wanted.coding)
        return try await desk.documents.copy(key) { try make($0, wanted.strings, wanted.coding) }.response(to: request)
    }

    private static let fileHeaders: HTTPFields = [
        .xContentTypeOptions: "nosniff", .vary: "Accept-Encoding, Accept-Language, Cookie",
    ]

    /// The scripts that the app loads when they are needed, under the same addresses in every version.
    private static let modules = ["taken.js", "spelling.js"]

    private func worker(_ masthead: Masthead, _ strings: Strings, _ coding: ContentCoding) throws -> Document {
        let assets = desk.templates.assets
        let page = try shellBytes(strings, masthead)
        let manifest = try Manifest(masthead, strings, assets).json
        let files =
            ["/news/shell", "/news/manifest.webmanifest"] + Self.modules.map { "/static/" + $0 }
            + [("news", "js"), ("icon", "svg")].compactMap { assets.addresses[$0.0]?[$0.1] }
        let script = assets.bytes("worker.js") ?? []
        let version = Checksum.name(page + manifest + script + Self.modules.flatMap { assets.bytes($0) ?? [] })
        let list = String(decoding: try JSONEncoder.plain.encode(files), as: UTF8.self)
        let head = "const VERSION = '\(version)';\nconst FILES = \(list);\n"
        var headers = Self.fileHeaders
        headers[.contentSecurityPolicy] = "default-src 'none'; connect-src 'self'"
        return Document(
            revision: masthead.revision, bytes: Array(head.utf8) + script, type: "text/javascript; charset=utf-8",
            coding: coding, cacheControl: "no-cache", headers: headers)
    }
}

/// The web application manifest (W3C).
private struct Manifest: Encodable {
    struct Icon: Encodable {
        var src: String
        var sizes: String
        var type: String
        var purpose: String
    }
    struct Shortcut: Encodable {
        var name: String
        var url: String
    }

    let id = WebEdition.news.home
    let start_url = WebEdition.news.home
    let scope = WebEdition.news.home
    let display = "standalone"
    let name: String
    let short_name: String
    let description: String
    let lang: String
    let dir = "ltr"
    let background_color = "#fffdf8"
    let theme_color = "#fffdf8"
    let categories = ["news"]
    let icons: [Icon]
    let shortcuts: [Shortcut]

    /// The number of shortcuts that launchers show.
    private static let shortcutLimit = 4

    init(_ masthead: Masthead, _ strings: Strings, _ assets: Assets) {
        name = masthead.title
        short_name = masthead.title
        description = masthead.description
        lang = masthead.language
        func icon(_ file: String, _ type: String, _ size: String, _ purpose: String = "any") -> Icon? {
            let kind = type == "image/png" ? "png" : "svg"
            return assets.addresses[file]?[kind].map { Icon(src: $0, sizes: size, type: type, purpose: purpose) }
        }
        icons = [
            icon("icon", "image/svg+xml", "any"), icon("icon192", "image/png", "192x192"),
            icon("icon512", "image/png", "512x512"), icon("maskable", "image/png", "512x512", "maskable"),
        ].compactMap(\.self)
        shortcuts = masthead.sections.prefix(Self.shortcutLimit).map {
            Shortcut(name: $0.name, url: "\(WebEdition.news.home)#section-\($0.slug)")
        }
    }

    var json: [UInt8] { get throws { Array(try JSONEncoder.plain.encode(self)) } }
}

extension JSONEncoder {
    /// Encodes equal values as the same bytes.
    fileprivate static var plain: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

import Foundation
import HTTPTypes
package import Hummingbird

/// The files served under `/static/`, read, freed of comments and compressed once at the start. The name that pages use
/// contains a checksum of the bytes, so that browsers never need to ask again: `/static/form.6b2f01.css`.
package struct Assets: Sendable {
    /// A file, available under its plain name and the one that pages use.
    fileprivate struct File: Sendable {
        var bytes: [UInt8]
        var type: String
        var checksum: String
        var documents: [ContentCoding: Document]
    }

    fileprivate let files: [String: File]
    /// The addresses that pages use, by stem and extension, as in templates: `{{asset.form.css}}`.
    package let addresses: [String: [String: String]]

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
        "txt": "text/plain; charset=utf-8", "png": "image/png",
    ]

    /// Files sent as one, so that a first visit needs few requests.
    private static let joined = [
        "form.css": ["form.css", "form/devices.css"],
        "form.js": ["form.js", "form/devices.js"],
        "page.css": ["style.css", "rich.css", "strip.css", "lists.css", "rows.css", "paper.css", "front.css"],
        "story.css": ["style.css", "rows.css", "paper.css"],
        "wide-story.css": ["style.css", "strip.css", "rows.css", "paper.css"],
        "news.css": ["style.css", "rich.css", "strip.css", "lists.css", "news/news.css"],
        "weather.css": ["news/weather.css"],
        "newsroom.css": [
            "style.css", "rich.css", "strip.css", "lists.css", "rows.css", "pages.css", "newsroom/newsroom.css",
            "newsroom/desk.css",
            "newsroom/tables.css", "newsroom/messages.css", "newsroom/editor/editor.css",
        ],
        "newsroom.js": [
            "local", "offers", "renewing", "keeping", "tools", "picker", "replaced", "named", "combo", "links", "reach",
            "going",
            "publishing",
            "presence", "comments", "passages", "reasons",
        ].map {
            "newsroom/\($0).js"
        },
        "combo.js": ["newsroom/combo.js"],
        "editor.js": editor,
        "standing.js": editor + ["newsroom/guard.js"],
        "puzzle.js": ["newsroom/puzzle.js"],
        "upload.js": ["newsroom/upload.js"],
        "editions.js": ["newsroom/editions.js"],
        "ticks.js": ["newsroom/ticks.js"],
        "copy.js": ["newsroom/copy.js"], "guard.js": ["newsroom/guard.js"],
        "settings.js": ["newsroom/guard.js", "newsroom/accent.js"],
        "telling.js": ["news/database.js", "newsroom/reach.js", "newsroom/going.js", "newsroom/telling.js"],
        "pictures.js": ["newsroom/pictures.js"],
        "cropping.js": ["newsroom/cropping.js"],
        "page.js": page, "edition.js": page + ["page/pieces.js"],
        "pieces.js": ["page/pieces.js"],
        "sizes.js": ["page/sizes.js"],
        "save.js": ["news/database.js", "news/installing.js", "save.js"],
        "account.js": ["news/account.js", "news/account-module.js"],
        "taken.js": ["news/taken.js"],
        "spelling.js": ["news/spelling.js"],
        "wishes.js": subscribing + ["wishes.js"],
        "following.js": subscribing + ["following.js"],
        "news.js": [
            "database", "store", "device", "loading", "sync", "times", "article", "list", "reading",
            "settings", "push",
            "finding",
            "shelf", "mine",
            "weather", "main",
        ].map {
            "news/\($0).js"
        },
        "worker.js": ["database", "store", "device", "loading", "account", "sync", "messages", "worker"].map {
            "news/\($0).js"
        },
    ]

    /// The rich editor.
    private static let editor = [
        "markdown", "blocks", "quotes", "paste", "schema", "tables", "pictures", "galleries", "intake", "find",
        "dialog",
        "toolbar", "words", "main",
    ].map { "newsroom/editor/\($0).js" }

    /// What every page with a script has.
    private static let page = ["news/times.js", "page/frame.js", "page/today.js", "page/follow.js", "page/story.js"]

    /// The scripts that pages outside the app need for its subscription to messages.
    private static let subscribing = ["database", "device", "loading", "installing", "push"].map { "news/\($0).js" }

    /// Files that are fetched at set-up. Pages go without one that is missing.
    private static let fetched = ["prosemirror.js": "vendor/prosemirror.js"]

    /// Reads the files of a folder; those in its subfolders only if they are joined or fetched.
    init(folder: String) throws {
        var files: [String: File] = [:]
        var addresses: [String: [String: String]] = [:]
        let fetched = Self.fetched.filter { FileManager.default.fileExists(atPath: "\(folder)/\($0.value)") }.keys
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) + Self.joined.keys + fetched {
            let parts = name.split(separator: ".").map { String($0) }
            guard parts.count == 2, let type = Self.types[parts[1]] else { continue }
            let file = File(try Self.bytes(name, in: folder), type: type)
            files[name] = file
            addresses[parts[0], default: [:]][parts[1]] = "/static/\(parts[0]).\(file.checksum).\(parts[1])"
        }
        files["openapi.json"] = File(
            try OpenAPI.document(folder: folder + "/openapi"), type: "application/json")
        self.files = files
        self.addresses = addresses
    }

    private static func bytes(_ name: String, in folder: String) throws -> [UInt8] {
        let bytes = try (joined[name] ?? [fetched[name] ?? name]).flatMap {
            try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))
        }
        let isOurs = fetched[name] == nil
        if isOurs, name.hasSuffix(".js") { return Array(Script.packed(String(decoding: bytes, as: UTF8.self)).utf8) }
        if isOurs, name.hasSuffix(".css") { return Array(Style.minified(String(decoding: bytes, as: UTF8.self)).utf8) }
        return bytes
    }

    /// The bytes of a file as sent; 0 if there is none.
    package func sent(_ name: String, _ coding: ContentCoding) -> Int {
        files[name]?.documents[coding]?.body.readableBytes ?? 0
    }

    /// The bytes of a file.
    package func bytes(_ name: String) -> [UInt8]? { files[name]?.bytes }

    package func add(to router: Router<NewsRequestContext>) {
        router.get("/static/{name}") { try file($1.parameters.get("name") ?? "", $0) }
        router.get("/openapi.json") { request, _ in try file("openapi.json", request) }
        // The address where browsers look by default.
        router.get("/favicon.ico") { request, _ in try file("icon.svg", request, maxAge: 7 * 86_400) }
    }

    /// A file by its plain name, by the name that pages use, or by the one they used before an update.
    private func file(_ name: String, _ request: Request, maxAge: Int = 3600) throws -> Response {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let plain = parts.count == 3 ? "\(parts[0]).\(parts[2])" : name
        guard let file = files[plain],
            let document = file.documents[ContentCoding(accept: request.headers[.acceptEncoding])]
        else { throw HTTPError(.notFound) }
        var response = Response(document, to: request)
        let isNamedByContent = parts.count == 3 && parts[1] == file.checksum
        response.headers[.cacheControl] = isNamedByContent ? Document.forGood : "public, max-age=\(maxAge)"
        // Nobody asks again for what is named by its content.
        if isNamedByContent { response.headers[.eTag] = nil }
        return response
    }
}

extension Assets.File {
    fileprivate init(_ bytes: [UInt8], type: String) {
        self.bytes = bytes
        self.type = type
        checksum = String(Checksum.name(bytes).prefix(8))
        let isPacked = type == "image/png"
        let pairs = ContentCoding.allCases.map { coding in
            let coded = isPacked ? .identity : coding
            return (
                coding,
                Document(
                    revision: nil, sent: coded.compressWell(bytes), type: type, coding: coded,
                    cacheControl: "",
                    headers: [.vary: "Accept-Encoding", .xContentTypeOptions: "nosniff"])
            )
        }
        documents = Dictionary(uniqueKeysWithValues: pairs)
    }
}

import Archive
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import Imaging
import News
import Pictures
import Syndication
import Web

/// The routes for uploading pictures and finding them again.
struct LibraryRoutes: Sendable {
    let desk: NewsroomDesk
    let store: PictureStore

    func add(to router: Router<NewsRequestContext>) {
        let contributors = desk.signedIn(router)
        contributors.get("/admin/pictures", use: show)
        contributors.post("/admin/pictures", use: upload)
        contributors.get("/admin/pictures.json", use: choice)
    }

    private func selection(_ request: Request) -> LibrarySelection {
        LibrarySelection(Dictionary(FormFields.parse(request.uri.query ?? ""), uniquingKeysWith: { $1 }))
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        return try await page(context.visit, request)
    }

    private func page(
        _ visit: NewsroomDesk.Visit, _ request: Request, refused: [String] = [], taken: [String] = []
    ) async throws -> Response {
        let selection = selection(request)
        let part = try await desk.archive.read { holdings in
            let found = try holdings.pictures.library(selection, limit: LibraryPage.length + 1)
            return LibraryPage(
                visit, selection, found, used: try holdings.pictures.used(among: found.map(\.record.hash)),
                lacking: try holdings.pictures.lacking(), refused: refused, taken: taken)
        }
        let status = PageStatus(
            title: "room_pictures", path: NewsroomLinks.pictures, status: refused.isEmpty ? .ok : .unprocessableContent)
        return try await desk.page("pictures", part, status, visit, request)
    }

    /// Stores the files of a form, for browsers without the script that sends them in parts.
    @Sendable private func upload(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let files = try await desk.filesForm(request, visit).files
        var (refused, taken): ([String], [String]) = ([], [])
        var hashes: [String] = []
        for file in files {
            let name = PictureWords.fileName(file.fileName ?? "")
            do {
                hashes.append(try await store.add(Array(file.content), fileName: name, by: visit.maker).record.hash)
                taken.append(name)
            } catch let error as ImagingError {
                refused.append("\(name): \(visit.strings.text(of: error))")
            }
        }
        if files.isEmpty { refused.append(visit.strings["room_noFile"]) }
        guard refused.isEmpty else { return try await page(visit, request, refused: refused, taken: taken) }
        guard hashes.count > 1 else {
            return desk.redirect((hashes.first.map(NewsroomLinks.picture) ?? NewsroomLinks.pictures) + "?done=uploaded")
        }
        return desk.redirect(WordsPage.address(of: hashes) + "&done=uploaded")
    }

    /// The pictures that an article's editor can choose from.
    private struct Choice: Encodable {
        struct Picture: Encodable {
            var hash: String
            var thumbnail: String
            var title: String
            var alt: String
            var caption: String
            var credit: String
        }
        var pictures: [Picture]
        /// The address of the next part of the list.
        var next: String?
    }

    @Sendable private func choice(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let selection = selection(request)
        // After an upload the page asks for one picture, which the library may have with its words.
        let fields = NewsroomForm(FormFields.parse(request.uri.query ?? ""))
        let hash = fields["hash"].wholeMatch(of: /[0-9a-f]{64}/).map { String($0.0) }
        let found = try await desk.archive.read { holdings in
            try hash.map { try holdings.pictures.library([$0]) }
                ?? holdings.pictures.library(selection, limit: LibraryPage.length + 1)
        }
        let page = found.prefix(LibraryPage.length)
        let choice = Choice(
            pictures: page.map {
                .init(
                    hash: $0.record.hash, thumbnail: $0.thumbnail, title: $0.name(visit.strings), alt: $0.words.alt,
                    caption: $0.words.caption, credit: $0.words.credit)
            },
            next: found.count > page.count
                ? page.last.map { "/admin/pictures.json?" + selection.query(after: $0.number) } : nil)
        return Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(choice))))
    }
}

extension LibrarySelection {
    /// Reads the fields `q`, `filter` and `after` of an address.
    init(_ fields: [String: String]) {
        self.init(
            words: String((fields["q"] ?? "").prefix(300)), filter: fields["filter"].flatMap(Filter.init),
            after: fields["after"].flatMap { Int($0) })
    }

    /// The address of its first page.
    var address: String {
        NewsroomLinks.pictures + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
    }

    /// The query for the pictures after a given one.
    func query(after number: Int) -> String {
        (["after=\(number)"] + fields).joined(separator: "&")
    }

    private var fields: [String] {
        (filter.map { ["filter=\($0.rawValue)"] } ?? []) + (words.isEmpty ? [] : ["q=" + words.escapedForQuery])
    }
}

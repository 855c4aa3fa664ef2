import Archive
import Editorial
import Hummingbird
import News
import Pictures
import Web

/// The page that asks before several pictures are deleted.
struct DeletionPage: Sendable {
    struct Row: Sendable {
        var hash: String
        var url: String
        var image: String
        var name: String
    }
    /// Those that can be deleted, and those that stay because something shows them.
    var rows: [Row]
    var kept: [Row]
    var isEmpty: Bool
    var isKept: Bool
    var button: String
    var words: String
    var filter: String
    var back: String

    /// - Parameter kept: the hashes of the pictures that something shows or showed.
    init(_ pictures: [LibraryPicture], kept: Set<String>, _ selection: LibrarySelection, _ strings: Strings) {
        func rows(_ isKept: Bool) -> [Row] {
            pictures.filter { kept.contains($0.record.hash) == isKept }.map {
                Row(
                    hash: $0.record.hash, url: NewsroomLinks.picture($0.record.hash), image: $0.thumbnail,
                    name: $0.name(strings).shortened)
            }
        }
        self.rows = rows(false)
        self.kept = rows(true)
        (isEmpty, isKept) = (self.rows.isEmpty, !self.kept.isEmpty)
        button = strings("room_deleteSeveral", self.rows.count)
        words = selection.words
        filter = selection.filter?.rawValue ?? ""
        back = selection.address
    }
}

/// The routes for deleting several pictures that nothing shows.
struct DeletionRoutes: Sendable {
    let desk: NewsroomDesk
    let store: PictureStore

    func add(to router: Router<NewsRequestContext>) {
        let editors = desk.signedIn(router, atLeast: .editor)
        editors.get("/admin/pictures/delete", use: ask)
        editors.post("/admin/pictures/delete", use: delete)
    }

    @Sendable private func ask(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let fields = NewsroomForm(FormFields.parse(request.uri.query ?? ""))
        return try await page(context.visit, fields, request)
    }

    private func page(
        _ visit: NewsroomDesk.Visit, _ fields: NewsroomForm, _ request: Request, fault: String? = nil
    ) async throws -> Response {
        let part = try await desk.archive.read { holdings in
            let pictures = try holdings.pictures.library(LibraryRoutes.chosen(fields))
            let kept = try holdings.pictures.kept(among: pictures.map(\.record.hash))
            return DeletionPage(pictures, kept: kept, LibrarySelection(fields.only(["q", "filter"])), visit.strings)
        }
        return try await desk.page(
            "picture-deletion", part, .init(title: "room_deletePictures", path: NewsroomLinks.pictures, fault: fault),
            visit, request)
    }

    /// Deletes each picture as if it were deleted alone. Those that cannot be deleted stay, and are shown.
    @Sendable private func delete(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let pictures = try await desk.archive.read { try $0.pictures.library(LibraryRoutes.chosen(form)) }
        var areAllGone = true
        for picture in pictures {
            do {
                try await desk.archive.write { holdings in
                    try holdings.pictures.delete(picture.record.hash, revision: picture.revision, by: visit.maker)
                    store.removeFiles(of: picture.record)
                }
            } catch is PictureInUse {
                areAllGone = false
            } catch ArchiveError.outdated {
                areAllGone = false
            } catch ArchiveError.notFound {}  // already gone, which is what was wanted
        }
        guard areAllGone else {
            return try await page(visit, form, request, fault: visit.strings["room_someStay"])
        }
        let library = LibrarySelection(form.only(["q", "filter"])).address
        return desk.redirect(library + (library.contains("?") ? "&" : "?") + "done=deletedSeveral")
    }
}

extension LibraryRoutes {
    /// The pictures that were ticked in the library, at most as many as a page of it shows.
    static func chosen(_ form: NewsroomForm) -> [String] {
        Array(form.values("picture").filter(isSHA256).prefix(LibraryPage.length))
    }
}

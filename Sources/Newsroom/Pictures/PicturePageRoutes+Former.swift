import Archive
import Editorial
import HTTPTypes
import Hummingbird
import News
import Pictures
import Web

/// The pictures that a picture replaced: how they look, and bringing one back.
extension PicturePageRoutes {
    /// The JPEG of a picture that was replaced, whose renditions are gone. Only the newsroom sees it.
    @Sendable func preview(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let record = try await picture(context, visit).record
        guard record.replacedBy != nil else { return desk.redirect(record.thumbnail) }
        return Response(
            status: .ok, headers: [.contentType: "image/jpeg", .cacheControl: "private, max-age=3600"],
            body: .init(byteBuffer: ByteBuffer(bytes: try await store.preview(of: record))))
    }

    /// Puts a former picture in the place of the one that replaced it.
    @Sendable func bringBack(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let picture = try await replaceable(context, visit)
        let former = form["former"]
        guard isSHA256(former), let record = try await desk.archive.read({ try $0.pictures.find(former) }),
            record.replacedBy == picture.record.hash
        else { return try await page(visit, picture, request, fault: visit.strings["room_formerUnknown"]) }
        return try await bringBack(record, insteadOf: picture, form, visit, request, done: "broughtBack")
    }

    /// Puts a former picture in the place of the one that replaced it. Faults are told on the page of that one.
    func bringBack(
        _ record: PictureRecord, insteadOf picture: LibraryPicture, _ form: NewsroomForm, _ visit: NewsroomDesk.Visit,
        _ request: Request, done: String
    ) async throws -> Response {
        let (former, present, maker) = (record.hash, picture.record.hash, visit.maker)
        let revision = Int(form["revision"]) ?? 0
        func refuse(_ fault: String) async throws -> Response {
            try await page(visit, picture, request, fault: visit.strings[fault])
        }
        guard picture.revision == revision else { return try await refuse("room_outdated") }
        guard try await store.hasOriginal(of: record) else { return try await refuse("room_formerLost") }
        let jpegs = try await store.jpegs(of: record)
        do {
            try await desk.change { holdings in
                try Self.check(picture, visit, holdings)
                try holdings.pictures.bringBack(
                    former, insteadOf: present, revision: revision, jpegs: jpegs, by: maker)
                store.removeRenditions(of: present)
            }
        } catch ArchiveError.outdated {
            return try await refuse("room_outdated")
        } catch ArchiveError.faults, ArchiveError.notFound {
            return try await refuse("room_formerUnknown")
        }
        store.lookForWork()
        return desk.redirect(NewsroomLinks.picture(former) + "?done=" + done)
    }
}

/// A picture that was replaced, as its successor's page shows it.
struct FormerPictureRow: Sendable {
    var hash: String
    var name: String
    var image: String
    /// When it was replaced, by whom, and until when it is kept.
    var facts: [String]

    init(_ former: FormerPicture, _ strings: Strings) {
        hash = former.picture.record.hash
        name = former.picture.name(strings)
        image = NewsroomLinks.picture(hash) + "/preview.jpg"
        facts = [strings("room_formerAt", Moment(former.replacedAt, strings).text)]
        if let replacer = former.replacer { facts.append(strings("room_cameBy", replacer)) }
        facts.append(strings("room_formerUntil", Moment(former.keptUntil, strings).text))
    }
}

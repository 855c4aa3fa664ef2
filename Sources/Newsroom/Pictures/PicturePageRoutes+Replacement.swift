import Archive
import Editorial
import Hummingbird
import Imaging
import News
import Pictures
import Web

/// Replacing a picture: by another file, or by a part of itself.
extension PicturePageRoutes {
    @Sendable func replace(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let (form, files) = try await desk.filesForm(request, visit)
        let picture = try await replaceable(context, visit)
        return try await replace(picture, form, visit, request, done: "replaced") {
            guard let file = files.first else { return form["hash"] }
            return try await store.add(Array(file.content), fileName: file.fileName ?? "", by: visit.maker).record.hash
        }
    }

    @Sendable func crop(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let picture = try await replaceable(context, visit)
        let record = picture.record
        guard let area = CropArea(form), area.crops(width: record.width, height: record.height) else {
            let fault = visit.strings("room_cropFault", "\(CropArea.leastSide)")
            return try await page(visit, picture, request, fault: fault, isCropping: true)
        }
        do {
            let part = try await store.crop(record, to: area, fileName: picture.fileName, by: visit.maker)
            if part.replacedBy == record.hash {
                return try await bringBack(part, insteadOf: picture, form, visit, request, done: "cropped")
            }
            let focus = try await store.focus(of: record, in: part, area)
            return try await replace(picture, form, visit, request, done: "cropped", focus: focus) { part.hash }
        } catch let error as ImagingError {
            return try await page(visit, picture, request, fault: visit.strings.text(of: error))
        }
    }

    /// The picture of the address, which this person may replace. Throws `Problem` 403 and 404.
    func replaceable(_ context: NewsRequestContext, _ visit: NewsroomDesk.Visit) async throws -> LibraryPicture {
        let picture = try await picture(context, visit)
        try await desk.archive.read { try Self.check(picture, visit, $0) }
        return picture
    }

    /// Throws `Problem` 403 unless this person may replace the picture.
    static func check(_ picture: LibraryPicture, _ visit: NewsroomDesk.Visit, _ holdings: Holdings) throws {
        guard try holdings.pictures.mayReplace(picture, visit.editor) else {
            throw Problem(.forbidden, visit.strings.tooWeak(below: .editor))
        }
    }

    /// Puts the picture whose hash `make` returns in the place of another. Faults are told on the page of that one.
    private func replace(
        _ picture: LibraryPicture, _ form: NewsroomForm, _ visit: NewsroomDesk.Visit, _ request: Request, done: String,
        focus: PartFocus? = nil, _ make: () async throws -> String
    ) async throws -> Response {
        func refuse(_ fault: String) async throws -> Response {
            try await page(visit, picture, request, fault: visit.strings[fault])
        }
        let (old, revision, maker) = (picture.record.hash, Int(form["revision"]) ?? 0, visit.maker)
        do {
            let new = try await make()
            guard isSHA256(new) else { return try await refuse("room_noFile") }
            // One that somebody has worked on is a picture of its own: stories can choose it, and the old one then stays.
            let changes = try await desk.archive.read { try $0.pictures.libraryPicture(new)?.revision ?? 1 }
            if changes > 1, new != old { return try await refuse("room_replaceKnown") }
            try await desk.change { holdings in
                try Self.check(picture, visit, holdings)
                try holdings.pictures.replace(old, revision: revision, by: new, maker: maker)
                try focus?.set(of: new, holdings, by: maker)
                store.removeRenditions(of: old)
            }
            return desk.redirect(NewsroomLinks.picture(new) + "?done=" + done)
        } catch let error as ImagingError {
            return try await page(visit, picture, request, fault: visit.strings.text(of: error))
        } catch ArchiveError.outdated {
            return try await refuse("room_outdated")
        } catch ArchiveError.faults(let faults) {
            return try await refuse(faults == [Pictures.isShown] ? "room_replaceInUse" : "room_samePicture")
        } catch ArchiveError.notFound {
            throw Problem(.notFound, visit.strings["room_noPicture"])
        }
    }
}

extension CropArea {
    /// The four percentages of a form.
    fileprivate init?(_ form: NewsroomForm) {
        func percent(_ name: String) -> Double? { Double(form[name].replacing(",", with: ".")) }
        guard let left = percent("left"), let top = percent("top"), let width = percent("width"),
            let height = percent("height")
        else { return nil }
        self.init(left: left, top: top, width: width, height: height)
    }
}

import Archive
import FeedReading
import Foundation
import Imaging
import News
import Pictures
import Syndication
import XML

// Imports pictures: the lead picture, and those in the text.
extension Importer {
    /// Adds the pictures of a batch in parallel. If a picture is unavailable, the article is imported
    /// without it.
    func illustrated(_ batch: [Candidate], _ origin: Origin, _ report: inout Report) async throws -> [Candidate] {
        guard let media = origin.media else { return batch }
        var batch = batch
        let found = try await withThrowingTaskGroup(of: (Int, Result<PictureStore.Stored, ImportFault>).self) {
            group in
            for (index, candidate) in batch.enumerated() {
                guard let picture = candidate.picture else { continue }
                group.addTask { (index, try await stored(picture.url, candidate.base, media)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for (index, result) in found {
            switch result {
            case .success(let stored):
                let picture = batch[index].picture
                let alt = HTMLSanitizer.sanitize(picture?.alt ?? "").plainText
                batch[index].draft.picture = .init(
                    hash: stored.record.hash, alt: alt.isEmpty ? batch[index].draft.headline : alt,
                    caption: HTMLSanitizer.sanitize(picture?.caption ?? "").plainText, credit: picture?.credit ?? "")
                report.pictures += 1
            case .failure(let fault):
                batch[index].pictureFault = fault
                report.tell("\(batch[index].place): without its picture: \(fault.reason)")
            }
        }
        for index in batch.indices { try await addBodyPictures(&batch[index], media, origin, &report) }
        return batch
    }

    /// Puts the available pictures into a body.
    private func addBodyPictures(
        _ candidate: inout Candidate, _ media: Media, _ origin: Origin, _ report: inout Report
    ) async throws {
        guard candidate.html.contains("<img") || candidate.html.contains("<IMG") else { return }
        var addresses: [String] = []
        _ = HTMLSanitizer.sanitize(candidate.html) { address in
            if !addresses.contains(address) { addresses.append(address) }
            return nil
        }
        if origin.isMove, addresses.count > origin.bodyPictures {
            report.tell(
                "\(candidate.place): without \(addresses.count - origin.bodyPictures) of the \(addresses.count) pictures in its text"
            )
        }
        for address in addresses.prefix(origin.bodyPictures) where candidate.textPictures[address] == nil {
            switch try await stored(address, candidate.base, media) {
            case .success(let stored):
                candidate.textPictures[address] = stored.record.hash
                report.pictures += 1
            case .failure(let fault):
                if fault.isPassing { candidate.textFault = fault } else { candidate.textPictures[address] = "" }
                if origin.isMove { report.tell("\(candidate.place): without a picture in its text: \(fault.reason)") }
            }
        }
        let hashes = candidate.textPictures.filter { !$0.value.isEmpty }
        guard !hashes.isEmpty else { return }
        let body = HTMLSanitizer.sanitize(candidate.html, baseURL: candidate.base) { hashes[$0] }
        (candidate.draft.bodyHTML, candidate.draft.bodyText) = (body.html, body.plainText)
    }

    /// Stores the picture at an address.
    private func stored(_ address: String, _ base: String, _ media: Media) async throws -> Result<
        PictureStore.Stored, ImportFault
    > {
        switch try await media.picture(address, base: base) {
        case .failure(let fault): return .failure(fault)
        case .success(let bytes):
            do {
                return .success(try await pictures.add(bytes, waitsForRenditions: waitsForRenditions, by: nil))
            } catch let error as ImagingError {
                return .failure(ImportFault(error).of("\(address.suffix(100))"))
            }
        }
    }
}

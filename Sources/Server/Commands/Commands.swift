package import Archive
import Credentials
import Editorial
package import Exchange
import Foundation
package import Logging
package import News
import Pictures
import PostgreSQL
import Syndication
import Web
import XML

/// What the command line does besides serving.
package struct Commands: Sendable {
    let backend: Backend

    /// Commands on an open backend.
    package init(_ backend: Backend) { self.backend = backend }

    /// Imports what was published elsewhere, or what `exportNewspaper` wrote: the file says itself what it is. The media folder is the one
    /// called `media` beside it where none is named and there is one.
    /// - Parameter progress: called with how much of how much is done.
    package func importFile(_ path: String, media: String?, progress: @escaping @Sendable (Int, Int) -> Void)
        async throws -> Importer.Report
    {
        let beside = (path as NSString).deletingLastPathComponent + "/media"
        let media = media ?? (FileManager.default.fileExists(atPath: beside) ? beside : nil)
        if let media, !FileManager.default.fileExists(atPath: media) {
            throw OptionError(faults: ["There is no folder \(media)."])
        }
        let importer = Importer(database: backend.database, pictures: backend.pictures)
        switch ImportFormat(head: try ImportFile.read(path, upTo: ImportFormat.headBytes)) {
        case .feed:
            let bytes = try ImportFile.whole(path, limit: XMLLimits.standard.bytes, is: "a feed")
            return try await importer.run(bytes, media: media, progress: progress)
        case .ghost:
            let bytes = try ImportFile.whole(path, limit: Importer.ghostLimit, is: "an export of Ghost")
            return try await importer.runGhost(Data(bytes), media: media.map { MediaFolder($0) }, progress: progress)
        case .wordPress:
            return try await importer.runWordPress(path, media: media.map { MediaFolder($0) }, progress: progress)
        case .newspaper:
            return try await NewspaperImport(database: backend.database, pictures: backend.pictures, path: path).run(
                progress: progress)
        }
    }

    /// Writes the whole newspaper into one archive; `-` is standard output.
    /// - Returns: how many articles, revisions and pictures it has, and which pictures are gone.
    package func exportNewspaper(to path: String, progress: @escaping @Sendable (String) -> Void) async throws -> (
        articles: Int, revisions: Int, pictures: Int, problems: [String]
    ) {
        let report = try await NewspaperExport(database: backend.database, pictures: backend.pictures).run(
            to: path, progress: progress)
        return (report.articles, report.revisions, report.pictures, report.problems)
    }

    /// Brings the demo newspaper into an empty archive. Returns nil where it is not empty.
    package func importDemo(progress: @escaping @Sendable (Int, Int) -> Void) async throws -> Importer.Report? {
        guard try await backend.database.read({ try $0.isEmpty() }) else { return nil }
        let report = try await DemoNewspaper(assets: try Home().assets).bring(
            into: Importer(database: backend.database, pictures: backend.pictures), progress: progress)
        // Its very first reader sees related stories.
        while try await backend.database.write({ try $0.readUnreadStories(limit: 10) }) > 0 {}
        return report
    }

    /// Makes an editor.
    package func addEditor(name: String, role: EditorRole) async throws {
        guard (1...100).contains(name.unicodeScalars.count),
            name == name.trimmingCharacters(in: .whitespacesAndNewlines)
        else {
            throw OptionError(faults: ["An editor's name has 1 to 100 characters and no space around it."])
        }
        do {
            _ = try await backend.database.write { try $0.insertEditor(name: name, role: role) }
        } catch PostgresError.refused(.uniqueViolation, _, _) {
            throw OptionError(faults: ["There is an editor \(name) already."])
        }
    }

    /// Makes an address at which an editor chooses a password, in place of one that was lost too. It is good once, for two days.
    /// - Parameter removesSecondFactor: whether to take the authenticator app away too, which is lost.
    package func passwordAddress(editor: String, removesSecondFactor: Bool = false) async throws -> String {
        let secret = Secret(bits: NewsroomLinks.bits)
        let isMade = try await backend.database.write { connection in
            guard let known = try connection.credentials(name: editor)?.editor else { return false }
            try connection.insertPasswordLink(secret.hash, of: known.id, hours: NewsroomLinks.hours, by: nil)
            if removesSecondFactor { try connection.removeOneTimeKey(of: known.id, keeping: nil, by: nil) }
            return true
        }
        guard isMade else { throw Self.unknown(editor) }
        return backend.options.site.root + NewsroomLinks.welcome(secret)
    }

    private static func unknown(_ editor: String) -> OptionError {
        OptionError(faults: ["There is no editor \(editor). Make one: n4md editor add \(editor) --role editor"])
    }

    /// Makes a token for an editor and returns it: the only time that it is seen.
    package func createToken(editor: String, scope: TokenScope = .manage, days: Int?) async throws -> String {
        let token = Secret(bits: 256, prefix: "n4md_")
        let expiry = days.map { Date().addingTimeInterval(Double($0) * 86_400) }
        guard
            try await backend.database.write({
                try $0.insertToken(editor: editor, hash: token.hash, scope: scope, expiresAt: expiry)
            })
        else { throw Self.unknown(editor) }
        return token.text
    }

    /// Reads all pictures, and tells what is missing or damaged, and which files belong to none.
    package func checkPictures(progress: @Sendable (Int) -> Void) async throws -> [String] {
        try await backend.pictures.check(progress: progress)
    }

    /// Makes the renditions that are not made yet, and tries again what was given up. `progress` is told how many pictures still wait.
    /// Returns how many are left.
    package func makePictures(log: Logger, progress: @Sendable (Int) -> Void) async throws -> Int {
        try await backend.database.write { try $0.forgetLadderFaults() }
        try await PictureLadders(store: backend.pictures, log: log).makeAll(progress: progress)
        return try await countWaitingPictures()
    }

    /// How many pictures wait for renditions.
    package func countWaitingPictures() async throws -> Int {
        let formats = backend.pictures.formats
        return try await backend.database.read { try $0.countPictures(lacking: formats) }
    }

    /// Removes the pictures that no article and no revision uses, and the files that belong to no picture, a day after they came; and uploads
    /// that are over. Answers how many pictures, how many such files, and the bytes of both.
    package func collectPictures(
        dryRun: Bool, force: Bool = false
    ) async throws -> (pictures: Int, files: Int, bytes: Int) {
        if !dryRun { try await UploadStore(pictures: backend.pictures).sweep() }
        let (pictures, files) = try await backend.pictures.collect(dryRun: dryRun, force: force)
        let bytes = pictures.reduce(0) { $0 + $1.bytes } + files.reduce(0) { $0 + $1.bytes }
        return (pictures.count, files.count, bytes)
    }
}

package import Archive
import Credentials
import Editorial
package import Exchange
import Foundation
package import Logging
package import News
import Pictures
import Push
import Syndication
import Web
import XML

/// The commands of the command line, besides serving.
package struct Commands: Sendable {
    let backend: Backend

    /// Creates the commands for an open backend.
    package init(_ backend: Backend) { self.backend = backend }

    /// Imports articles published elsewhere, or an archive that `exportNewspaper` wrote; the file's head
    /// tells its format. If no media folder is named, the folder called `media` next to the file is used,
    /// if there is one.
    /// - Parameter progress: called with the number of articles done and their total.
    package func importFile(_ path: String, media: String?, progress: @escaping @Sendable (Int, Int) -> Void)
        async throws -> Importer.Report
    {
        let beside = (path as NSString).deletingLastPathComponent + "/media"
        let media = media ?? (FileManager.default.fileExists(atPath: beside) ? beside : nil)
        if let media, !FileManager.default.fileExists(atPath: media) {
            throw OptionError(faults: ["There is no folder \(media)."])
        }
        let importer = Importer(archive: backend.archive, pictures: backend.pictures)
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
            return try await NewspaperImport(archive: backend.archive, pictures: backend.pictures, path: path).run(
                progress: progress)
        }
    }

    /// Writes the whole newspaper to an archive; `-` is standard output.
    /// - Returns: the numbers of articles, revisions and pictures, and the pictures that are missing.
    package func exportNewspaper(to path: String, progress: @escaping @Sendable (String) -> Void) async throws -> (
        articles: Int, revisions: Int, pictures: Int, problems: [String]
    ) {
        let report = try await NewspaperExport(archive: backend.archive, pictures: backend.pictures).run(
            to: path, progress: progress)
        return (report.articles, report.revisions, report.pictures, report.problems)
    }

    /// Imports the demo newspaper into an empty archive. Returns nil if it is not empty.
    package func importDemo(progress: @escaping @Sendable (Int, Int) -> Void) async throws -> Importer.Report? {
        guard try await backend.archive.read({ try $0.articles.isEmpty() }) else { return nil }
        let report = try await DemoNewspaper(assets: try Home().assets).bring(
            into: Importer(archive: backend.archive, pictures: backend.pictures), progress: progress)
        // Even its very first reader should see related stories.
        while try await backend.archive.write({ try $0.clusters.readUnread(limit: 10) }) > 0 {}
        if backend.options.push.isDemo { try await DemoDevices(archive: backend.archive, keys: keys).subscribe() }
        return report
    }

    /// Creates an editor.
    package func addEditor(name: String, role: EditorRole) async throws {
        guard (1...100).contains(name.unicodeScalars.count),
            name == name.trimmingCharacters(in: .whitespacesAndNewlines)
        else {
            throw OptionError(faults: ["An editor's name must have 1 to 100 characters, without spaces at either end."])
        }
        do {
            _ = try await backend.archive.write { try $0.people.insert(name: name, role: role) }
        } catch ArchiveFault.taken {
            throw OptionError(faults: ["There is already an editor \(name)."])
        }
    }

    /// Creates an address at which an editor chooses a password, also to replace a lost one. It works once,
    /// within two days.
    /// - Parameter removesSecondFactor: whether to remove the editor's authenticator app too, because it is
    ///   lost.
    package func passwordAddress(editor: String, removesSecondFactor: Bool = false) async throws -> String {
        let secret = Secret(bits: NewsroomLinks.bits)
        let isMade = try await backend.archive.write { holdings in
            guard let known = try holdings.logIn.credentials(name: editor)?.editor else { return false }
            try holdings.logIn.insertPasswordLink(secret.hash, of: known.id, hours: NewsroomLinks.hours, by: nil)
            if removesSecondFactor { try holdings.logIn.removeOneTimeKey(of: known.id, keeping: nil, by: nil) }
            return true
        }
        guard isMade else { throw Self.unknown(editor) }
        return site.root + NewsroomLinks.welcome(secret)
    }

    /// The newspaper's addresses, on the port where its server listens unless the operator gave a public address.
    private var site: Site {
        guard !backend.options.readers.isPublicURLGiven, let port = ServedPort(backend.options).number else {
            return backend.options.site
        }
        return Site(publicURL: "http://localhost:\(port)")
    }

    private static func unknown(_ editor: String) -> OptionError {
        OptionError(faults: ["There is no editor \(editor). Make one: n4md editor add \(editor) --role editor"])
    }

    /// Creates a token for an editor and returns it: the only time it is shown.
    package func createToken(editor: String, scope: TokenScope = .manage, days: Int?) async throws -> String {
        let token = Secret(bits: 256, prefix: "n4md_")
        let expiry = days.map { Date().addingTimeInterval(Double($0) * 86_400) }
        guard
            try await backend.archive.write({
                try $0.tokens.insert(editor: editor, hash: token.hash, scope: scope, expiresAt: expiry)
            })
        else { throw Self.unknown(editor) }
        return token.text
    }

    /// Reads all pictures, and lists those missing or damaged and the files that belong to none.
    package func checkPictures(progress: @Sendable (Int) -> Void) async throws -> [String] {
        try await backend.pictures.check(progress: progress)
    }

    /// Makes the renditions that are still missing, retrying those given up. `progress` is called with the
    /// number of pictures still waiting. Returns how many are left.
    package func makePictures(log: Logger, progress: @Sendable (Int) -> Void) async throws -> Int {
        try await backend.archive.write { try $0.ladders.forgetFaults() }
        try await PictureLadders(store: backend.pictures, log: log).makeAll(progress: progress)
        return try await countWaitingPictures()
    }

    /// The number of pictures that wait for renditions.
    package func countWaitingPictures() async throws -> Int {
        let formats = backend.pictures.formats
        return try await backend.archive.read { try $0.ladders.count(lacking: formats) }
    }

    /// Removes the pictures that no article and no revision uses, the files that belong to no picture (both
    /// a day after they came), and expired uploads. Returns the numbers of pictures and files, and the
    /// bytes of both.
    package func collectPictures(
        dryRun: Bool, force: Bool = false
    ) async throws -> (pictures: Int, files: Int, bytes: Int) {
        if !dryRun { try await UploadStore(pictures: backend.pictures).sweep() }
        let (pictures, files) = try await backend.pictures.collect(dryRun: dryRun, force: force)
        let bytes = pictures.reduce(0) { $0 + $1.bytes } + files.reduce(0) { $0 + $1.bytes }
        return (pictures.count, files.count, bytes)
    }
}

import Archive
import Logging
import News
import Testing

@testable import Pictures
@testable import Server

/// All read-only tests, on one server with the demo newspaper.
@Suite(
    SharedSite { site in
        _ = try await Commands(site.backend).importDemo { _, _ in }
        // Other formats would take minutes.
        let pictures = try PictureStore(folder: site.folder, archive: site.backend.archive, formats: [.jpeg])
        try await PictureLadders(store: pictures, log: Logger(label: "pictures")).makeAll { _ in }
        // The server may still be making some of them itself.
        _ = try await eventually {
            try await site.backend.archive.read({ try $0.ladders.count(lacking: [.jpeg]) }) == 0
        }
        await pictures.close()
    })
struct DemoSiteTests {}

import Archive
import Logging
import News
import Testing

@testable import Pictures
@testable import Server

/// Everything that only reads, on one server with the demo newspaper.
@Suite(
    SharedSite { site in
        _ = try await Commands(site.backend).importDemo { _, _ in }
        // The other formats would take minutes.
        let pictures = try PictureStore(folder: site.folder, archive: site.backend.archive, formats: [.jpeg])
        try await PictureLadders(store: pictures, log: Logger(label: "pictures")).makeAll { _ in }
        // The server itself may have some of them under way.
        _ = try await eventually {
            try await site.backend.archive.read({ try $0.ladders.count(lacking: [.jpeg]) }) == 0
        }
        await pictures.close()
    })
struct DemoSiteTests {}

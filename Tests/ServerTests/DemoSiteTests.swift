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
        let pictures = try PictureStore(folder: site.folder, database: site.backend.database, formats: [.jpeg])
        try await PictureLadders(store: pictures, log: Logger(label: "pictures")).makeAll { _ in }
        await pictures.close()
    })
struct DemoSiteTests {}

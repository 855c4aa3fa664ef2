import Logging
import Testing
@testable import Server

/// Everything that only reads, on one server with the demo newspaper.
@Suite(
    SharedSite { site in
        let commands = Commands(site.backend)
        _ = try await commands.importDemo { _, _ in }
        _ = try await commands.makePictures(log: Logger(label: "tests")) { _ in }
    })
struct DemoSiteTests {}

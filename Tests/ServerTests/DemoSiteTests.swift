import Testing
@testable import Server

/// Everything that only reads, on one server with the demo newspaper.
@Suite(
    SharedSite { site in
        _ = try await Commands(site.backend).importDemo { _, _ in }
    })
struct DemoSiteTests {}

package import Archive
package import Documents
import HTTPTypes
package import Hummingbird
import News

/// Redirects readers from the addresses that articles had elsewhere to their addresses here. It is asked
/// only if nothing of ours answers, and for `/?p=ID`, so it can hide no page; and as it only leads to
/// `/articles/`, where no old address is kept, it cannot loop.
package struct OldAddresses: Sendable {
    package let archive: Archive
    package let revisions: Revisions

    package init(archive: Archive, revisions: Revisions) {
        self.archive = archive
        self.revisions = revisions
    }

    /// The redirect; nil if there is none.
    package func answer(_ request: Request) async throws -> Response? {
        guard request.method == .get || request.method == .head,
            let path = OldAddress.of(path: request.uri.path, query: request.uri.query), !path.hasPrefix("/articles/"),
            try await revisions.latestMasthead()?.hasRedirects == true,
            let slug = try await archive.read({ try $0.redirects.find(from: path) })
        else { return nil }
        return Response(
            status: .movedPermanently,
            headers: [.location: "/articles/\(slug)", .cacheControl: "public, max-age=3600"])
    }
}

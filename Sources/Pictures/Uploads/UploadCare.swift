package import Logging
import ServiceLifecycle

/// Deletes abandoned uploads, at start and every hour.
package struct UploadCare: Service {
    package let uploads: UploadStore
    package let log: Logger

    package init(uploads: UploadStore, log: Logger) {
        self.uploads = uploads
        self.log = log
    }
    private static let beat = Duration.seconds(3600)

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                do {
                    try await uploads.sweep()
                } catch let error where !Task.isCancelled {
                    log.warning("cannot delete old uploads, retrying in an hour: \(error)")
                }
                try await Task.sleep(for: Self.beat)
            }
        }
    }
}

import Logging
import ServiceLifecycle

/// Forgets uploads that nobody goes on with: at the start, and every hour.
struct UploadCare: Service {
    let uploads: UploadStore
    let log: Logger
    private static let beat = Duration.seconds(3600)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                do {
                    try await uploads.sweep()
                } catch let error where !Task.isCancelled {
                    log.warning("old uploads stay for now: \(error)")
                }
                try await Task.sleep(for: Self.beat)
            }
        }
    }
}

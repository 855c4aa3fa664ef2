import Logging
import ServiceLifecycle

/// Restarts the embedded cluster when it has died.
struct ClusterWatch: Service {
    let backend: Backend
    let log: Logger

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: .seconds(1))
                do {
                    try await backend.ensureRunning()
                } catch {
                    log.error("the embedded database is not running: \(error)")
                }
            }
        }
    }
}

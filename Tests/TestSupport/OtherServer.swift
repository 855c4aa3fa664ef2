public import Hummingbird
import Logging
import NIOCore

/// Runs another server, on an address of this machine, while the closure runs.
public func withServer<T: Sendable>(
    _ host: String = "127.0.0.1", _ prepare: @Sendable (Router<BasicRequestContext>) -> Void,
    _ body: @escaping @Sendable (_ root: String) async throws -> T
) async throws -> T {
    let router = Router()
    prepare(router)
    let (ports, told) = AsyncStream<Int>.makeStream()
    var log = Logger(label: "n4md.test.server")
    log.logLevel = .critical
    let application = Application(
        responder: router.buildResponder(), configuration: .init(address: .hostname(host, port: 0)),
        onServerRunning: { told.yield($0.localAddress?.port ?? 0) }, logger: log)
    return try await withThrowingTaskGroup(of: T?.self) { group in
        group.addTask {
            try? await application.runService(gracefulShutdownSignals: [])
            return nil
        }
        group.addTask {
            for await port in ports {
                return try await body("http://\(host.contains(":") ? "[\(host)]" : host):\(port)")
            }
            throw CancellationError()
        }
        defer { group.cancelAll() }
        while let value = try await group.next() {
            if let value { return value }
        }
        throw CancellationError()
    }
}

public import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

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
    // A connection that comes just as its server is cancelled would trap (apple/swift-nio#3481): first it stops listening.
    var configuration = ServiceGroupConfiguration(services: [application], logger: log)
    configuration.maximumGracefulShutdownDuration = .seconds(1)
    let group = ServiceGroup(configuration: configuration)
    let running = Task {
        defer { told.finish() }
        try? await group.run()
    }
    func stop() async {
        await group.triggerGracefulShutdown()
        await running.value
    }
    do {
        guard let port = await ports.first(where: { _ in true }) else { throw CancellationError() }
        let value = try await body("http://\(host.contains(":") ? "[\(host)]" : host):\(port)")
        await stop()
        return value
    } catch {
        await stop()
        throw error
    }
}

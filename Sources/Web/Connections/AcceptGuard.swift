import Glibc
package import Logging
package import NIOCore

/// Keeps the server listening when a connection cannot be accepted because file descriptors ran out or the
/// client has already left: such an error would otherwise stop it.
package final class AcceptGuard: ChannelDuplexHandler {
    package typealias InboundIn = any Channel
    package typealias OutboundIn = Never

    private static let passing = [ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM]
    /// The shortest time between two log lines.
    private static let quiet = TimeAmount.seconds(60)
    /// The number of connections to close when file descriptors run out, and the pause until the next is
    /// accepted: they close elsewhere.
    private static let (room, pause) = (16, TimeAmount.milliseconds(100))

    private let connections: Connections
    private let log: Logger
    private var toldAt: NIODeadline?
    private var isPaused = false

    package init(_ connections: Connections, log: Logger) { (self.connections, self.log) = (connections, log) }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let code = (error as? IOError)?.errnoCode, Self.passing.contains(code) else {
            return context.fireErrorCaught(error)
        }
        if [EMFILE, ENFILE].contains(code), !isPaused {
            connections.makeRoom(Self.room)
            isPaused = true
            context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
                self.isPaused = false
                context.read()
            }
        }
        guard toldAt.map({ $0 + Self.quiet < .now() }) ?? true else { return }
        toldAt = .now()
        log.warning("could not accept a connection: \(error)")
    }

    package func read(context: ChannelHandlerContext) {
        if !isPaused { context.read() }
    }
}

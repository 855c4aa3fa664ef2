import Glibc
package import Logging
package import NIOCore

/// Keeps the server listening where a connection could not be taken, because the files that may be open ran out or the client had left
/// already: such an error would otherwise end it.
package final class AcceptGuard: ChannelDuplexHandler {
    package typealias InboundIn = any Channel
    package typealias OutboundIn = Never

    private static let passing = [ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM]
    /// Seconds between two lines in the log.
    private static let quiet = TimeAmount.seconds(60)
    /// Connections that give way where files ran out, and how long it takes until the next is taken: they close elsewhere.
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
        log.warning("a connection could not be taken: \(error)")
    }

    package func read(context: ChannelHandlerContext) {
        if !isPaused { context.read() }
    }
}

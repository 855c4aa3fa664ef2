import Glibc
import Logging
import NIOCore

/// Keeps the server listening where a connection could not be taken, because the files that may be open ran out or the client had left
/// already: such an error would otherwise end it.
final class AcceptGuard: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private static let passing = [ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM]
    /// Seconds between two lines in the log.
    private static let quiet = TimeAmount.seconds(60)
    /// Connections that give way where files ran out.
    private static let room = 16

    private let connections: Connections
    private let log: Logger
    private var toldAt: NIODeadline?

    init(_ connections: Connections, log: Logger) { (self.connections, self.log) = (connections, log) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let code = (error as? IOError)?.errnoCode, Self.passing.contains(code) else {
            return context.fireErrorCaught(error)
        }
        if code == EMFILE || code == ENFILE { connections.makeRoom(Self.room) }
        guard toldAt.map({ $0 + Self.quiet < .now() }) ?? true else { return }
        toldAt = .now()
        log.warning("a connection could not be taken: \(error)")
    }
}

package import NIOCore
import NIOHTTP1

/// Watches the bytes of a connection before they are parsed as HTTP: the first must come soon, and there
/// may be few that belong to no request (chunk extensions, RFC 9112, section 7.1.1, or empty lines before a
/// request).
package final class ByteGuard: ChannelInboundHandler {
    package typealias InboundIn = ByteBuffer

    /// More than any head, and more than one read of the socket.
    private static let limit = 128 << 10
    /// The framing allowed for each byte of a body: a chunk of one byte has five more.
    private static let perByte = 16

    private let patience: TimeAmount
    private var timer: Scheduled<Void>?
    /// Bytes since the last head that did not belong to a body.
    private var unexplained = 0
    private var isRefused = false

    /// - Parameter patience: how long a new connection may stay silent.
    package init(patience: TimeAmount) { self.patience = patience }

    package func handlerAdded(context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { context.close(promise: nil) }
    }

    package func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        timer?.cancel()
        timer = nil
        guard !isRefused else { return }
        unexplained += unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
        guard unexplained > Self.limit else { return }
        isRefused = true
        context.fireErrorCaught(HTTPParserError.invalidChunkSize)
    }

    /// Records that the head of a request was read.
    func takeHead() { unexplained = 0 }

    /// Records that this many bytes of a body were read.
    func takeBody(_ bytes: Int) { unexplained = max(0, unexplained - bytes * (1 + Self.perByte)) }
}

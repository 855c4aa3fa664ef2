import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request takes too long, from its first byte to the last of its answer: neither a slow body nor a slow
/// reader holds anything for ever. One timer a connection, set only while something is under way.
final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limit: TimeAmount
    /// When what is under way began: a request, or the connection before its first.
    private var began: NIODeadline?
    /// The answer is written but has not all left yet.
    private var isDraining = false
    private var hasTimer = false

    init(limit: TimeAmount) { self.limit = limit }

    func handlerAdded(context: ChannelHandlerContext) {
        begin(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) { begin(context) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { isDraining = true }
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        endIfDrained(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        endIfDrained(context)
        context.fireChannelWritabilityChanged()
    }

    private func endIfDrained(_ context: ChannelHandlerContext) {
        guard isDraining, context.channel.isWritable else { return }
        began = nil
        isDraining = false
    }

    private func begin(_ context: ChannelHandlerContext) {
        began = .now()
        isDraining = false
        if !hasTimer { setTimer(context, after: limit) }
    }

    private func setTimer(_ context: ChannelHandlerContext, after delay: TimeAmount) {
        hasTimer = true
        context.eventLoop.assumeIsolated().scheduleTask(in: delay) { self.check(context) }
    }

    private func check(_ context: ChannelHandlerContext) {
        hasTimer = false
        guard let began, context.channel.isActive else { return }
        let left = began + limit - .now()
        if left > .nanoseconds(0) { setTimer(context, after: left) } else { context.close(promise: nil) }
    }
}

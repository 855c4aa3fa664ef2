package import NIOCore
package import NIOHTTP1

/// Closes a connection whose request takes too long, from its first byte to the last byte of its response,
/// or that has been idle for too long, so that neither a slow body nor a slow reader holds anything
/// forever. There is one timer per connection. When the server stops, a response being sent is finished
/// before the connection is told.
package final class RequestDeadline: ChannelDuplexHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart
    package typealias OutboundIn = HTTPServerResponsePart
    package typealias OutboundOut = HTTPServerResponsePart

    private let limit: TimeAmount
    private let idleLimit: TimeAmount
    /// Requests whose responses have not been sent completely.
    private var underWay = 0
    private var hasAsked = false
    /// When the current request began, or the connection became idle.
    private var since = NIODeadline.now()
    private var heldQuiescing: ChannelShouldQuiesceEvent?

    /// A new connection has as long to send its first request as a request has to be answered.
    package init(limit: TimeAmount, idleLimit: TimeAmount) {
        self.limit = limit
        self.idleLimit = idleLimit
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        since = .now()
        setTimer(context, after: limit)
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) {
            if underWay == 0 { since = .now() }
            underWay += 1
            hasAsked = true
        }
        context.fireChannelRead(data)
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        let left = promise ?? context.eventLoop.makePromise()
        left.futureResult.assumeIsolated().whenComplete { _ in self.end(context) }
        context.write(data, promise: left)
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelShouldQuiesceEvent, underWay > 0 {
            heldQuiescing = event
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    /// Records that a response has been written to the network.
    private func end(_ context: ChannelHandlerContext) {
        underWay -= 1
        since = .now()
        if underWay <= 0, let event = heldQuiescing {
            heldQuiescing = nil
            context.fireUserInboundEventTriggered(event)
        }
    }

    private func setTimer(_ context: ChannelHandlerContext, after delay: TimeAmount) {
        context.eventLoop.assumeIsolated().scheduleTask(in: delay) { self.check(context) }
    }

    private func check(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        let left = since + (underWay > 0 || !hasAsked ? limit : idleLimit) - .now()
        guard left > .nanoseconds(0) else { return context.close(promise: nil) }
        setTimer(context, after: min(left, limit))
    }
}

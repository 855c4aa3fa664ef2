import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Web

/// How a connection is read and answered: a place for it, HTTP/1 by NIO, our deadline, the answers that are at hand, and Hummingbird for all
/// others.
struct NewsChannel: ServerChildChannel, HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: HTTPChannelHandler.Responder
    let connections: Connections
    /// How long a new connection may say nothing.
    let patience: TimeAmount
    let deadline: @Sendable () -> RequestDeadline
    let ready: @Sendable () -> ReadyAnswers

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            guard let place = connections.admit(channel) else {
                channel.close(promise: nil)
                throw ChannelError.ioOnClosedChannel
            }
            var limits = NIOHTTPDecoderLimitConfiguration()
            // An address may hold 10 kB of any words, each byte escaped as three, so that the search can say itself that it is too much.
            limits.maxHeaderFieldSize = 32_768
            limits.maxHeaderListSize = 49_152
            limits.maxHeaderFieldCount = 100
            let pipeline = channel.pipeline.syncOperations
            let bytes = ByteGuard(patience: patience)
            try pipeline.addHandler(bytes)
            // Hummingbird takes requests in turn, answers errors itself, and its header types hold nothing invalid.
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(), withDecoderLimitConfiguration: limits)
            try pipeline.addHandler(deadline())
            try pipeline.addHandler(RequestGate(place, bytes))
            try pipeline.addHandler(ready())
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try pipeline.addHandler(HTTPConnectionStateHandler(logger: logger))
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    func handle(value: Value, logger: Logger) async { await handleHTTP(asyncChannel: value, logger: logger) }
}

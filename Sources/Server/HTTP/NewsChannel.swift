import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Web

/// The pipeline of a connection: its place, NIO's HTTP/1, our deadline, the cached answers, and Hummingbird
/// for everything else.
struct NewsChannel: ServerChildChannel, HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: HTTPChannelHandler.Responder
    let connections: Connections
    /// How long a new connection may stay silent.
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
            // An address may hold 10 kB of any words, each byte escaped as three, so that the search itself
            // can say that it is too much.
            limits.maxHeaderFieldSize = 32_768
            limits.maxHeaderListSize = 49_152
            limits.maxHeaderFieldCount = 100
            let pipeline = channel.pipeline.syncOperations
            let bytes = ByteGuard(patience: patience)
            try pipeline.addHandler(bytes)
            // Hummingbird takes requests in turn and answers errors itself, and its header types hold
            // nothing invalid.
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

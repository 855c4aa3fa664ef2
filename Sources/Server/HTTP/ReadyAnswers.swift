import Channels
import Editorial
import Feeds
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Web

/// Answers on the event loop itself if the document is cached, so that the most common request costs no
/// change of threads. Everything else goes on to Hummingbird, and so does what arrives while Hummingbird is
/// answering or the client reads slowly: answers leave in the order of their requests, and none pile up.
final class ReadyAnswers: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let desk: ChannelDesk
    private let feeds: FeedDesk
    private let ledger: RequestLedger
    /// Requests that Hummingbird has not answered yet.
    private var underWay = 0
    /// Whether the rest of a request that was answered here is still to come.
    private var isAnswered = false
    private var hasWritten = false
    private var address: String?

    init(desk: ChannelDesk, ledger: RequestLedger) {
        self.desk = desk
        feeds = FeedDesk(desk: desk)
        self.ledger = ledger
    }

    func handlerAdded(context: ChannelHandlerContext) {
        address = context.channel.remoteAddress?.ipAddress
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(var head):
            isAnswered = underWay == 0 && context.channel.isWritable && isPlain(head) && answer(head, context)
            if isAnswered { return }
            welcome(head, context)
            underWay += 1
            // Hummingbird does not know versions: HTTP/1.0 closes the connection unless told otherwise.
            if !head.isKeepAlive { head.headers.replaceOrAdd(name: "connection", value: "close") }
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body, .end:
            if !isAnswered { context.fireChannelRead(data) }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if hasWritten { context.flush() }
        hasWritten = false
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { underWay -= 1 }
        context.write(data, promise: promise)
    }

    /// Sends 100 to a client that waits for it before it sends its body (RFC 9110, section 10.1.1), unless
    /// no route accepts a body that large: then the refusal comes first.
    private func welcome(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard underWay == 0, head.headers.first(name: "expect")?.lowercased() == "100-continue",
            head.headers.first(name: "content-length").flatMap({ Int($0) }) ?? 0 <= PictureUploadRoutes.bodyLimit
        else { return }
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }

    /// Whether the answer is nothing but the document, or a 304, and the connection stays open.
    private func isPlain(_ head: HTTPRequestHead) -> Bool {
        head.method == .GET && head.isKeepAlive
            && !Self.conditions.contains { head.headers.contains(name: $0) }
    }

    private static let conditions = ["content-length", "transfer-encoding", "expect"]

    /// Writes the answer if it is cached.
    private func answer(_ request: HTTPRequestHead, _ context: ChannelHandlerContext) -> Bool {
        let start = ContinuousClock.now
        guard
            let (document, notes) = desk.ready(request, from: address, delay: ConnectionDelay.now(context.channel))
                ?? feeds.ready(request)
        else { return false }
        let isKnown = document.isKnown(
            ifNoneMatch: request.headers.first(name: "if-none-match"),
            ifModifiedSince: request.headers.first(name: "if-modified-since"))
        var headers = isKnown ? document.encodedHeadersOfKnown : document.encodedHeaders
        for note in notes { headers.add(name: note.name.rawName, value: note.value) }
        headers.add(name: "Date", value: HTTPDate.now)
        let head = HTTPResponseHead(version: .http1_1, status: isKnown ? .notModified : .ok, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !isKnown { context.write(wrapOutboundOut(.body(.byteBuffer(document.body))), promise: nil) }
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        hasWritten = true
        ledger.enter(
            method: "GET", path: request.uri, status: isKnown ? 304 : 200,
            bytes: isKnown ? 0 : document.body.readableBytes, since: start, id: "\(RequestID())")
        return true
    }
}

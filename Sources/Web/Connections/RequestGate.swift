import Foundation
import HTTPTypes
import Hummingbird
package import NIOCore
package import NIOHTTP1

/// Inspects the head of each request before any other handler. A request that no server may answer (RFC
/// 9112, section 3.2), or for which there is no place, is refused with a reason, and the connection ends
/// with that.
///
/// The handlers behind see such a request as unreadable: it is answered in its turn, and this handler
/// supplies the reason.
package final class RequestGate: ChannelDuplexHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart
    package typealias OutboundIn = HTTPServerResponsePart
    package typealias OutboundOut = HTTPServerResponsePart

    private let place: Connections.Place
    private let bytes: ByteGuard
    /// Requests that are not answered yet.
    private var underWay = 0
    private var refusal: Problem?
    private var isHead = false

    package init(_ place: Connections.Place, _ bytes: ByteGuard) { (self.place, self.bytes) = (place, bytes) }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard refusal == nil else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            bytes.takeHead()
            place.ask()
            underWay += 1
            refusal = problem(of: head)
            isHead = head.method == .HEAD
            if refusal != nil { return context.fireErrorCaught(HTTPParserError.unknown) }
        case .body(let body): bytes.takeBody(body.readableBytes)
        case .end: break
        }
        context.fireChannelRead(data)
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            guard let refusal, underWay == 1, head.status == .badRequest else { break }
            return write(refusal, context, promise)
        case .end:
            underWay -= 1
            // Bytes that a slow reader has yet to take are still under way.
            let left = promise ?? context.eventLoop.makePromise()
            left.futureResult.assumeIsolated().whenComplete { _ in if self.underWay <= 0 { self.place.rest() } }
            return context.write(data, promise: left)
        case .body: break
        }
        context.write(data, promise: promise)
    }

    private func problem(of head: HTTPRequestHead) -> Problem? {
        if place.isReserve, !head.uri.hasPrefix("/health/") {
            return Problem(
                .serviceUnavailable, "There are too many connections at the moment. Try again in a few seconds.",
                headers: [.retryAfter: "5"])
        }
        let hosts = head.headers["host"]
        guard hosts.count == 1 || hosts.isEmpty && head.version == .http1_0 else {
            return Problem(
                .badRequest, "A request must have exactly one Host header; this one has \(hosts.count).")
        }
        guard hosts.allSatisfy(isHost) else {
            return Problem(.badRequest, "The Host header must hold a name or an address, optionally with a port.")
        }
        return nil
    }

    private func write(_ problem: Problem, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        let (fields, body) = problem.document(requestID: "\(RequestID())")
        var headers = HTTPHeaders(fields.map { ($0.name.rawName, $0.value) })
        headers.add(name: "Content-Length", value: String(body.count))
        headers.add(name: "Connection", value: "close")
        headers.add(name: "X-Content-Type-Options", value: "nosniff")
        headers.add(name: "Date", value: HTTPDate.now)
        let status = HTTPResponseStatus(statusCode: problem.status.code)
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        if isHead { return context.write(wrapOutboundOut(.head(head)), promise: promise) }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: promise)
    }
}

/// Whether a text is `uri-host [ ":" port ]` (RFC 9110, section 7.2; RFC 3986, section 3.2.2); empty if a
/// request has no authority.
func isHost(_ text: String) -> Bool {
    var host = text.utf8[...]
    if let colon = host.lastIndex(of: UInt8(ascii: ":")), host.last != UInt8(ascii: "]") {
        let port = host[host.index(after: colon)...]
        guard port.count <= 5, port.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return false
        }
        host = host[..<colon]
    }
    if host.first == UInt8(ascii: "[") {
        guard host.last == UInt8(ascii: "]"), let address = String(host.dropFirst().dropLast()) else { return false }
        return address.contains(":") && AddressRange.plain(address) != nil
    }
    // unreserved, pct-encoded and sub-delims. What follows a percent sign is not checked, since nobody here
    // reads it.
    return host.count <= 255
        && host.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._~%!$&'()*+,;=".utf8.contains(byte)
            }
        }
}

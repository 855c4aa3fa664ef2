import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// What goes along with a request.
struct NewsRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// For what the API counts the request.
    var account: RateLimits.Account?
    private let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// The address that the request came from, in text form.
    var remoteAddress: String? { channel.remoteAddress?.ipAddress }
}

extension HTTPField.Name {
    /// Names that are ours or too new for the library.
    static let nIgnored = custom("N4MD-Ignored")
    static let serverTiming = custom("Server-Timing")
    static let cacheStatus = custom("Cache-Status")
    static let idempotencyKey = custom("Idempotency-Key")
    /// RFC 3229, section 10.5.
    static let acceptedManipulations = custom("A-IM")
    static let instanceManipulation = custom("IM")
    static let deltaBase = custom("Delta-Base")
    static let fetchDestination = custom("Sec-Fetch-Dest")
    static let idempotencyReplayed = custom("Idempotency-Replayed")
    static let link = custom("Link")
    static let hubSignature = custom("X-Hub-Signature")
    static let warning = custom("Warning")
    static let requestID = custom("X-Request-Id")
    static let referrerPolicy = custom("Referrer-Policy")

    /// A valid token by construction; the fallback is never taken.
    private static func custom(_ name: String) -> Self { Self(name) ?? .server }
}

package import HTTPTypes
package import Hummingbird
import Logging
import NIOCore

/// The context of a request.
package struct NewsRequestContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The account to which the API counts the request.
    package var account: RateLimits.Account?
    /// Who makes the request, once a sign-in has found it out; each kind of sign-in has a type of its own.
    package var caller: (any Sendable)?
    private let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// The address that the request came from, in text form.
    package var remoteAddress: String? { channel.remoteAddress?.ipAddress }

    /// The delay of the connection in milliseconds; nil if it is not known.
    package var connectionDelay: Int? {
        get async { (try? await ConnectionDelay.measure(channel).get()) ?? nil }
    }
}

extension HTTPField.Name {
    /// Names that are our own, or too new for the library.
    package static let nIgnored = custom("N4MD-Ignored")
    /// The rules that had an effect on the plan.
    package static let nReasons = custom("N4MD-Reasons")
    package static let serverTiming = custom("Server-Timing")
    package static let cacheStatus = custom("Cache-Status")
    package static let idempotencyKey = custom("Idempotency-Key")
    /// RFC 3229, section 10.5.
    package static let acceptedManipulations = custom("A-IM")
    package static let instanceManipulation = custom("IM")
    package static let deltaBase = custom("Delta-Base")
    package static let fetchDestination = custom("Sec-Fetch-Dest")
    package static let idempotencyReplayed = custom("Idempotency-Replayed")
    package static let link = custom("Link")
    package static let hubSignature = custom("X-Hub-Signature")
    package static let warning = custom("Warning")
    static let requestID = custom("X-Request-Id")
    package static let referrerPolicy = custom("Referrer-Policy")

    /// A valid token by construction; the fallback is never taken.
    private static func custom(_ name: String) -> Self { Self(name) ?? .server }
}

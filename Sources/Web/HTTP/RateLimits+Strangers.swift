package import Hummingbird

extension RateLimits {
    /// Counts a request that needs no log-in against the address it comes from. Throws `Problem` 429 if
    /// there are too many.
    package func countStranger(_ request: Request, _ context: NewsRequestContext, _ origins: Origins) throws(Problem) {
        let address = origins.client(request, context) ?? context.remoteAddress ?? ""
        let (account, standing) = count(isRead: false, token: nil, address: address)
        guard standing.wait > 0 else { return }
        throw Problem(
            .tooManyRequests, "Too many requests. Try again in \(standing.wait) s.",
            headers: standing.fields(account.kind))
    }
}

import Foundation
import HTTPTypes
package import Hummingbird

extension Request {
    /// Whether the browser says that the request is from this site: by Fetch Metadata, or in older browsers by
    /// `Origin` (RFC 6454).
    package var isFromThisSite: Bool {
        if let site = headers[.secFetchSite] { return ["none", "same-origin"].contains(site) }
        guard let origin = headers[.origin] else { return true }
        return origin.components(separatedBy: "://").last == head.authority
    }
}

extension HTTPField.Name {
    /// Fetch Metadata: the site that a request comes from. A valid token by construction; the fallback is
    /// never taken.
    fileprivate static let secFetchSite = Self("Sec-Fetch-Site") ?? .server
}

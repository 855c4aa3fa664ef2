import Foundation

extension String {
    /// As a value stands in a query: all but what RFC 3986, section 2.3, leaves alone becomes percent escapes.
    package var escapedForQuery: String { addingPercentEncoding(withAllowedCharacters: unreserved) ?? "" }
}

private let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

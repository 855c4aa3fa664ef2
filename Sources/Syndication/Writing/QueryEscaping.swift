import Foundation

extension String {
    /// The text as a query value: everything except the unreserved characters of RFC 3986, section 2.3, is
    /// percent-encoded.
    package var escapedForQuery: String { addingPercentEncoding(withAllowedCharacters: unreserved) ?? "" }
}

private let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

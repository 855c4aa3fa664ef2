import Fetching
import Web

extension Strings {
    /// The reason why nothing was fetched, as it was recorded, in the language of the page. Other reasons stay as they are.
    func text(ofFetching recorded: String) -> String {
        if let (_, key) = Self.plainFetchFaults.first(where: { $0.0.description == recorded }) { return self[key] }
        // The address stands between two fixed parts.
        let mark = "\u{1}"
        let parts = FetchError.forbidden(address: mark).description.split(separator: mark)
        guard parts.count == 2, recorded.hasPrefix(parts[0]), recorded.hasSuffix(parts[1]) else { return recorded }
        return self("room_fetch_forbidden", String(recorded.dropFirst(parts[0].count).dropLast(parts[1].count)))
    }

    private static let plainFetchFaults: [(FetchError, String)] = [
        (.malformed, "room_fetch_malformed"), (.unknownHost, "room_fetch_unknownHost"),
        (.unreachable, "room_fetch_unreachable"), (.insecure, "room_fetch_insecure"), (.late, "room_fetch_late"),
        (.redirects, "room_fetch_redirects"), (.longHeaders, "room_fetch_longHeaders"),
        (.tooLong, "room_fetch_tooLong"), (.encoding, "room_fetch_encoding"), (.broken, "room_fetch_broken"),
    ]
}

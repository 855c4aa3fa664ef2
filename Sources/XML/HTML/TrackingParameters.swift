/// Query parameters that only track who followed a link, and from where.
package enum TrackingParameters {
    /// Returns the address without tracking parameters in its query or fragment.
    package static func removed(from address: String) -> String {
        guard address.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
            return address
        }
        let bytes = Array(address.utf8)
        let fragment = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let query = bytes[..<fragment].firstIndex(of: UInt8(ascii: "?")) ?? fragment
        guard
            let kept = kept(of: bytes[query..<fragment]), let keptFragment = self.kept(of: bytes[fragment...]),
            kept.count + keptFragment.count < bytes.count - query
        else { return address }
        return String(decoding: bytes[..<query] + kept + keptFragment, as: UTF8.self)
    }

    /// The remaining parameters with their leading `?` or `#`; empty if none remain. An anchor such as
    /// `#chapter` stays, since it is not a named parameter.
    private static func kept(of part: ArraySlice<UInt8>) -> [UInt8]? {
        guard let mark = part.first else { return [] }
        let all = part.dropFirst().split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        // An `&amp;` that was not decoded leaves `amp;` before the name.
        let kept = all.filter { !isTracking($0.starts(with: "amp;".utf8) ? $0.dropFirst(4) : $0) }
        if kept.count == all.count { return Array(part) }
        if kept.isEmpty { return [] }
        return [mark] + kept.joined(separator: [UInt8(ascii: "&")])
    }

    private static func isTracking(_ parameter: ArraySlice<UInt8>) -> Bool {
        guard let end = parameter.firstIndex(of: UInt8(ascii: "=")), end - parameter.startIndex <= 32 else {
            return false
        }
        let name = String(decoding: parameter[..<end], as: UTF8.self).lowercased()
        return names.contains(name) || beginnings.contains { name.hasPrefix($0) }
    }

    private static let names = Set(Trackers.marks("parameter"))
    private static let beginnings = Trackers.marks("parameters")
}

/// The lines of a table of devices: `key: value`, with comments after a `#` at a line's start. The tables are
/// compiled into the program, so no file is read when it runs.
enum DeviceTable {
    struct Line: Sendable, Hashable {
        /// The words before the colon.
        var key: [Substring]
        /// The text after the colon and one space.
        var value: Substring
    }

    static let agents = lines(PackageResources.agents_txt)
    static let devices = lines(PackageResources.devices_txt)
    static let appleScreens = lines(PackageResources.apple_screens_txt)

    private static func lines(_ file: [UInt8]) -> [Line] {
        String(decoding: file, as: UTF8.self).split(separator: "\n").compactMap { text in
            guard !text.hasPrefix("#"), let colon = text.firstRange(of: ": ") else { return nil }
            return Line(key: text[..<colon.lowerBound].split(separator: " "), value: text[colon.upperBound...])
        }
    }
}

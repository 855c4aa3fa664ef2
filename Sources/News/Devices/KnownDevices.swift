/// A device whose screen is known by its name, since its browser does not report it.
package struct KnownDevice: Sendable, Hashable {
    /// Its common name.
    package var name: String
    /// The kind of device.
    package var kind: UserAgent.Kind
    /// CSS pixels of its screen held upright.
    package var width: Int
    /// Device pixels per CSS pixel.
    package var pixelRatio: Double

    static func known(_ word: AgentWords.Word) -> KnownDevice? { table[word.pair] ?? table[word.hash] }

    private static let table: [UInt64: KnownDevice] = {
        var table: [UInt64: KnownDevice] = [:]
        for line in DeviceTable.devices {
            guard let (words, device) = read(line) else { continue }
            table[AgentWords.hash(words)] = device
        }
        return table
    }()

    /// Reads a line of `devices.txt`; nil for one that is malformed.
    static func read(_ line: DeviceTable.Line) -> (words: Substring, device: KnownDevice)? {
        guard line.key.count == 3, let kind = UserAgent.Kind(rawValue: String(line.key[0])),
            let width = Int(line.key[1]), let pixelRatio = Double(line.key[2]),
            let equals = line.value.firstRange(of: " = ")
        else { return nil }
        let name = String(line.value[equals.upperBound...])
        return (
            line.value[..<equals.lowerBound],
            KnownDevice(name: name, kind: kind, width: width, pixelRatio: pixelRatio)
        )
    }
}

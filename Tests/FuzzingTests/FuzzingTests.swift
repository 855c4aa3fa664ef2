import Foundation
import Fuzzing
import TestSupport
import Testing

/// A fault that fuzzing found must not come back: each seed, and each file that once broke a reader, is read again, whole and damaged.
struct FuzzingTests {
    private static let seeds = URL(filePath: #filePath).appending(path: "../../Fuzzing/Seeds").standardized

    @Test("Seeds, whole and with random damage", arguments: FuzzTarget.allCases)
    func seeds(_ target: FuzzTarget) throws {
        let folder = Self.seeds.appending(path: target.rawValue)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        var generator = SeededGenerator(seed: 1)
        for file in files.sorted(by: { $0.path < $1.path }) {
            let bytes = [UInt8](try Data(contentsOf: file))
            target.run(bytes)
            for _ in 0..<20 { target.run(Self.damaged(bytes, &generator)) }
        }
    }

    /// The bytes with up to four changed, a part cut out, and another doubled.
    private static func damaged(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        guard bytes.count > 8 else { return bytes }
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        let start = Int.random(in: 0..<bytes.count / 2, using: &generator)
        let end = Int.random(in: start..<bytes.count, using: &generator)
        if Bool.random(using: &generator) { bytes.removeSubrange(start..<end) } else { bytes += bytes[start..<end] }
        return bytes
    }
}

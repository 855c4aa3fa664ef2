import Crypto
package import Foundation

/// Puzzles that cost whoever solves them some work and us next to none (client puzzles; Hashcash). A puzzle is a
/// random name; its solution a number that, hashed with the name, begins with so many zero bits.
package struct Puzzles: Sendable {
    /// A puzzle that was solved.
    package struct Solved: Sendable, Equatable {
        /// The zero bits that were wanted.
        package let bits: Int
        /// Its random name, which is good once.
        package let name: String
    }

    /// The most zero bits of a puzzle: a million hashes, some seconds of a telephone.
    package static let mostBits = 20
    /// The seconds for which a puzzle can be solved.
    package static let lifetime = 300
    /// The maximum length of a solution, in bytes.
    package static let limit = 120

    private let key: Secret

    /// - Parameter key: known to all servers of a newspaper.
    package init(key: [UInt8]) { self.key = Secret(shown: key.hexadecimal) }

    /// A new puzzle: its bits, its end, its name and their signature.
    package func make(bits: Int, now: Date = Date()) -> String {
        let (end, name) = (Int(now.timeIntervalSince1970) + Self.lifetime, Secret(bits: 128).text)
        let puzzle = "\(bits).\(end).\(name)"
        return "\(puzzle).\(signature(of: puzzle))"
    }

    /// What a solution solved: a puzzle and a number after it. Nil if that is not our puzzle, it is too old, or the
    /// number does not solve it.
    package func solved(_ solution: String, now: Date = Date()) -> Solved? {
        guard solution.utf8.count <= Self.limit else { return nil }
        let parts = solution.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, let bits = Int(parts[0]), let end = Int(parts[1]),
            Secret.areEqual(parts[3], signature(of: parts[..<3].joined(separator: "."))),
            Int(now.timeIntervalSince1970) <= end
        else { return nil }
        let hash = SHA256.hash(data: Data("\(parts[2]).\(parts[4])".utf8)).prefix(4)
        let zeros = hash.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }.leadingZeroBitCount
        return zeros >= bits ? Solved(bits: bits, name: parts[2]) : nil
    }

    private func signature(of puzzle: String) -> String { key.derived(for: "puzzle " + puzzle) }
}

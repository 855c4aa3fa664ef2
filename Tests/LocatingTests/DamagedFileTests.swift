import Foundation
import TestSupport
import Testing

@testable import Locating

@Suite("Damaged database files")
struct DamagedFileTests {
    private static let addresses = [
        "193.136.0.1", "200.17.1.1", "41.220.1.129", "41.221.0.1", "62.2.0.1", "2001:690::1", "2a00::1",
    ]
    .compactMap(Address.init)

    /// Opens the bytes as a file, and looks up addresses. The file may be refused, and any answer will do.
    private func read(_ bytes: [UInt8]) throws {
        do {
            let temporary = try TemporaryFile(bytes)
            let file = try withExtendedLifetime(temporary) { try LocationFile(temporary.path) }
            for address in Self.addresses { _ = file.find(address) }
        } catch is LocatingError {}
    }

    @Test(
        "A file that is not a database is refused",
        arguments: ["", "\0", "<html>", String(repeating: "x", count: 5000), "\u{AB}MaxMind.com"])
    func garbage(_ text: String) throws {
        let file = try TemporaryFile(Array(text.utf8))
        let error = #expect(throws: LocatingError.self) { try AddressLocator(database: file.path, asksNames: false) }
        guard case .notUsable(file.path, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.hasPrefix("The file \(file.path) is not a usable MMDB file: ") == true)
    }

    @Test("A file that cannot be opened", arguments: ["/nonexistent/places.mmdb", ""])
    func missing(_ path: String) {
        #expect(throws: LocatingError.notOpened(path: path)) { try AddressLocator(database: path, asksNames: false) }
    }

    @Test("A folder is not a file")
    func folder() {
        let path = FileManager.default.temporaryDirectory.path
        #expect(throws: LocatingError.self) { try AddressLocator(database: path, asksNames: false) }
    }

    @Test("A file cut off anywhere")
    func truncated() throws {
        let whole = DatabaseWriter.example().file
        for length in stride(from: 0, to: whole.count, by: 3) {
            try read(Array(whole.prefix(length)))
            try read(Array(whole.suffix(length)))
        }
    }

    @Test("A file with flipped bits", arguments: LocationFileTests.formats)
    func flipped(_ version: Int, _ recordSize: Int) throws {
        let whole = DatabaseWriter.example(version: version, recordSize: recordSize).file
        var generator = SeededGenerator(seed: UInt64(version * recordSize))
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0...Int.random(in: 0..<8, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] ^=
                    1 << UInt8.random(in: 0..<8, using: &generator)
            }
            try read(bytes)
        }
    }
}

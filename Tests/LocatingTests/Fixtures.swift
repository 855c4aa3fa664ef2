import Foundation
import Synchronization

@testable import Locating

/// A file that is deleted along with this object.
final class TemporaryFile {
    let path: String

    /// In memory if possible, since the tests with damaged files make thousands of them.
    private static let folder =
        FileManager.default.isWritableFile(atPath: "/dev/shm")
        ? "/dev/shm" : FileManager.default.temporaryDirectory.path

    init(_ bytes: [UInt8]) throws {
        path = "\(Self.folder)/n4md-\(UUID().uuidString).mmdb"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension DatabaseValue {
    /// An entry like those in city databases.
    static func city(_ country: String, _ latitude: Double, _ longitude: Double, radius: Int? = nil) -> DatabaseValue {
        let radius = radius.map { [("accuracy_radius", DatabaseValue.uint16($0))] } ?? []
        return .map([
            ("city", .map([("names", .map([("en", .text("Somewhere of a name that takes a byte of length"))]))])),
            ("country", .map([("geoname_id", .uint32(1)), ("iso_code", .text(country))])),
            ("location", .map(radius + [("latitude", .double(latitude)), ("longitude", .double(longitude))])),
        ])
    }
}

extension DatabaseWriter {
    /// A file with everything that the tests look up. Some of its networks are larger than the blocks shared by
    /// neighbours, and some smaller.
    static func example(version: Int = 6, recordSize: Int = 24) -> DatabaseWriter {
        var writer = DatabaseWriter(version: version, recordSize: recordSize)
        writer.add("193.136.0.0/15", .city("PT", 41.45, -8.29, radius: 20))
        writer.add("200.17.0.0/16", .city("br", -23.55, -46.63))
        writer.add("62.2.0.0/16", .city("CH", 47.0, 8.0, radius: 201))
        writer.add("62.3.0.0/16", .city("CH", 47.0, 8.0, radius: 200))
        writer.add("41.220.1.0/25", .city("MZ", -25.97, 32.58))
        writer.add("41.220.1.128/26", .map([("registered_country", .map([("iso_code", .text("AO"))]))]))
        writer.add("41.221.0.0/16", .map([("country", .text("no map")), ("location", .list([.uint16(1)]))]))
        writer.add("41.222.0.0/16", .city("EU", 91, 0))
        writer.add("41.223.0.0/16", .city("Portugal", .nan, .infinity))
        if version == 6 { writer.add("2001:690::/32", .city("PT", 38.72, -9.14, radius: 5)) }
        return writer
    }
}

/// Host names chosen by a test, looked up on threads that run when the test says so.
final class TestNames: Sendable {
    private let names: [String: String]
    private let pending = Mutex<[@Sendable () -> Void]>([])
    private let asked = Mutex<[Address]>([])

    /// The names of hosts by address.
    init(_ names: [String: String] = [:]) { self.names = names }

    var service: NameService {
        NameService(
            name: { [self] address in
                asked.withLock { $0.append(address) }
                return names.first { Address($0.key) == address }?.value
            },
            start: { [self] work in pending.withLock { $0.append(work) } })
    }

    /// The addresses that were looked up, in order.
    var addresses: [Address] { asked.withLock { $0 } }

    /// The number of threads that would begin now.
    var threads: Int { pending.withLock { $0.count } }

    /// Runs all threads to their end.
    func run() {
        let works = pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
        for work in works { work() }
    }
}

/// A clock that advances when a test says so.
final class TestClock: Sendable {
    private let instant = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { instant.withLock { $0 } }

    func advance(_ time: Duration) { instant.withLock { $0 += time } }
}

extension AddressLocator {
    convenience init(_ writer: DatabaseWriter? = nil, names: TestNames? = nil, clock: TestClock = TestClock()) throws {
        let file = try writer.map { writer in
            // Once mapped, the file stays readable even after it is deleted.
            let temporary = try TemporaryFile(writer.file)
            return try withExtendedLifetime(temporary) { try LocationFile(temporary.path) }
        }
        self.init(file: file, names: names?.service, now: { clock.now })
    }
}

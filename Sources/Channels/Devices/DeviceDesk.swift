import Archive
import Documents
import Foundation
import News
import PostgreSQL
import Synchronization

/// Keeps what devices said of themselves once, and finds it again. What was found is held for a minute, so that what is deleted or
/// replaced on another node soon counts here too.
package final class DeviceDesk: Sendable {
    /// The most devices that are kept: with indexes some gigabytes at the worst.
    static let limit = 1_000_000
    /// How many are added between two counts.
    private static let trimInterval = 1000
    private static let cacheBytes = 8_000_000

    private struct Entry: Sendable {
        /// Nil where it was deleted here.
        var report: DeviceReport?
        var until: ContinuousClock.Instant
    }

    let press: Press
    /// How long what was found is held.
    private let holding: Duration
    private let known = Mutex(ClockCache<[UInt8], Entry>(limit: cacheBytes) { ($0.report?.size ?? 0) + 600 })
    private let added = Atomic<Int>(0)

    init(press: Press, holding: Duration = .seconds(60)) {
        self.press = press
        self.holding = holding
    }

    /// What was kept when, as a device is answered.
    struct Kept: Sendable {
        var id: DeviceID
        var report: DeviceReport
        var expiresAt: Date
    }

    /// Keeps the report of a device that is new. Throws where the database is away.
    func add(_ report: DeviceReport) async throws -> Kept {
        let id = DeviceID()
        let expiresAt = try await press.database.write { try $0.insertDevice(id.hash, fields: report.kept) }
        if added.add(1, ordering: .relaxed).oldValue.isMultiple(of: Self.trimInterval) {
            // The device has its answer whether or not this works out; the next count comes.
            _ = try? await press.database.write { try $0.trimDevices(to: Self.limit) }
        }
        return Kept(id: id, report: report, expiresAt: expiresAt)
    }

    /// What is kept of a device, as the database has it now; nil where it is unknown.
    func show(_ id: DeviceID) async throws -> Kept? {
        try await press.database.read { try $0.device(id.hash) }.map {
            Kept(id: id, report: DeviceReport(kept: $0.fields), expiresAt: $0.expiresAt)
        }
    }

    /// Keeps another report in place of a device's; nil where it is unknown.
    func replace(_ id: DeviceID, with report: DeviceReport) async throws -> Kept? {
        let expiresAt = try await press.database.write { try $0.replaceDevice(id.hash, fields: report.kept) }
        hold(expiresAt == nil ? nil : report, id.hash)
        return expiresAt.map { Kept(id: id, report: report, expiresAt: $0) }
    }

    /// Forgets a device; false where it is unknown.
    func delete(_ id: DeviceID) async throws -> Bool {
        let wasKnown = try await press.database.write { try $0.deleteDevice(id.hash) }
        hold(nil, id.hash)
        return wasKnown
    }

    /// The report of a device that is used; nil where it is unknown.
    func report(_ id: DeviceID) async throws -> DeviceReport? {
        let hash = id.hash
        let earlier = known.withLock { $0.value(hash) }
        if let earlier, earlier.until > .now { return earlier.report }
        let database = press.database
        let reading = { @Sendable in try await database.read { try $0.device(hash) } }
        let device: KeptDevice?
        if let earlier {
            // What was held is better than nothing where the database does not answer.
            do {
                guard let answer = try await database.answer(reading) else { return earlier.report }
                device = answer
            } catch let error as PostgresError where error.isTransient { return earlier.report }
        } else {
            device = try await reading()
        }
        guard let device else { return nil }
        let report = DeviceReport(kept: device.fields)
        let entry = Entry(report: report, until: .now + holding)
        let later = known.withLock { known -> Entry? in
            // What was put in meanwhile is of a deletion or replacement that this reading may not have seen.
            if let later = known.value(hash), later.until > .now { return later }
            known.insert(entry, hash)
            return nil
        }
        if let later { return later.report }
        // Where it cannot be written, the next use is early enough.
        if device.isDue { try? await press.database.write { try $0.touchDevice(hash) } }
        return report
    }

    private func hold(_ report: DeviceReport?, _ hash: [UInt8]) {
        let entry = Entry(report: report, until: .now + holding)
        known.withLock { $0.insert(entry, hash) }
    }
}

extension DeviceReport {
    /// About how many bytes it takes, twice: as texts and as a context.
    fileprivate var size: Int { kept.reduce(0) { $0 + 2 * ($1.key.utf8.count + $1.value.utf8.count) } }
}

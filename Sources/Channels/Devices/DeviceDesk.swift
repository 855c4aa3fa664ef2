import Archive
import Documents
import Foundation
import News
import Synchronization

/// Stores device reports and finds them again. A report found is cached for a minute, so that what another
/// node deletes or replaces soon takes effect here too.
package final class DeviceDesk: Sendable {
    /// The most devices to store: with indexes, a few gigabytes at worst.
    static let limit = 1_000_000
    /// Devices added between two counts.
    private static let trimInterval = 1000
    private static let cacheBytes = 8_000_000

    private struct Entry: Sendable {
        /// Nil if it was deleted here.
        var report: DeviceReport?
        var until: ContinuousClock.Instant
    }

    let archive: Archive
    /// How long a cached report is used.
    private let holding: Duration
    private let known = Mutex(ClockCache<[UInt8], Entry>(limit: cacheBytes) { ($0.report?.size ?? 0) + 600 })
    private let added = Atomic<Int>(0)

    init(archive: Archive, holding: Duration = .seconds(60)) {
        self.archive = archive
        self.holding = holding
    }

    /// A stored report, as a response returns it.
    struct Kept: Sendable {
        var id: DeviceID
        var report: DeviceReport
        var expiresAt: Date
    }

    /// Stores the report of a new device. Throws if the database is unavailable.
    func add(_ report: DeviceReport) async throws -> Kept {
        let id = DeviceID()
        let expiresAt = try await archive.write { try $0.devices.insert(id.hash, fields: report.kept) }
        if added.add(1, ordering: .relaxed).oldValue.isMultiple(of: Self.trimInterval) {
            // The device has its answer even if this fails; the next count will retry.
            _ = try? await archive.write { try $0.devices.trim(to: Self.limit) }
        }
        return Kept(id: id, report: report, expiresAt: expiresAt)
    }

    /// The stored report of a device, read from the database; nil if the device is unknown.
    func show(_ id: DeviceID) async throws -> Kept? {
        try await archive.read { try $0.devices.find(id.hash) }.map {
            Kept(id: id, report: DeviceReport(kept: $0.fields), expiresAt: $0.expiresAt)
        }
    }

    /// Replaces the report of a device; nil if the device is unknown.
    func replace(_ id: DeviceID, with report: DeviceReport) async throws -> Kept? {
        let expiresAt = try await archive.write { try $0.devices.replace(id.hash, fields: report.kept) }
        hold(expiresAt == nil ? nil : report, id.hash)
        return expiresAt.map { Kept(id: id, report: report, expiresAt: $0) }
    }

    /// Deletes a device; false if it was unknown.
    func delete(_ id: DeviceID) async throws -> Bool {
        let wasKnown = try await archive.write { try $0.devices.delete(id.hash) }
        hold(nil, id.hash)
        return wasKnown
    }

    /// The report of a device in use; nil if the device is unknown.
    func report(_ id: DeviceID) async throws -> DeviceReport? {
        let hash = id.hash
        let earlier = known.withLock { $0.value(hash) }
        if let earlier, earlier.until > .now { return earlier.report }
        let reading = { @Sendable [archive] in try await archive.read { try $0.devices.find(hash) } }
        let device: KeptDevice?
        if let earlier {
            // A cached report is better than none if the database does not respond.
            do {
                guard let answer = try await archive.answer(reading) else { return earlier.report }
                device = answer
            } catch ArchiveFault.away { return earlier.report }
        } else {
            device = try await reading()
        }
        guard let device else { return nil }
        let report = DeviceReport(kept: device.fields)
        let entry = Entry(report: report, until: .now + holding)
        let later = known.withLock { known -> Entry? in
            // An entry inserted meanwhile comes from a deletion or replacement that this read may have
            // missed.
            if let later = known.value(hash), later.until > .now { return later }
            known.insert(entry, hash)
            return nil
        }
        if let later { return later.report }
        // If this write fails, the next use is soon enough.
        if device.isDue { try? await archive.write { try $0.devices.touch(hash) } }
        return report
    }

    private func hold(_ report: DeviceReport?, _ hash: [UInt8]) {
        let entry = Entry(report: report, until: .now + holding)
        known.withLock { $0.insert(entry, hash) }
    }
}

extension DeviceReport {
    /// The approximate size in bytes, counted twice: as texts and as a context.
    fileprivate var size: Int { kept.reduce(0) { $0 + 2 * ($1.key.utf8.count + $1.value.utf8.count) } }
}

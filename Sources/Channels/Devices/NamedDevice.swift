import Archive
import News

/// The device that a request names with `device=ID`, and its stored report.
struct NamedDevice: Sendable {
    /// The stored report; nil if it cannot be known.
    var context: DeviceContext?
    /// The parts of it that are ignored.
    var faults: [FieldFault] = []

    /// Fills in what the request itself does not say. Returns the parts that are ignored.
    func fill(_ context: inout DeviceContext) -> [FieldFault] {
        if let kept = self.context { context.fill(from: kept) }
        return faults
    }
}

extension DeviceDesk {
    /// The device that the fields name; nil if they name none. While the database is unavailable, the
    /// request continues without it.
    func named(in fields: [(name: String, value: String)], of masthead: Masthead?) async throws -> NamedDevice? {
        guard let value = fields.last(where: { $0.name == "device" && !$0.value.isEmpty })?.value else { return nil }
        do {
            guard let id = DeviceID(value), let report = try await report(id) else {
                return NamedDevice(faults: [Self.unknown])
            }
            return withoutWhatIsGone(report.context, masthead)
        } catch ArchiveFault.away {
            return NamedDevice()
        }
    }

    /// The presented identifier is not repeated: it may be the hardware's.
    private static let unknown = FieldFault(
        field: "device", value: "not known", expected: "the identifier from POST /devices, used within 90 days")

    /// Drops sections and categories that no longer exist: they would turn every request of the device into
    /// a 404.
    private func withoutWhatIsGone(_ kept: DeviceContext, _ masthead: Masthead?) -> NamedDevice {
        guard kept.selection != Selection(), let masthead else { return NamedDevice(context: kept) }
        var device = NamedDevice(context: kept)
        let sections = Set(masthead.sections.map(\.slug) + [Section.local])
        let categories = Set(masthead.categories.map(\.slug))
        device.context?.selection.sections.removeAll { !sections.contains($0) }
        device.context?.selection.categories.removeAll { !categories.contains($0) }
        for (field, slugs, known) in [
            ("sections", kept.selection.sections, sections), ("categories", kept.selection.categories, categories),
        ] {
            for gone in slugs where !known.contains(gone) {
                device.faults.append(FieldFault(field: field, value: gone, expected: "one that still exists"))
            }
        }
        return device
    }
}

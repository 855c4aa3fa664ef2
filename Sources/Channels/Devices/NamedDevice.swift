import News
import PostgreSQL

/// The device that a request names, `device=ID`, and what it said of itself before.
struct NamedDevice: Sendable {
    /// What it said; nil where that cannot be known.
    var context: DeviceContext?
    /// What of it does not count.
    var faults: [FieldFault] = []

    /// Fills what the request itself does not say. Returns what does not count.
    func fill(_ context: inout DeviceContext) -> [FieldFault] {
        if let kept = self.context { context.fill(from: kept) }
        return faults
    }
}

extension DeviceDesk {
    /// The device that fields name; nil where they name none. While the database is away the request goes on without it.
    func named(in fields: [(name: String, value: String)], of masthead: Masthead?) async throws -> NamedDevice? {
        guard let value = fields.last(where: { $0.name == "device" && !$0.value.isEmpty })?.value else { return nil }
        do {
            guard let id = DeviceID(value), let report = try await report(id) else {
                return NamedDevice(faults: [Self.unknown])
            }
            return withoutWhatIsGone(report.context, masthead)
        } catch let error as PostgresError where error.isTransient {
            return NamedDevice()
        }
    }

    /// What was shown as an identifier is not repeated: it may be the hardware's.
    private static let unknown = FieldFault(
        field: "device", value: "not known", expected: "what POST /devices answered, and used within 90 days")

    /// Sections and categories that are no more would turn every request of the device into a 404.
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
                device.faults.append(FieldFault(field: field, value: gone, expected: "one that there still is"))
            }
        }
        return device
    }
}

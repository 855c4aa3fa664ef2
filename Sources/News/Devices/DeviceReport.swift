/// The facts that a device states once, instead of with every request: those that stay the same, and those
/// that its reader insists on. Its location and its state at the moment do not belong here, and neither
/// does its owner, ever.
package struct DeviceReport: Sendable, Hashable {
    /// The values kept: fields of the context form, and `model`, `system_name` and `system_version`. At most 4
    /// kB.
    package let kept: [String: String]
    /// The kept values as a context.
    package let context: DeviceContext

    /// The fields of the context form that are kept.
    private static let names: Set = [
        "client", "screen_width", "screen_height", "dpr", "memory", "timezone", "language", "images", "text",
        "text_size", "palette", "categories", "sections",
    ]

    /// Reads a report. Malformed fields are reported and not kept. Nothing else is read, above all not the
    /// owner's name or the hardware's identifier.
    package static func read(_ fields: [(name: String, value: String)]) -> (report: Self, faults: [FieldFault]) {
        var (context, faults) = ContextForm.read(fields.filter { names.contains($0.name) })
        faults += bound(&context.selection.categories, "categories") + bound(&context.selection.sections, "sections")
        // Rounded to a thousandth: anything finer would single out a device and help nobody.
        context.memory = context.memory.map { ($0 * 1000).rounded() / 1000 }
        context.pixelRatio = context.pixelRatio.map { ($0 * 1000).rounded() / 1000 }
        var model = DeviceModel()
        faults += model.read(fields)
        model.fill(&context)
        let described = context.description.filter { names.contains($0.name) } + model.description
        return (Self(kept: Dictionary(described, uniquingKeysWith: { first, _ in first })), faults)
    }

    /// Restores a report from its kept values.
    package init(kept: [String: String]) {
        self.kept = kept
        // A value that was understood once but no longer is counts as absent.
        context = ContextForm.read(kept.filter { Self.names.contains($0.key) }.map { (name: $0, value: $1) }).context
    }

    /// Drops lists that are too long to be read as one value.
    private static func bound(_ slugs: inout [String], _ name: String) -> [FieldFault] {
        let list = slugs.joined(separator: ",")
        guard list.utf8.count > ContextForm.valueLimit else { return [] }
        slugs = []
        return [FieldFault(field: name, value: list.cut(to: 100), expected: "slugs of at most 1000 bytes in total")]
    }
}

extension DeviceContext {
    /// Fills in missing fields from what the device said before. The two sides of the screen count as one
    /// field.
    package mutating func fill(from kept: DeviceContext) {
        client = client ?? kept.client
        if screenWidth == nil, screenHeight == nil {
            (screenWidth, screenHeight) = (kept.screenWidth, kept.screenHeight)
        }
        pixelRatio = pixelRatio ?? kept.pixelRatio
        memory = memory ?? kept.memory
        timeZone = timeZone ?? kept.timeZone
        if languages.isEmpty { languages = kept.languages }
        if selection.categories.isEmpty { selection.categories = kept.selection.categories }
        if selection.sections.isEmpty { selection.sections = kept.selection.sections }
        images = images ?? kept.images
        text = text ?? kept.text
        textSize = textSize ?? kept.textSize
        palette = palette ?? kept.palette
    }
}

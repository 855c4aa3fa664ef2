package import Documents
import Foundation
import HTTPTypes
import Hummingbird
package import News
package import Web

/// The meaning of a request for a channel.
package struct ChannelRequest: Sendable {
    package var context: DeviceContext
    package var faults: [FieldFault]
    var isStrict: Bool
    package var plan: DeliveryPlan
    var format: DocumentFormat
    package var coding: ContentCoding

    package var key: ChannelKey {
        ChannelKey(plan: plan, selection: context.selection, format: format, coding: coding)
    }

    /// Interprets a request. In order of precedence: form, query, the device's report, hints, address.
    init(
        fields: [(name: String, value: String)], device: NamedDevice? = nil, headers: HTTPFields, origin: Origin,
        clock: PolicyClock,
        masthead: Masthead?
    ) {
        var (context, faults) = ContextForm.read(fields)
        faults += device?.fill(&context) ?? []
        let named = Dictionary(headers.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
        ContextHints.fill(&context) { name in named[name].flatMap { ClientHints.value($0, of: name) } }
        context.fill(from: origin)
        let settings = masthead?.policy ?? PolicySettings()
        if let fault = context.setClock(clock, settings) { faults.append(fault) }
        context.selection.prefer(context, in: masthead)
        (self.context, self.faults) = (context, faults)
        isStrict = fields.contains { $0.name == "strict" && ["1", "on", "true"].contains($0.value) }
        plan = Policy.plan(for: context, settings)
        format = context.format ?? .xml
        coding = ContentCoding(accept: headers[.acceptEncoding])
    }

    /// With `strict=1`, throws every fault instead of ignoring it.
    func checkStrictness() throws {
        guard isStrict, !faults.isEmpty else { return }
        throw Problem.notUnderstood(faults)
    }

    /// The names of the ignored fields, for the header that lists them.
    package var ignored: String? { Self.names(of: faults) }

    /// The names of the ignored fields; nil if there are none.
    package static func names(of faults: [FieldFault]) -> String? {
        faults.isEmpty ? nil : Set(faults.map(\.field)).sorted().joined(separator: ", ")
    }
}

package import Documents
import Foundation
import HTTPTypes
import Hummingbird
package import News
package import Syndication
package import Web

/// The meaning of a request for a channel.
package struct ChannelRequest: Sendable {
    package var context: DeviceContext
    package var faults: [FieldFault]
    var isStrict: Bool
    /// The newspaper's settings of the policy.
    package let settings: PolicySettings
    package var plan: DeliveryPlan
    /// The rules that had an effect on the plan.
    package var reasons: [Decision.Reason]
    /// The texts of the interface in the reader's language.
    package var strings: Strings
    var format: DocumentFormat
    package var coding: ContentCoding

    package var key: ChannelKey {
        ChannelKey(
            plan: plan, selection: context.selection, format: format, coding: coding,
            reasons: context.wantsReasons == true ? .init(all: reasons, language: strings.language) : nil)
    }

    /// Interprets a request. In order of precedence: form, query, the device's report, hints, address.
    init(
        fields: [(name: String, value: String)], device: NamedDevice? = nil, headers: HTTPFields, origin: Origin,
        clock: PolicyClock, masthead: Masthead?, catalogues: Catalogues
    ) {
        var (context, faults) = ContextForm.read(fields)
        faults += device?.fill(&context) ?? []
        let named = Dictionary(headers.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
        func header(_ name: String) -> String? { named[name].flatMap { ClientHints.value($0, of: name) } }
        ContextHints.fill(&context, header: header)
        faults += ContextHints.faults(ContextHints.names.filter { named[$0] != nil }, header: header)
        context.fill(from: origin)
        settings = masthead?.policy ?? PolicySettings()
        if let fault = context.setClock(clock, settings) { faults.append(fault) }
        context.selection.prefer(context, in: masthead)
        (self.context, self.faults) = (context, faults)
        isStrict = fields.contains { $0.name == "strict" && ["1", "on", "true"].contains($0.value) }
        let decision = Decision(context, settings)
        (plan, reasons) = (decision.plan, decision.reasons)
        strings = catalogues.strings(for: context.languages, of: masthead)
        format = context.format ?? .xml
        coding = ContentCoding(accept: headers[.acceptEncoding])
    }

    /// The same request by a device in other circumstances.
    package func by(_ context: DeviceContext) -> ChannelRequest {
        var other = self
        let decision = Decision(context, settings)
        (other.context, other.plan, other.reasons) = (context, decision.plan, decision.reasons)
        return other
    }

    /// With `strict=1`, throws every fault instead of ignoring it.
    func checkStrictness() throws {
        guard isStrict, !faults.isEmpty else { return }
        throw Problem.notUnderstood(faults)
    }

    /// The rules that had an effect, for the header that lists them.
    var rules: String { reasons.map(\.rule.rawValue).joined(separator: ", ") }

    /// The reasons in the reader's language.
    package var reasonsInWords: [Reason] { strings.words(of: reasons) }

    /// The names of the ignored fields, for the header that lists them.
    package var ignored: String? { Self.names(of: faults) }

    /// The names of the ignored fields; nil if there are none.
    package static func names(of faults: [FieldFault]) -> String? {
        faults.isEmpty ? nil : Set(faults.map(\.field)).sorted().joined(separator: ", ")
    }
}

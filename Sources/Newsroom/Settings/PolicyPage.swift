import Archive
import Editorial
import Foundation
import News
import Web

/// The page of the policy: each rule in plain words, and what it does on five devices.
struct PolicyPage: Sendable {
    struct Sight: Sendable {
        var device: String
        /// What the rule changes there, in words.
        var effect: String
    }
    struct Line: Sendable {
        var rule: String
        /// What it does, in plain words.
        var words: String
        var isOn: Bool
        /// What comes of a change of this line, if it is changed.
        var change: String?
        var sights: [Sight]
    }
    struct Version: Sendable {
        var number: Int
        /// Whether it differs from the settings that apply, so that going back to it changes something.
        var isFormer: Bool
        var at: Moment
        var editor: String?
        /// Not named like the form's field, which the template would find where there is none.
        var reason: String?
        /// What it changed, in words.
        var changes: [String]
    }

    var version: String
    var lines: [Line]
    var hours: [Choice]
    var timeZone: WritingPage.Field
    var note: WritingPage.Field
    var zones: [ZoneChoices]
    /// Whether this shows settings that are not saved yet.
    var isPreview: Bool
    /// Whether those differ from the saved ones.
    var isChanged: Bool
    /// The busy hours, if they would change, and what their rule does in them.
    var hoursChange: String?
    var hoursSights: [Sight]
    /// The whole of what each sample device gets.
    var given: [Sight]
    /// Whether there is anything to reset.
    var isStandard: Bool
    var versions: [Version]

    /// - Parameters:
    ///   - wanted: the settings in the form; nil for the saved ones.
    init(
        _ visit: NewsroomDesk.Visit, _ present: PolicySettings, _ form: PolicyForm?, _ versions: [PolicyVersion],
        _ faults: [ArticleDraft.Fault]
    ) {
        let strings = visit.strings
        let shown = form?.settings ?? present
        version = String(form?.settings.version ?? present.version)
        lines = PolicySettings.switchable.map { rule in
            let isOn = !shown.off.contains(rule)
            let isChanged = isOn == present.off.contains(rule)
            // Without busy hours their rule does nothing, on or off.
            let isIdle = rule == .congestion && shown.congestionHours.isEmpty
            let change = isIdle ? "room_ruleIdle" : isOn ? "room_ruleNowOn" : "room_ruleNowOff"
            return Line(
                rule: rule.rawValue, words: strings["rule_" + rule.rawValue], isOn: isOn,
                change: isChanged ? strings[change] : nil,
                sights: isIdle
                    ? [] : Self.sights(of: rule, shown, isChanged: isChanged, isLeaving: isChanged && !isOn, strings))
        }
        hours = (0..<24).map {
            Choice(value: String($0), name: Self.hour($0), isChosen: shown.congestionHours.contains($0))
        }
        // Until somebody chooses hours, they are the newspaper's.
        let isUntouched = form == nil && shown.congestionHours.isEmpty && shown.timeZone == PolicySettings().timeZone
        let zone = isUntouched ? strings.timeZone.identifier : shown.timeZone
        timeZone = .init(value: zone)
        note = .init(value: form?.note ?? "")
        for fault in faults {
            if fault.field == "timeZone" { timeZone.fault = strings["room_fault_newspaper_timeZone"] }
            if fault.field == "note" { note.fault = strings["room_fault_policy_note"] }
        }
        zones = ZoneChoices.list(chosen: zone, strings)
        isPreview = form != nil
        let areOtherHours = present.hasOtherHours(than: shown)
        isChanged = present.off != shown.off || areOtherHours
        hoursChange = areOtherHours ? Self.words(shown, strings) : nil
        hoursSights =
            areOtherHours && !shown.off.contains(.congestion)
            ? Self.sights(
                of: .congestion, shown, isChanged: true, isLeaving: shown.congestionHours.isEmpty, strings) : []
        given = SeenAs.devices.map { device in
            let plan = Decision(ContextForm.read(device.fields).context, shown).plan
            let words = strings.words(of: [.items, .text, .pictures, .sizes, .quality, .budget, .palette], in: plan)
            return Sight(device: strings["room_device_" + device.key], effect: words.joined(separator: ", "))
        }
        isStandard = present.isSame(as: PolicySettings())
        let former = versions.dropFirst().map(\.settings) + [PolicySettings()]
        // What the oldest one changed is not known if there are older ones.
        self.versions = zip(versions, former).map { version, former in
            Version(
                number: version.settings.version, isFormer: !version.settings.isSame(as: present),
                at: Moment(version.createdAt, strings), editor: version.editor,
                reason: version.note.isEmpty ? nil : version.note,
                changes: version.settings.version == former.version + 1
                    ? strings.changes(from: former, to: version.settings) : [])
        }
    }

    /// The effects of a rule on the sample devices.
    /// - Parameters:
    ///   - isChanged: whether the rule is switched on or off; devices on which it has no effect are then left out.
    ///   - isLeaving: whether it is switched off.
    private static func sights(
        of rule: Rule, _ settings: PolicySettings, isChanged: Bool, isLeaving: Bool, _ strings: Strings
    ) -> [Sight] {
        SeenAs.devices.compactMap { device in
            let effect = strings.effect(of: rule, on: device, settings, isLeaving: isLeaving)
            guard !isChanged || effect != strings["room_ruleNothing"] else { return nil }
            // The device's own hour is not the rule's.
            let isAtOtherTime = device.key == "tablet" && rule.hasHour
            return Sight(device: strings["room_device_" + device.key + (isAtOtherTime ? "_day" : "")], effect: effect)
        }
    }

    private static func hour(_ hour: Int) -> String { (hour < 10 ? "0" : "") + String(hour) }

    fileprivate static func words(_ settings: PolicySettings, _ strings: Strings) -> String {
        busyHours(settings.congestionHours).map { "\($0) (\(settings.timeZone))" } ?? strings["room_noBusyHours"]
    }

    /// Hours as spans, such as "07–09, 17–20"; nil for none.
    static func busyHours(_ hours: some Collection<Int>) -> String? {
        var spans: [Range<Int>] = []
        for hour in hours.sorted() {
            if let last = spans.last, last.upperBound == hour {
                spans[spans.count - 1] = last.lowerBound..<hour + 1
            } else {
                spans.append(hour..<hour + 1)
            }
        }
        let words = spans.map { hour($0.lowerBound) + "–" + hour($0.upperBound) }.joined(separator: ", ")
        return words.isEmpty ? nil : words
    }
}

/// The policy's settings as fields of a form, as they were typed.
struct PolicyForm: Sendable {
    var settings: PolicySettings
    var note: String

    init(_ form: NewsroomForm) {
        settings = PolicySettings()
        settings.version = Int(form["version"]) ?? 0
        settings.off = Set(PolicySettings.switchable.filter { form["on_" + $0.rawValue].isEmpty })
        settings.congestionHours = Set((0..<24).filter { !form["hour_\($0)"].isEmpty })
        let zone = form.line("timeZone", limit: 100)
        settings.timeZone = zone.isEmpty ? "UTC" : zone
        note = form.line("note", limit: 501)
    }

    /// The same as the API takes it, which checks it.
    var input: PolicyInput {
        PolicyInput(
            off: settings.off.map(\.rawValue), congestionHours: settings.congestionHours.sorted(),
            timeZone: settings.timeZone, note: note)
    }
}

extension Strings {
    /// What differs between two versions of the policy, in words.
    fileprivate func changes(from former: PolicySettings, to settings: PolicySettings) -> [String] {
        let rules = PolicySettings.switchable.filter { former.off.contains($0) != settings.off.contains($0) }
        let lines = rules.map { rule in
            self(settings.off.contains(rule) ? "room_ruleOff" : "room_ruleOn", self["rule_" + rule.rawValue])
        }
        return lines
            + (former.hasOtherHours(than: settings)
                ? [self["room_busyHours"] + ": " + PolicyPage.words(settings, self)] : [])
    }

    /// The effect of a rule on a device, with the other rules as they are: "24 stories → 10 stories".
    /// - Parameter isLeaving: whether the rule is switched off, and the order is the reverse.
    fileprivate func effect(
        of rule: Rule, on device: SeenAs.Device, _ settings: PolicySettings, isLeaving: Bool
    ) -> String {
        var (with, without) = (settings, settings)
        with.off.remove(rule)
        without.off.insert(rule)
        let fields = device.fields.filter { !rule.hasHour || $0.name != "local_time" } + rule.trigger
        var context = ContextForm.read(fields).context
        if rule == .congestion { context.isCongested = true }
        if rule == .recent { context.minutesSinceUpdate = 5 }
        let decision = Decision(context, with)
        guard let reason = decision.reasons.first(where: { $0.rule == rule }) else { return self["room_ruleNothing"] }
        let plans = (old: Decision(context, without).plan, new: decision.plan)
        let (old, new) = isLeaving ? (plans.new, plans.old) : plans
        // Pictures that there are none of have no size.
        let areNone = old.pictures == .off || new.pictures == .off
        let effects = areNone ? reason.effects.subtracting([.sizes, .quality]) : reason.effects
        let changes = effects.parts.compactMap { effect -> String? in
            let (before, after) = (words(of: effect, in: old).first, words(of: effect, in: new).first)
            return before == after ? nil : "\(before ?? "–") → \(after ?? "–")"
        }
        return changes.isEmpty ? self["room_ruleNothing"] : changes.joined(separator: ", ")
    }
}

extension PolicySettings {
    /// Whether the same rules apply, at the same hours.
    func isSame(as other: PolicySettings) -> Bool { off == other.off && !hasOtherHours(than: other) }

    /// Whether busy hours differ. Where there are none, their time zone is nothing to anybody.
    func hasOtherHours(than other: PolicySettings) -> Bool {
        let areNone = congestionHours.isEmpty && other.congestionHours.isEmpty
        return !areNone && (congestionHours != other.congestionHours || timeZone != other.timeZone)
    }
}

extension Rule {
    /// Whether it applies at certain hours or days.
    fileprivate var hasHour: Bool { [.weekend, .evening, .working, .congestion].contains(self) }

    /// Fields of the context form with which the rule applies. 1 July 2026 is a Wednesday.
    fileprivate var trigger: [(name: String, value: String)] {
        switch self {
        case .weekend: [("local_time", "2026-07-04T12:30")]
        case .evening: [("local_time", "2026-07-01T22:30")]
        case .working: [("local_time", "2026-07-01T10:30")]
        case .dim: [("light", "2")]
        case .bright: [("light", "30000")]
        case .silent: [("silent", "1")]
        case .moving: [("moving", "1")]
        case .memory: [("memory", "0.75")]
        case .leastMemory: [("memory", "0.25")]
        default: []
        }
    }
}

import Archive
import Documents
import Foundation
import HTTPTypes
import Hummingbird
package import News
import Syndication
import Web

/// `/api/v1/policy`: the lines of the policy that are on, and the effect of changing them.
struct PolicyRoutes: Sendable {
    let desk: EditorDesk
    /// The texts for programs.
    let strings: Strings

    func add(to router: RouterGroup<NewsRequestContext>) {
        let contributors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        let chiefs = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .chief, scope: .manage))
        contributors.get("policy", use: show)
        chiefs.put("policy", use: change)
        contributors.post("policy/preview", use: preview)
        contributors.get("policy/versions", use: versions)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let settings = try await desk.archive.read { try $0.policy.settings() }
        return try desk.read(PolicyOutput(settings, strings), revision: settings.version)
    }

    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.change(request, context, PolicyInput.self) {
            input, expected, editor, holdings in
            var settings = try input.settings()
            settings.version = try expected.revision(try holdings.policy.settings().version)
            let changed = try holdings.policy.change(settings, note: input.note ?? "", by: editor.maker)
            return try .init(.ok, PolicyOutput(changed, strings), revision: changed.version)
        }
    }

    /// Returns the changes for devices of many kinds; nothing is stored.
    @Sendable private func preview(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let input = try desk.json(PolicyInput.self, try await desk.body(request))
        let wanted: PolicySettings
        do { wanted = try input.settings() } catch ArchiveError.faults(let faults) {
            throw EditorDesk.unacceptable(faults)
        }
        let present = try await desk.archive.read { try $0.policy.settings() }
        return try desk.read(PolicyPreview(from: present, to: wanted))
    }

    private struct Versions: Encodable {
        var versions: [PolicyOutput]
    }

    @Sendable private func versions(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let versions = try await desk.archive.read { try $0.policy.versions(limit: 200) }
        return try desk.read(Versions(versions: versions.map(PolicyOutput.init)))
    }
}

/// The settings as the API accepts them. Members left out have their defaults.
package struct PolicyInput: Decodable, Sendable {
    var off: [String]?
    var congestionHours: [Int]?
    var timeZone: String?
    /// The reason for the change.
    var note: String?
    /// Unknown members, which may be misspelt ones.
    private var unknown: [String]

    private enum Known: String, CodingKey, CaseIterable { case off, congestionHours, timeZone, note }
    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Known.self)
        off = try values.decodeIfPresent([String].self, forKey: .off)
        congestionHours = try values.decodeIfPresent([Int].self, forKey: .congestionHours)
        timeZone = try values.decodeIfPresent(String.self, forKey: .timeZone)
        note = try values.decodeIfPresent(String.self, forKey: .note)
        unknown = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue).filter {
            Known(rawValue: $0) == nil
        }.sorted()
    }

    package init(off: [String], congestionHours: [Int], timeZone: String, note: String) {
        (self.off, self.congestionHours, self.timeZone, self.note) = (off, congestionHours, timeZone, note)
        unknown = []
    }

    /// The settings. Throws every fault found.
    package func settings() throws -> PolicySettings {
        var settings = PolicySettings()
        var faults: [ArticleDraft.Fault] = []
        for name in unknown.prefix(10) {
            let names = Known.allCases.map(\.rawValue).joined(separator: ", ")
            faults.append(.init(field: String(name.prefix(40)), detail: "is not a setting: \(names)"))
        }
        for name in Set(off ?? []).sorted().prefix(100) {
            if let rule = Rule(rawValue: name), PolicySettings.switchable.contains(rule) {
                settings.off.insert(rule)
            } else {
                let names = PolicySettings.switchable.map(\.rawValue).joined(separator: ", ")
                faults.append(
                    .init(
                        field: "off",
                        detail: "names \(name.prefix(40)), which is not a line that can be switched off: \(names)"))
            }
        }
        let hours = congestionHours ?? []
        if hours.allSatisfy({ (0...23).contains($0) }) {
            settings.congestionHours = Set(hours)
        } else {
            faults.append(.init(field: "congestionHours", detail: "must be hours, 0 to 23"))
        }
        if let timeZone {
            settings.timeZone = timeZone
            if timeZone.utf8.count > 64 || TimeZone(identifier: timeZone) == nil {
                faults.append(.init(field: "timeZone", detail: "must be an IANA name, such as Europe/Lisbon"))
            }
        }
        if note.map({ $0.unicodeScalars.count > 500 }) ?? false {
            faults.append(.init(field: "note", detail: "is longer than 500 characters"))
        }
        guard faults.isEmpty else { throw ArchiveError.faults(faults) }
        return settings
    }
}

/// The settings as the API returns them: the current ones with every line of the table, earlier ones with
/// their authors.
struct PolicyOutput: Encodable, Sendable {
    struct Line: Encodable, Sendable {
        var rule: String
        var reason: String
        var isOn: Bool
    }

    var version: Int
    var off: [String]
    var congestionHours: [Int]
    var timeZone: String
    var lines: [Line]?
    var note: String?
    var editor: String?
    var createdAt: String?

    private init(settings: PolicySettings) {
        version = settings.version
        off = settings.off.map(\.rawValue).sorted()
        congestionHours = settings.congestionHours.sorted()
        timeZone = settings.timeZone
    }

    init(_ settings: PolicySettings, _ strings: Strings) {
        self.init(settings: settings)
        lines = PolicySettings.switchable.map {
            Line(rule: $0.rawValue, reason: strings.name(of: $0), isOn: !settings.off.contains($0))
        }
    }

    init(_ version: PolicyVersion) {
        self.init(settings: version.settings)
        (note, editor, createdAt) = (version.note, version.editor, RFC822.iso8601(version.createdAt))
    }
}

import Foundation
import HTTPTypes
import Hummingbird
import News
import Syndication
import Web

/// A device that the address of a page describes, instead of the one that asks. It holds for the pages that its links lead to as well.
struct DescribedDevice: Sendable {
    /// The fields of the address that describe it, in its order.
    let fields: [(name: String, value: String)]

    /// The field that leaves the settings in the reader's cookies out, but for the language.
    static let withoutSettings = (name: "settings", value: "none")
    /// The fields of the context form that say what to show, and nothing of the device.
    private static let selections = [
        "language", "categories", "sections", "articles", "part", "edition", "before", "since", "last_update",
        "format", "reasons", "strict",
    ]
    private static let names = Set(ContextForm.fields.map(\.name)).subtracting(selections).union([withoutSettings.name])

    /// Wishes that anybody may have on their own device; they belong to a device that other fields describe.
    private static let wishes: Set = ["images", "items", "text", "text_size", "palette", withoutSettings.name]

    /// - Parameter all: the fields of an address. Fails if none of them describes a device.
    init?(_ all: [(name: String, value: String)]) {
        fields = all.filter { Self.names.contains($0.name) && !$0.value.isEmpty }
        guard fields.contains(where: { !Self.wishes.contains($0.name) }) else { return nil }
    }

    /// Whether its link is described.
    var hasLink: Bool { fields.contains { ["network", "downlink", "rtt", "save_data"].contains($0.name) } }

    /// The device in a few words, or its fields if those say something else.
    func words(_ strings: Strings) -> String {
        strings.words(of: ContextForm.read(fields).context)
            ?? fields.filter { $0 != Self.withoutSettings }.map { "\($0.name)=\($0.value.cut(to: 100))" }
            .joined(separator: ", ")
    }

    /// The fields that say something else.
    static func others(of all: [(name: String, value: String)]) -> [(name: String, value: String)] {
        all.filter { !names.contains($0.name) }
    }
}

extension Strings {
    /// A device in a few words, such as "Android, 390 × 844, 3G, battery 15%"; nil if nothing of that is known.
    func words(of context: DeviceContext) -> String? {
        // As it is held.
        let sides = [context.screenWidth, context.screenHeight].compactMap(\.self)
        let size = sides.count == 2 ? (context.orientation == .landscape ? sides.reversed() : sides) : nil
        let parts = [
            context.client.map { self["client_" + $0.rawValue] },
            size.map { $0.map(String.init).joined(separator: " × ") }, linkName(of: context),
            context.battery.map { self("explain_battery", "\($0)") },
            context.isCharging == true ? self["explain_isCharging"] : nil,
        ]
        let known = parts.compactMap(\.self)
        return known.isEmpty ? nil : known.joined(separator: ", ")
    }
}

extension Strings {
    /// The link of a device, such as "3G"; nil if it is not known.
    func linkName(of context: DeviceContext) -> String? {
        context.network.map { network in
            ShownDevice.links.first { $0.network == network }?.name ?? self["network_" + network.rawValue]
        }
    }
}

extension Request {
    /// The path and the fields of the page of this newspaper whose link was followed; nil if the browser does not name it.
    private var pageBefore: (path: String, query: String)? {
        guard let referer = headers[.referer], referer.contains("?"), let page = URLComponents(string: referer),
            let query = page.percentEncodedQuery,
            page.host.map({ host in page.port.map { "\(host):\($0)" } ?? host }) == head.authority
        else { return nil }
        return (page.percentEncodedPath, query)
    }

    /// The address of this page for the device that the page before described, whose link does not know of it; nil if that described none.
    var addressForSameDevice: String? {
        guard method == .get, let before = pageBefore else { return nil }
        let (own, said) = (FormFields.parse(uri.query ?? ""), FormFields.parse(before.query))
        // The page about a page leads back to one's own device.
        guard DescribedDevice(own) == nil, !said.contains(where: { $0 == ("why", "1") }),
            let device = DescribedDevice(said)
        else { return nil }
        let fields = (own + device.fields).map { "\($0.name.escapedForQuery)=\($0.value.escapedForQuery)" }
        return uri.path + "?" + fields.joined(separator: "&")
    }

    /// The address to ask about the page from which the link with `why=1` was followed, if that has more fields than the link, as the pages of
    /// the form of three devices have; nil if it has not, or the browser does not name it.
    var pageAskedAbout: String? {
        guard let before = pageBefore, before.path == uri.path else { return nil }
        let asked = FormFields.parse(uri.query ?? "").filter { $0.name != "why" }
        let said = FormFields.parse(before.query)
        guard said.count > asked.count, !said.contains(where: { $0.name == "why" }),
            asked.allSatisfy({ field in said.contains { $0 == field } })
        else { return nil }
        return uri.path + "?" + before.query + "&why=1"
    }

    /// The address of the page that `why=1` asks about.
    var addressAskedAbout: String {
        let query = (uri.query ?? "").split(separator: "&").filter { $0 != "why=1" }.joined(separator: "&")
        return uri.path + (query.isEmpty ? "" : "?" + query)
    }
}

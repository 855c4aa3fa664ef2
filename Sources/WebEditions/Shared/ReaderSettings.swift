import Foundation
import HTTPTypes
package import Hummingbird
import News
import Syndication
import Web

/// The defaults for the context form in a browser's cookies: its reader's settings, kept for a year, and
/// the context that a native shell posted, kept for a quarter of an hour. There are no cookies until then.
package struct ReaderSettings: Sendable {
    /// The web edition that the home page opens.
    var edition: WebEdition?
    /// The reader's settings that are fields of the context form.
    var wishes: [(name: String, value: String)] = []
    /// The context that the device's shell posted.
    var context: [(name: String, value: String)] = []

    /// The fields of the context form that the settings page sets.
    static let wishNames = ["images", "language", "palette", "text_size"]
    /// The fields that stay true for a while. A reader's location is never kept.
    private static let contextNames: Set = [
        "battery", "charging", "client", "device", "downlink", "dpr", "headphones", "light", "memory", "moving",
        "network",
        "orientation", "rtt", "save_data", "screen_height", "screen_width", "silent", "text", "timezone",
    ]
    private static let editionName = "web_edition"
    private static let (wishCookie, contextCookie) = ("reading", "context")
    /// The longest cookie that is read or set, in bytes.
    private static let limit = 1000

    /// Reads the fields that a form posts or a cookie holds. Fields that are not understood are dropped.
    init(_ fields: [(name: String, value: String)]) {
        for field in fields where !field.value.isEmpty {
            if field.name == Self.editionName { edition = WebEdition(rawValue: field.value) }
            guard field.value.utf8.count <= 100, ContextForm.read([field]).faults.isEmpty else { continue }
            if Self.wishNames.contains(field.name) { wishes.append(field) }
            if Self.contextNames.contains(field.name) { context.append(field) }
        }
    }

    /// Reads the cookies of a request.
    package init(_ cookies: Cookies) {
        func fields(_ name: String) -> [(name: String, value: String)] {
            guard let value = cookies[name]?.value, value.utf8.count <= Self.limit else { return [] }
            return FormFields.parse(value)
        }
        let (set, told) = (Self(fields(Self.wishCookie)), Self(fields(Self.contextCookie)))
        edition = set.edition
        wishes = set.wishes
        context = told.context
    }

    /// The fields of the context form; later ones win.
    package var fields: [(name: String, value: String)] { context + wishes }

    /// These settings, with those in another's place that it names.
    func changed(by other: ReaderSettings) -> ReaderSettings {
        var settings = self
        settings.edition = other.edition ?? edition
        settings.wishes = wishes.filter { wish in !other.wishes.contains { $0.name == wish.name } } + other.wishes
        return settings
    }

    /// The value of a setting; empty if it is not set.
    func value(_ name: String) -> String { wishes.last { $0.name == name }?.value ?? "" }

    /// The cookie that stores the reader's settings, or removes them if there are none.
    func wishCookie(isSecure: Bool) -> Cookie {
        let edition = edition.map { [(name: Self.editionName, value: $0.rawValue)] } ?? []
        // The app's script shares it, so that colours and text size hold in the app too. It holds no secret.
        return Self.cookie(
            Self.wishCookie, edition + wishes, seconds: 365 * 86_400, isSecure: isSecure, isForScripts: true)
    }

    /// The cookie that stores the context for the pages that follow.
    func contextCookie(isSecure: Bool) -> Cookie {
        Self.cookie(Self.contextCookie, context, seconds: 900, isSecure: isSecure)
    }

    private static func cookie(
        _ name: String, _ fields: [(name: String, value: String)], seconds: Int, isSecure: Bool,
        isForScripts: Bool = false
    ) -> Cookie {
        let value = fields.map { "\($0.name)=\($0.value.escapedForQuery)" }.joined(separator: "&")
        let isKept = !value.isEmpty && value.utf8.count <= limit
        return Cookie(
            name: name, value: isKept ? value : "", maxAge: isKept ? seconds : 0, path: "/", secure: isSecure,
            httpOnly: !isForScripts, sameSite: .lax)
    }
}

import Credentials
import Syndication

/// The link and the code in a mail by which a reader logs in. Neither is stored: only we can make them of a log-in's number.
struct LogInLinks: Sendable {
    let site: Site
    let secret: Secret

    static let path = OwnPageRoutes.page + "/open"
    /// The letters of a key that are shown: 132 bits.
    private static let length = 22

    /// The page on which a reader completes a log-in.
    func link(to logIn: Int) -> String { site.root + Self.path + "?t=" + text(logIn) }

    /// The number of the log-in in the end of such an address; nil if we did not make it.
    func logIn(_ text: String) -> Int? {
        guard let id = text.split(separator: ".").first.flatMap({ Int($0) }), id > 0,
            Secret.areEqual(self.text(id), text)
        else { return nil }
        return id
    }

    private func text(_ logIn: Int) -> String {
        "\(logIn)." + secret.derived(for: "readers link \(logIn)").prefix(Self.length)
    }

    /// Six digits, for another browser than that which opens the mail: an installed app has its own.
    func code(of logIn: Int) -> String {
        let number = secret.derivedBytes(for: "readers code \(logIn)").prefix(4).reduce(0) { $0 << 8 | Int($1) }
        return String(String(number % 1_000_000 + 1_000_000).dropFirst())
    }
}

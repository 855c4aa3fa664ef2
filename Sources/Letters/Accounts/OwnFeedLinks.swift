import Credentials
import Syndication

/// The addresses of readers' own feeds. Only we can make them, and nothing of them is stored but a version, so that the reader can have
/// another.
struct OwnFeedLinks: Sendable {
    let site: Site
    let secret: Secret

    static let path = OwnPageRoutes.page + "/feed"
    /// The letters of a key that are shown: 132 bits.
    private static let length = 22

    /// The address of a reader's feed.
    func feed(of reader: Int, version: Int) -> String { site.root + Self.path + "/" + name(reader, version) }

    /// The reader whom the end of such an address names, and the version that it must be; nil if we did not make it.
    func read(_ name: String) -> (reader: Int, version: Int)? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).prefix(3)
        guard parts.count == 3, let reader = Int(parts[0]), let version = Int(parts[1]),
            Secret.areEqual(self.name(reader, version), name)
        else { return nil }
        return (reader, version)
    }

    private func name(_ reader: Int, _ version: Int) -> String {
        let key = secret.derived(for: "own feed \(reader) \(version)").prefix(Self.length)
        return "\(reader).\(version).\(key).xml"
    }
}

import Web

/// The name of a browser's own copy of what was typed. A page that contains it tells the browser that the
/// copy has arrived.
struct BrowserCopy: Sendable {
    var name: String

    /// Nil if the form or address has no name, or one that our scripts never make.
    init?(_ fields: NewsroomForm) {
        name = fields["copy"]
        let isOurs = name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
        guard isOurs, (1...40).contains(name.utf8.count) else { return nil }
    }
}

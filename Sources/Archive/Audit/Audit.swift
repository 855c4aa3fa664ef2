import Foundation
package import PostgreSQL

/// Who does something, and from where.
package struct Maker: Sendable {
    /// The editor's number.
    package let editor: Int
    /// The address that asks; nil where it is not known.
    package let address: String?

    /// A maker.
    package init(editor: Int, address: String?) {
        self.editor = editor
        self.address = address
    }
}

extension Connection {
    /// Writes down who did what.
    /// - Parameters:
    ///   - subject: what it was done to, by its kind and number: `article/7`.
    ///   - maker: nil for the command line.
    ///   - detail: what changed, never a secret.
    package func audit(
        _ action: String, _ subject: String, by maker: Maker?, detail: some Encodable = [String: String]()
    ) throws {
        let json = String(decoding: try JSONEncoder().encode(detail), as: UTF8.self)
        try query(
            """
            insert into audit (editor_id, address, action, subject, detail)
            values (\(maker?.editor)::int, \(maker?.address), \(action), \(subject), \(json)::jsonb)
            """)
    }
}

import Foundation
package import PostgreSQL

/// The person who does something, and the address it comes from.
package struct Maker: Sendable {
    /// The editor's number.
    package let editor: Int
    /// The client's address; nil if it is not known.
    package let address: String?

    /// A maker.
    package init(editor: Int, address: String?) {
        self.editor = editor
        self.address = address
    }
}

/// The audit trail.
package struct AuditTrail: Noun {
    package let connection: Connection
}

extension AuditTrail {
    /// Records who did what.
    /// - Parameters:
    ///   - subject: the kind and number of what it was done to: `article/7`.
    ///   - maker: nil for the command line.
    ///   - detail: the change, never a secret.
    package func note(
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

package import Archive
package import Credentials
package import News
package import PostgreSQL

/// A change of somebody's rights, as a chief makes it on the page of people or by the API.
package struct PersonChange: Sendable {
    package enum What: Sendable {
        /// A link at which they choose a password.
        case link(Secret)
        case role(EditorRole), disabled(Bool)
        /// Without the authenticator app.
        case noFactor
    }
    package let id: Int
    package let what: What

    package init(id: Int, what: What) {
        self.id = id
        self.what = what
    }

    /// One's own second factor is removed on the page of the account, by the password.
    package func isAllowed(to editor: Editor) -> Bool { if case .noFactor = what { id != editor.id } else { true } }

    /// Makes the change, and gives who it was made to as they were; nil where there is nobody. Who is shut out gets no link.
    package func make(_ connection: Connection, by maker: Maker) throws -> Person? {
        guard let person = try connection.person(id) else { return nil }
        switch what {
        case .link(let secret):
            guard !person.isDisabled else { break }
            try connection.insertPasswordLink(secret.hash, of: id, hours: NewsroomLinks.hours, by: maker)
        case .role(let role): try connection.setRole(role, of: id, by: maker)
        case .disabled(let isDisabled): try connection.setDisabled(isDisabled, of: id, by: maker)
        case .noFactor: try connection.removeOneTimeKey(of: id, keeping: nil, by: maker)
        }
        return person
    }
}

extension Connection {
    /// Makes somebody of the newsroom, who chooses a password at a link. Throws `uniqueViolation` where the name is taken.
    package func invite(_ name: String, _ role: EditorRole, _ secret: Secret, by maker: Maker) throws -> Int {
        let id = try insertEditor(name: name, role: role, by: maker)
        try insertPasswordLink(secret.hash, of: id, hours: NewsroomLinks.hours, by: maker)
        return id
    }
}

package import Archive
package import Credentials
package import News

/// A change of a person's account, made by a chief on the page of people or through the API.
package struct PersonChange: Sendable {
    package enum What: Sendable {
        /// A link for choosing a password.
        case link(Secret)
        /// A new name, and a new role; nil keeps the present one.
        case details(name: String?, role: EditorRole?)
        case disabled(Bool)
        /// Removes the authenticator app.
        case noFactor
        /// Deletes somebody who never chose a password.
        case noInvitation
    }
    package let id: Int
    package let what: What

    package init(id: Int, what: What) {
        self.id = id
        self.what = what
    }

    /// People change their own password and second factor on their account page, with their password: otherwise a stolen session or
    /// token would be enough.
    package func isAllowed(to editor: Editor) -> Bool {
        switch what {
        case .link, .noFactor: id != editor.id
        case .details, .disabled, .noInvitation: true
        }
    }

    /// Makes the change, and returns the person as they were before; nil if there is nobody. A disabled
    /// person gets no link. Throws what `People` throws.
    package func make(_ holdings: Holdings, by maker: Maker) throws -> Person? {
        guard let person = try holdings.people.find(id) else { return nil }
        switch what {
        case .link(let secret):
            guard !person.isDisabled else { break }
            try holdings.logIn.insertPasswordLink(secret.hash, of: id, hours: NewsroomLinks.hours, by: maker)
        case .details(let name, let role):
            if let name { try holdings.people.rename(id, to: name, by: maker) }
            if let role { try holdings.people.setRole(role, of: id, by: maker) }
        case .disabled(let isDisabled): try holdings.people.setDisabled(isDisabled, of: id, by: maker)
        case .noFactor: try holdings.logIn.removeOneTimeKey(of: id, keeping: nil, by: maker)
        case .noInvitation: try holdings.people.deleteInvitation(id, by: maker)
        }
        return person
    }
}

extension Holdings {
    /// Adds a person to the newsroom, who chooses a password at a link. Throws `uniqueViolation` if the
    /// name is taken.
    package func invite(_ name: String, _ role: EditorRole, _ secret: Secret, by maker: Maker) throws -> Int {
        let id = try people.insert(name: name, role: role, by: maker)
        try logIn.insertPasswordLink(secret.hash, of: id, hours: NewsroomLinks.hours, by: maker)
        return id
    }
}

import Archive
import Credentials
import Documents
import Hummingbird
import News
import Syndication
import Web

/// `/api/v1/editors`: the people of the newsroom, for chiefs.
struct EditorRoutes: Sendable {
    let desk: EditorDesk
    let site: Site

    func add(to router: RouterGroup<NewsRequestContext>) {
        let chiefs = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .chief, scope: .manage))
        chiefs.get("editors", use: list)
        chiefs.post("editors", use: invite)
        chiefs.get("editors/{id}", use: show)
        chiefs.put("editors/{id}", use: change)
        chiefs.delete("editors/{id}", use: deleteInvitation)
        chiefs.post("editors/{id}/password-link", use: link)
        chiefs.delete("editors/{id}/second-factor", use: removeFactor)
    }

    private struct Input: Decodable, Sendable {
        var name: String
        var role: String

        /// The name and the role. Throws every fault found.
        func checked() throws -> (name: String, role: EditorRole) {
            try EditorRoutes.checked(name: name, role: role)
        }
    }

    private struct Change: Decodable, Sendable {
        /// A new name; nil keeps the present one.
        var name: String?
        var role: String
        var isDisabled: Bool
    }

    /// A name and a role. Throws every fault found.
    private static func checked(name: String, role: String) throws -> (name: String, role: EditorRole) {
        let line = NewsroomForm([("name", name)]).line("name", limit: 100)
        var faults: [ArticleDraft.Fault] = []
        if line.isEmpty || line != name {
            faults.append(
                .init(
                    field: "name",
                    detail: "must have 1 to 100 characters, no spaces at either end and no control characters"))
        }
        let found = EditorRole(rawValue: role)
        if found == nil {
            let all = EditorRole.allCases.map(\.rawValue).joined(separator: ", ")
            faults.append(.init(field: "role", detail: "must be one of \(all)"))
        }
        guard faults.isEmpty, let found else { throw ArchiveError.faults(faults) }
        return (line, found)
    }

    private struct Output: Encodable {
        var id: Int
        var name: String
        var role: String
        var isDisabled: Bool
        var hasPassword: Bool
        var hasSecondFactor: Bool
        var seenAt: String?
        /// The address at which the password is chosen; only in the response to the request that created
        /// it.
        var link: String?

        init(_ person: Person, link: String? = nil) {
            (id, name, role) = (person.id, person.name, person.role.rawValue)
            (isDisabled, hasPassword) = (person.isDisabled, person.hasPassword)
            (hasSecondFactor, seenAt) = (person.hasSecondFactor, person.seenAt.map(RFC822.iso8601))
            self.link = link
        }
    }
    private struct List: Encodable { var editors: [Output] }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let people = try await desk.archive.read { try $0.people.list() }
        return try desk.read(List(editors: people.map { Output($0) }))
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let id = Self.identifier(context)
        return try desk.read(Output(try await desk.archive.read { try Self.find(id, $0) }))
    }

    @Sendable private func invite(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.write(request, context, Input.self) { input, editor, holdings in
            let ((name, role), secret) = (try input.checked(), Secret(bits: NewsroomLinks.bits))
            let id = try holdings.invite(name, role, secret, by: editor.maker)
            return try .init(
                .created, Output(try Self.find(id, holdings), link: address(secret)),
                location: "/api/v1/editors/\(id)")
        }
    }

    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.write(request, context, Change.self) { asked, editor, holdings in
            let old = try Self.find(Self.identifier(context), holdings)
            let (name, role) = try Self.checked(name: asked.name ?? old.name, role: asked.role)
            _ = try PersonChange(id: old.id, what: .details(name: name, role: role)).make(holdings, by: editor.maker)
            if old.isDisabled != asked.isDisabled {
                try holdings.people.setDisabled(asked.isDisabled, of: old.id, by: editor.maker)
            }
            return try .init(.ok, Output(try Self.find(old.id, holdings)))
        }
    }

    @Sendable private func link(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let secret = Secret(bits: NewsroomLinks.bits)
        return try await make(.link(secret), request, context) { person in
            guard !person.isDisabled else { throw Problem(.conflict, "\(person.name) is disabled.") }
            return try .init(.created, Output(person, link: address(secret)))
        }
    }

    @Sendable private func removeFactor(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await make(.noFactor, request, context) { _ in .noContent }
    }

    @Sendable private func deleteInvitation(_ request: Request, _ context: NewsRequestContext) async throws -> Response
    {
        try await make(.noInvitation, request, context) { _ in .noContent }
    }

    private func make(
        _ what: PersonChange.What, _ request: Request, _ context: NewsRequestContext,
        _ answer: @escaping @Sendable (Person) throws -> EditorDesk.Answer
    ) async throws -> Response {
        let editor = try context.editor
        return try await desk.write(request, [], by: editor) { holdings in
            let change = PersonChange(id: Self.identifier(context), what: what)
            guard change.isAllowed(to: editor) else {
                throw Problem(
                    .forbidden, "Change your own password and second factor in the newsroom, with your password.")
            }
            guard let person = try change.make(holdings, by: editor.maker) else { throw Self.unknown }
            return try answer(person)
        }
    }

    private func address(_ secret: Secret) -> String { site.root + NewsroomLinks.welcome(secret) }

    private static func identifier(_ context: NewsRequestContext) -> Int {
        context.parameters.get("id", as: Int.self) ?? 0
    }

    private static func find(_ id: Int, _ holdings: Holdings) throws -> Person {
        guard let person = try holdings.people.find(id) else { throw unknown }
        return person
    }

    private static let unknown = Problem(.notFound, "There is nobody with this number.")
}

import HTTPTypes
package import Hummingbird

extension Router where Context == NewsRequestContext {
    /// Answers 405 with `Allow` (RFC 9110, section 15.5.6) if an address is known but the method is not
    /// allowed there. Call it after all routes are added.
    package func refuseOtherMethods() {
        let known = Dictionary(grouping: routes, by: { $0.path.description })
        for routes in known.values {
            guard let path = routes.first?.path else { continue }
            var allowed = Set(routes.map(\.method))
            if allowed.contains(.get) { allowed.insert(.head) }
            let allow = allowed.map(\.rawValue).sorted().joined(separator: ", ")
            for method in Self.methods where !allowed.contains(method) {
                on(path, method: method) { _, _ -> Response in
                    throw Problem(
                        .methodNotAllowed, "This address answers to \(allow).", headers: [.allow: allow], key: "method")
                }
            }
        }
    }

    /// The registered methods that make sense for a resource; `QUERY` is the latest.
    private static var methods: [HTTPRequest.Method] {
        [.get, .head, .post, .put, .delete, .patch, .options, .trace] + [HTTPRequest.Method("QUERY")].compactMap(\.self)
    }
}

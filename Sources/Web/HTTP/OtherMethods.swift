import HTTPTypes
package import Hummingbird

extension Router where Context == NewsRequestContext {
    /// Answers 405 with `Allow` (RFC 9110, section 15.5.6) where an address is known, but not by the method that was used. Call it
    /// when all routes are there.
    package func refuseOtherMethods() {
        let known = Dictionary(grouping: routes, by: { $0.path.description })
        for routes in known.values {
            guard let path = routes.first?.path else { continue }
            var allowed = Set(routes.map(\.method))
            if allowed.contains(.get) { allowed.insert(.head) }
            let allow = allowed.map(\.rawValue).sorted().joined(separator: ", ")
            for method in Self.methods where !allowed.contains(method) {
                on(path, method: method) { _, _ -> Response in
                    throw Problem(.methodNotAllowed, "This address answers to \(allow).", headers: [.allow: allow])
                }
            }
        }
    }

    /// The methods that are registered and mean something for a resource; `QUERY` is the latest.
    private static var methods: [HTTPRequest.Method] {
        [.get, .head, .post, .put, .delete, .patch, .options, .trace] + [HTTPRequest.Method("QUERY")].compactMap(\.self)
    }
}

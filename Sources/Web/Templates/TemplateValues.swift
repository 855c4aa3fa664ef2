import Mustache

/// Converts values to dictionaries and arrays, all the way down. Mustache looks each name up in every
/// enclosing object, from the inside out, and would use reflection every time, which took half of a page's
/// time.
package enum TemplateValues {
    /// The properties of a structure that are not nil, by name.
    package static func properties(of structure: Any) -> [String: Any] { properties(Mirror(reflecting: structure)) }

    private static func properties(_ mirror: Mirror) -> [String: Any] {
        var properties: [String: Any] = [:]
        for case (let name?, let value) in mirror.children { properties[name] = plain(value) }
        return properties
    }

    private static func plain(_ value: Any) -> Any? {
        switch value {
        case is String, is Int, is Bool, is any MustacheParent: return value
        default: break
        }
        let mirror = Mirror(reflecting: value)
        return switch mirror.displayStyle {
        case .optional: mirror.children.first.flatMap { plain($0.value) }
        case .collection: mirror.children.compactMap { plain($0.value) }
        case .struct: properties(mirror)
        case .dictionary: (value as? [String: Any])?.compactMapValues(plain)
        default: value
        }
    }
}

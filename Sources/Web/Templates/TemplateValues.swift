import Foundation
import Mustache

/// Converts values to objects, lists and texts that templates read without reflection, all the way down. Mustache looks each name up
/// in every enclosing object, from the inside out, and asks of each value which of its protocols it conforms to: types without
/// parameters answer that several times faster than dictionaries and arrays.
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
        case let text as String: return TemplateText(text)
        case let number as Int: return TemplateText(String(number))
        case is Bool, is Strings: return value
        default: break
        }
        let mirror = Mirror(reflecting: value)
        return switch mirror.displayStyle {
        case .optional: mirror.children.first.flatMap { plain($0.value) }
        case .collection: TemplateList(mirror.children.compactMap { plain($0.value) })
        case .struct: TemplateObject(properties(mirror))
        case .dictionary: (value as? [String: Any]).map { TemplateObject($0.compactMapValues(plain)) }
        default: value
        }
    }
}

/// An object of a template.
final class TemplateObject: MustacheParent {
    private let members: [String: Any]

    init(_ members: [String: Any]) { self.members = members }

    func child(named name: String) -> Any? { members[name] }
}

/// A list of a template.
struct TemplateList: MustacheSequence {
    private let elements: [Any]

    init(_ elements: [Any]) { self.elements = elements }

    func makeIterator() -> IndexingIterator<[Any]> { elements.makeIterator() }
}

/// A text of a template. That of a language tells whether its script goes from right to left.
struct TemplateText: MustacheCustomRenderable, MustacheParent {
    let renderText: String
    let isNull = false

    init(_ text: String) { renderText = text }

    func child(named name: String) -> Any? {
        name == "isRightToLeft" ? Locale.Language(identifier: renderText).characterDirection == .rightToLeft : nil
    }
}

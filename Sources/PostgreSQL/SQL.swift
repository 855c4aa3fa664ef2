package import struct Foundation.Date

/// A statement with separate parameters: interpolated values become `$1`, `$2`, ... and are bound,
/// never spliced.
///
/// ```swift
/// try connection.query("select id from articles where slug = \(slug)")
/// ```
package struct SQL: Sendable, ExpressibleByStringInterpolation {
    /// The text with placeholders, also the key of the prepared statement.
    package let text: String
    /// The bound values, in the order of their placeholders.
    package let parameters: [SQLParameter]
    /// The text around the parameters: one piece more than there are parameters.
    private let pieces: [String]

    /// Creates a statement without parameters from a literal.
    package init(stringLiteral value: String) { self.init(script: value) }

    /// Creates a statement from an interpolated literal.
    package init(stringInterpolation: Interpolation) {
        pieces = stringInterpolation.pieces
        parameters = stringInterpolation.parameters
        text = pieces.dropFirst().enumerated().reduce(into: pieces[0]) { $0 += "$\($1.offset + 1)" + $1.element }
    }

    /// Creates a statement from the program's own text, such as a migration file; never from outside input.
    package init(script: String) {
        text = script
        parameters = []
        pieces = [script]
    }

    /// Collects literal text and bound values.
    package struct Interpolation: StringInterpolationProtocol {
        /// Never empty: its last element is the text after the last parameter.
        fileprivate var pieces = [""]
        fileprivate var parameters: [SQLParameter] = []

        /// Called by the compiler.
        package init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(interpolationCount + 1)
            parameters.reserveCapacity(interpolationCount)
        }

        /// Called by the compiler.
        package mutating func appendLiteral(_ literal: String) { pieces[pieces.count - 1] += literal }

        /// Binds a value.
        package mutating func appendInterpolation(_ value: (some SQLBindable)?) {
            parameters.append(value?.sqlParameter ?? .null)
            pieces.append("")
        }

        /// Writes a number into the text itself, for values that the planner must see.
        package mutating func appendInterpolation(literal number: Int) { appendLiteral(String(number)) }

        /// Inserts another statement, whose parameters continue the numbering.
        package mutating func appendInterpolation(_ part: SQL) {
            appendLiteral(part.pieces[0])
            pieces += part.pieces.dropFirst()
            parameters += part.parameters
        }
    }
}

/// A bound value in its transfer format.
package enum SQLParameter: Sendable, Hashable {
    /// SQL `NULL`.
    case null
    /// A value in PostgreSQL's text format, whose type the server infers.
    case text(String)
    /// A `bytea`, sent unchanged.
    case bytes([UInt8])
}

/// A Swift value that can be bound to a statement.
package protocol SQLBindable {
    /// The value in its transfer format.
    var sqlParameter: SQLParameter { get }
}

extension String: SQLBindable {
    /// The text without NUL characters, which PostgreSQL does not allow.
    package var sqlParameter: SQLParameter {
        utf8.contains(0) ? .text(filter { $0 != "\0" }) : .text(self)
    }
}
extension Int: SQLBindable {
    /// The number in decimal.
    package var sqlParameter: SQLParameter { .text(String(self)) }
}
extension Double: SQLBindable {
    /// The number in its shortest exact decimal form.
    package var sqlParameter: SQLParameter { .text(String(self)) }
}
extension Bool: SQLBindable {
    /// `t` or `f`.
    package var sqlParameter: SQLParameter { .text(self ? "t" : "f") }
}
extension Date: SQLBindable {
    /// The time as ISO 8601 with microseconds, which PostgreSQL reads the same whatever its `DateStyle`.
    package var sqlParameter: SQLParameter { .text(PostgresTime.text(self)) }
}
extension Array: SQLBindable where Element: SQLArrayElement {
    /// The elements in the format of their type.
    package var sqlParameter: SQLParameter { Element.parameter(self) }
}

/// A type whose arrays can be transferred: bytes as a `bytea`, others as an array literal.
package protocol SQLArrayElement {
    /// The array as a parameter.
    static func parameter(_ array: [Self]) -> SQLParameter
    /// The array in a column's binary format; nil if it is not an array of this type.
    static func array(binary bytes: UnsafeRawBufferPointer) -> [Self]?
}

extension UInt8: SQLArrayElement {
    /// A `bytea`.
    package static func parameter(_ array: [UInt8]) -> SQLParameter { .bytes(array) }
    /// A `bytea`.
    package static func array(binary bytes: UnsafeRawBufferPointer) -> [UInt8]? { Array(bytes) }
}

extension Int: SQLArrayElement {
    /// An array literal such as `{1,2}`.
    package static func parameter(_ array: [Int]) -> SQLParameter {
        .text("{" + array.map { String($0) }.joined(separator: ",") + "}")
    }
    /// A one-dimensional array without NULLs.
    package static func array(binary bytes: UnsafeRawBufferPointer) -> [Int]? {
        SQLArray.elements(bytes, Int.init(binary:))
    }
}

extension String: SQLArrayElement {
    /// An array literal with every element quoted. It works on scalars because a quotation mark with a
    /// combining accent is a different `Character`, but still ends the element for PostgreSQL.
    package static func parameter(_ array: [String]) -> SQLParameter {
        let quoted = array.map { element in
            var scalars = String.UnicodeScalarView()
            for scalar in element.unicodeScalars where scalar != "\0" {
                if scalar == "\"" || scalar == "\\" { scalars.append("\\") }
                scalars.append(scalar)
            }
            return "\"" + String(scalars) + "\""
        }
        return .text("{" + quoted.joined(separator: ",") + "}")
    }
    /// A one-dimensional array without NULLs.
    package static func array(binary bytes: UnsafeRawBufferPointer) -> [String]? {
        SQLArray.elements(bytes, String.init(binary:))
    }
}

import CLibPQ
package import struct Foundation.Date

/// The rows of a result, in PostgreSQL's binary format, freed with the last reference.
package final class Rows {
    private let result: OpaquePointer
    private var known = KnownColumns()
    /// The number of rows.
    package let count: Int
    /// The number of rows changed by a statement without a result.
    package var affected: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// The command tag, such as `COMMIT` or `INSERT 0 1`.
    var command: String { String(cString: PQcmdStatus(result)) }

    init(_ result: OpaquePointer) {
        self.result = result
        count = Int(PQntuples(result))
    }

    deinit { PQclear(result) }

    /// The row at an index from 0. An index out of range traps as in an array; no index comes from outside.
    package subscript(index: Int) -> Row { Row(rows: self, index: Int32(index)) }

    /// Decodes every row.
    package func map<T>(_ decode: (Row) throws -> T) rethrows -> [T] {
        try (0..<count).map { try decode(self[$0]) }
    }

    /// Decodes the first row, if there is one.
    package func first<T>(_ decode: (Row) throws -> T) rethrows -> T? {
        count == 0 ? nil : try decode(self[0])
    }

    /// The value of the first column of the first row, where there is a row. Throws where that is NULL.
    package func firstValue<T: SQLColumn>(as type: T.Type = T.self) throws(PostgresError) -> T? {
        count == 0 ? nil : try self[0].get(0)
    }

    /// The value of the only column of the only row. Throws `PostgresError.noRow`.
    package func value<T: SQLColumn>(as type: T.Type = T.self) throws(PostgresError) -> T {
        guard count > 0 else { throw .noRow }
        return try self[0].get(0)
    }

    /// The same of a column that may be NULL.
    package func optionalValue<T: SQLColumn>(as type: T.Type = T.self) throws(PostgresError) -> T? {
        guard count > 0 else { throw .noRow }
        return try self[0].optional(0)
    }

    /// The values of the first column of every row.
    package func values<T: SQLColumn>(of type: T.Type = T.self) throws(PostgresError) -> [T] {
        var values: [T] = []
        values.reserveCapacity(count)
        for index in 0..<count { values.append(try self[index].get(0)) }
        return values
    }

    /// - Parameter column: one that there is.
    fileprivate func bytes(row: Int32, column: Int32) -> UnsafeRawBufferPointer? {
        // A value with a length is not NULL; this spares most values the second call.
        let length = PQgetlength(result, row, column)
        guard length > 0 || PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else {
            return nil
        }
        return UnsafeRawBufferPointer(start: start, count: Int(length))
    }

    fileprivate func column(_ name: StaticString) throws(PostgresError) -> Int32 {
        if let column = known.next(name) { return column }
        let column = try find("\(name)")
        known.append(name, column)
        return column
    }

    private func find(_ name: String) throws(PostgresError) -> Int32 {
        let columns = (0..<PQnfields(result)).filter { PQfname(result, $0).map { String(cString: $0) } == name }
        guard columns.count == 1, let column = columns.first else { throw .noColumn(name, found: columns.count) }
        return column
    }
}

/// The columns of a result that were asked for by name.
///
/// All rows of a result are read alike, by the same literals in the same order, so that from the second row on the one that is asked for is
/// nearly always the one behind the last: names are compared once per result, and later only where a literal lies.
private struct KnownColumns {
    /// In the order in which they were first asked for.
    private var columns: [(name: UnsafePointer<UInt8>, length: Int, column: Int32)] = []
    /// The one that is likely to be asked for next.
    private var place = 0

    mutating func next(_ name: StaticString) -> Int32? {
        for _ in columns.indices {
            if place == columns.count { place = 0 }
            let candidate = columns[place]
            place += 1
            if candidate.name == name.utf8Start, candidate.length == name.utf8CodeUnitCount { return candidate.column }
        }
        return nil
    }

    mutating func append(_ name: StaticString, _ column: Int32) {
        columns.append((name.utf8Start, name.utf8CodeUnitCount, column))
        place = columns.count
    }
}

/// One row, whose columns are read by name.
package struct Row {
    let rows: Rows
    let index: Int32

    /// The value of a column. Throws `PostgresError.unexpectedValue` where it is NULL or of another type, and `noColumn`.
    package func get<T: SQLColumn>(_ name: StaticString, as type: T.Type = T.self) throws(PostgresError) -> T {
        guard let bytes = rows.bytes(row: index, column: try rows.column(name)), let value = T(binary: bytes) else {
            throw .unexpectedValue(column: "\(name)", wanted: "\(T.self)")
        }
        return value
    }

    /// The value of a column that may be NULL.
    package func optional<T: SQLColumn>(_ name: StaticString, as type: T.Type = T.self) throws(PostgresError) -> T? {
        guard let bytes = rows.bytes(row: index, column: try rows.column(name)) else { return nil }
        guard let value = T(binary: bytes) else { throw .unexpectedValue(column: "\(name)", wanted: "\(T.self)") }
        return value
    }
}

// By position, for what has no name.
extension Rows {
    fileprivate func bytes(row: Int32, position: Int) -> UnsafeRawBufferPointer? {
        (0..<Int(PQnfields(result))).contains(position) ? bytes(row: row, column: Int32(position)) : nil
    }
}

extension Row {
    /// The value of a column counted from 0.
    package func get<T: SQLColumn>(_ column: Int, as type: T.Type = T.self) throws(PostgresError) -> T {
        guard let bytes = rows.bytes(row: index, position: column), let value = T(binary: bytes) else {
            throw .unexpectedValue(column: "\(column)", wanted: "\(T.self)")
        }
        return value
    }

    /// The value of a column counted from 0 that may be NULL.
    package func optional<T: SQLColumn>(_ column: Int, as type: T.Type = T.self) throws(PostgresError) -> T? {
        guard let bytes = rows.bytes(row: index, position: column) else { return nil }
        guard let value = T(binary: bytes) else { throw .unexpectedValue(column: "\(column)", wanted: "\(T.self)") }
        return value
    }
}

/// A Swift type that can be read from PostgreSQL's binary format.
package protocol SQLColumn {
    /// Nil if the bytes are not of this type.
    init?(binary bytes: UnsafeRawBufferPointer)
}

extension UnsafeRawBufferPointer {
    func bigEndian<T: FixedWidthInteger>(_ type: T.Type, at offset: Int = 0) -> T? {
        guard offset >= 0, count - offset >= MemoryLayout<T>.size else { return nil }
        return T(bigEndian: loadUnaligned(fromByteOffset: offset, as: T.self))
    }
}

extension Int: SQLColumn {
    /// Reads `smallint`, `integer` and `bigint` by their length.
    package init?(binary bytes: UnsafeRawBufferPointer) {
        let value: Int? =
            switch bytes.count {
            case 2: bytes.bigEndian(Int16.self).map(Int.init)
            case 4: bytes.bigEndian(Int32.self).map(Int.init)
            case 8: bytes.bigEndian(Int64.self).map(Int.init)
            default: nil
            }
        guard let value else { return nil }
        self = value
    }
}
extension Double: SQLColumn {
    /// Reads `double precision` and `real`.
    package init?(binary bytes: UnsafeRawBufferPointer) {
        let value: Double? =
            switch bytes.count {
            case 4: bytes.bigEndian(UInt32.self).map { Double(Float(bitPattern: $0)) }
            case 8: bytes.bigEndian(UInt64.self).map(Double.init(bitPattern:))
            default: nil
            }
        guard let value else { return nil }
        self = value
    }
}
extension Bool: SQLColumn {
    /// Reads `boolean`.
    package init?(binary bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 1 else { return nil }
        self = bytes[0] != 0
    }
}
extension String: SQLColumn {
    /// Reads `text` and enums.
    package init?(binary bytes: UnsafeRawBufferPointer) { self = String(decoding: bytes, as: UTF8.self) }
}
extension Date: SQLColumn {
    /// Reads `timestamptz`, or `date` as midnight UTC.
    package init?(binary bytes: UnsafeRawBufferPointer) {
        switch bytes.count {
        case 8: self = PostgresTime.date(microseconds: bytes.bigEndian(Int64.self) ?? 0)
        case 4: self = PostgresTime.date(microseconds: Int64(bytes.bigEndian(Int32.self) ?? 0) * 86_400_000_000)
        default: return nil
        }
    }
}
extension Array: SQLColumn where Element: SQLArrayElement {
    /// Reads `bytea`, or a one-dimensional array without NULLs.
    package init?(binary bytes: UnsafeRawBufferPointer) {
        guard let array = Element.array(binary: bytes) else { return nil }
        self = array
    }
}

/// Reads the binary array format: dimensions, flags and element type; the length and lower bound of
/// each dimension; then each element with its length.
enum SQLArray {
    static func elements<T>(_ bytes: UnsafeRawBufferPointer, _ decode: (UnsafeRawBufferPointer) -> T?) -> [T]? {
        guard let dimensions = bytes.bigEndian(Int32.self) else { return nil }
        if dimensions == 0 { return [] }
        guard dimensions == 1, let count = bytes.bigEndian(Int32.self, at: 12), count >= 0 else { return nil }
        var elements: [T] = []
        var offset = 20
        for _ in 0..<count {
            guard let length = bytes.bigEndian(Int32.self, at: offset), length >= 0,
                bytes.count >= offset + 4 + Int(length),
                let element = decode(.init(rebasing: bytes[(offset + 4)..<(offset + 4 + Int(length))]))
            else { return nil }
            elements.append(element)
            offset += 4 + Int(length)
        }
        return elements
    }
}

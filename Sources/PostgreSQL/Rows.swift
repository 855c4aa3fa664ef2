import CLibPQ
package import struct Foundation.Date

/// The rows of a result, in PostgreSQL's binary format, freed with the last reference.
package final class Rows {
    private let result: OpaquePointer
    /// How many rows there are.
    package let count: Int
    /// How many rows a statement without a result changed.
    package var affected: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// What the server did, such as `COMMIT` or `INSERT 0 1`.
    var command: String { String(cString: PQcmdStatus(result)) }

    init(_ result: OpaquePointer) {
        self.result = result
        count = Int(PQntuples(result))
    }

    deinit { PQclear(result) }

    /// The row at an index from 0; out of range traps as an array does, and no index comes from outside.
    package subscript(index: Int) -> Row { Row(rows: self, index: Int32(index)) }

    /// Decodes every row.
    package func map<T>(_ decode: (Row) throws -> T) rethrows -> [T] {
        try (0..<count).map { try decode(self[$0]) }
    }

    /// Decodes the first row, if there is one.
    package func first<T>(_ decode: (Row) throws -> T) rethrows -> T? {
        count == 0 ? nil : try decode(self[0])
    }

    fileprivate func bytes(row: Int32, column: Int) -> UnsafeRawBufferPointer? {
        let column = Int32(column)
        guard (0..<PQnfields(result)).contains(column), PQgetisnull(result, row, column) == 0,
            let start = PQgetvalue(result, row, column)
        else { return nil }
        return UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
    }
}

/// One row, whose columns are read by position.
package struct Row {
    let rows: Rows
    let index: Int32

    /// The value of a column counted from 0. Throws `PostgresError.unexpectedValue` where it is NULL or of another type.
    package func get<T: SQLColumn>(_ column: Int, as type: T.Type = T.self) throws(PostgresError) -> T {
        guard let bytes = rows.bytes(row: index, column: column), let value = T(binary: bytes) else {
            throw .unexpectedValue(column: column, wanted: "\(T.self)")
        }
        return value
    }

    /// The value of a column that may be NULL.
    package func optional<T: SQLColumn>(_ column: Int, as type: T.Type = T.self) throws(PostgresError) -> T? {
        guard let bytes = rows.bytes(row: index, column: column) else { return nil }
        guard let value = T(binary: bytes) else { throw .unexpectedValue(column: column, wanted: "\(T.self)") }
        return value
    }
}

/// A Swift type that reads PostgreSQL's binary form.
package protocol SQLColumn {
    /// Nil where the bytes are not of this type.
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
    /// Reads `timestamptz`, and `date` as its midnight in UTC.
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

/// The binary array form: dimensions, flags, element type, then per dimension its length and lower bound, then each element with its length.
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

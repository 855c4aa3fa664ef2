import Foundation
import PostgreSQL
import Testing

@Suite("Values there and back")
struct ValueTests {
    @Test("Int", arguments: [0, 1, -1, 32_767, -32_768, 2_147_483_647, -2_147_483_648, .max, .min])
    func int(_ value: Int) throws {
        let connection = try sharedConnection()
        #expect(try connection.query("select \(value)::bigint")[0].get(0) == value)
        if let small = Int32(exactly: value) {
            #expect(try connection.query("select \(value)::integer")[0].get(0) == Int(small))
        }
        if let small = Int16(exactly: value) {
            #expect(try connection.query("select \(value)::smallint")[0].get(0) == Int(small))
        }
    }

    @Test(
        "Double",
        arguments: [
            0, -0.0, 0.1, -8.29, .pi, 1e308, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity,
            .nan,
        ])
    func double(_ value: Double) throws {
        let read: Double = try sharedConnection().query("select \(value)::double precision")[0].get(0)
        #expect(read.bitPattern == value.bitPattern || (read.isNaN && value.isNaN))
        if value == 0.1 {
            #expect(try sharedConnection().query("select \(value)::real")[0].get(0) == Double(Float(0.1)))
        }
    }

    @Test("Bool", arguments: [true, false])
    func bool(_ value: Bool) throws {
        #expect(try sharedConnection().query("select \(value)::boolean")[0].get(0) == value)
    }

    @Test("Bytes", arguments: [[], [0], [0, 0], Array(0...255), Array(repeating: 0x27, count: 100_000)] as [[UInt8]])
    func bytes(_ value: [UInt8]) throws {
        #expect(try sharedConnection().query("select \(value)::bytea")[0].get(0) == value)
    }

    @Test("[Int]", arguments: [[], [0], [1, -1], [.max, .min], Array(0...1000)] as [[Int]])
    func ints(_ value: [Int]) throws {
        let connection = try sharedConnection()
        #expect(try connection.query("select \(value)::bigint[]")[0].get(0) == value)
        #expect(
            try connection.query("select count(*) from generate_series(-1, 5) n where n = any(\(value)::bigint[])")[0]
                .get(0)
                == value.filter { (-1...5).contains($0) }.count)
    }

    @Test("[String], each element as it was", arguments: SQLTests.hostile)
    func strings(_ text: String) throws {
        let value = [text, "", "plain", text + text, text]
        let read: [String] = try sharedConnection().query("select \(value)::text[]")[0].get(0)
        #expect(read.map { Array($0.utf8) } == value.map { Array($0.utf8) })
    }

    @Test("All hostile texts in one array, and an empty array")
    func arrays() throws {
        let connection = try sharedConnection()
        #expect(try connection.query("select \(SQLTests.hostile)::text[]")[0].get(0) == SQLTests.hostile)
        #expect(try connection.query("select \([String]())::text[]")[0].get(0) == [String]())
    }

    @Test("NULL, bound and read")
    func null() throws {
        let row = try sharedConnection().query(
            "select \(nil as String?)::text, \(nil as Int?)::bigint, \(nil as Date?)::timestamptz, \(nil as [UInt8]?)::bytea, \("x" as String?)::text"
        )[0]
        #expect(try row.optional(0, as: String.self) == nil)
        #expect(try row.optional(1, as: Int.self) == nil)
        #expect(try row.optional(2, as: Date.self) == nil)
        #expect(try row.optional(3, as: [UInt8].self) == nil)
        #expect(try row.optional(4, as: String.self) == "x")
        #expect(throws: PostgresError.self) { try row.get(0, as: String.self) }
    }

    @Test("A value of another type, an array with NULL and a missing column are errors, not traps")
    func wrong() throws {
        let row = try sharedConnection().query(
            "select 'text'::text || 'x', array[1, null], array[[1, 2], [3, 4]], ''::bytea, true")[0]
        #expect(throws: PostgresError.self) { try row.get(0, as: Int.self) }
        #expect(throws: PostgresError.self) { try row.get(1, as: [Int].self) }
        #expect(throws: PostgresError.self) { try row.get(2, as: [Int].self) }
        #expect(throws: PostgresError.self) { try row.get(3, as: [String].self) }
        #expect(throws: PostgresError.self) { try row.get(3, as: Bool.self) }
        #expect(throws: PostgresError.self) { try row.get(4, as: Double.self) }
        #expect(throws: PostgresError.self) { try row.get(0, as: Date.self) }
        #expect(throws: PostgresError.self) { try row.get(99, as: Int.self) }
        #expect(throws: PostgresError.self) { try row.get(-1, as: Int.self) }
        #expect(try row.optional(99, as: Int.self) == nil)
    }

    @Test(
        "Bytes that claim to be an array",
        arguments: [
            [0, 0, 0, 1], [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 0, 0, 0, 1],
            [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 25, 127, 255, 255, 255, 0, 0, 0, 1],
            [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 25, 0, 0, 0, 1, 0, 0, 0, 1, 127, 255, 255, 255, 0],
        ] as [[UInt8]])
    func forged(_ bytes: [UInt8]) throws {
        let row = try sharedConnection().query("select \(bytes)::bytea")[0]
        #expect(throws: PostgresError.self) { try row.get(0, as: [String].self) }
        #expect(throws: PostgresError.self) { try row.get(0, as: [Int].self) }
    }
}

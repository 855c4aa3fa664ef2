import PostgreSQL
import Testing

@Suite("Columns by their names")
struct RowTests {
    @Test("Every row, in any order, with columns left out") func anyOrder() throws {
        let rows = try sharedConnection().query(
            "select n as id, 'x' || n as name, case when n % 2 = 0 then n end as even from generate_series(1, 6) n")
        let read = try rows.map { row in
            let even: Int? = try row.optional("even")
            // Reads different columns from different rows, in a different order.
            guard even == nil else {
                return "\(try row.get("id", as: Int.self)) \(try row.get("name", as: String.self))"
            }
            return try row.get("name", as: String.self)
        }
        #expect(read == ["x1", "2 x2", "x3", "4 x4", "x5", "6 x6"])
    }

    @Test("The same column twice, as two types") func twice() throws {
        let row = try sharedConnection().query("select 7 as n, null::text as nothing")[0]
        #expect(try row.get("n") == 7 && row.optional("n") == 7)
        #expect(try row.optional("nothing", as: String.self) == nil)
    }

    @Test("What is not there, is there twice or is NULL is an error that names it") func faults() throws {
        let row = try sharedConnection().query("select 1 as a, 2 as a, null::int as b")[0]
        let errors = [
            #expect(throws: PostgresError.self) { try row.get("a", as: Int.self) },
            #expect(throws: PostgresError.self) { try row.get("z", as: Int.self) },
            #expect(throws: PostgresError.self) { try row.get("b", as: Int.self) },
        ].map { $0.map { "\($0)" } ?? "" }
        #expect(errors.enumerated().allSatisfy { $1.contains(" \(["a", "z", "b"][$0])") }, "\(errors)")
    }

    @Test("Single values") func values() throws {
        let connection = try sharedConnection()
        #expect(try connection.query("select 1").value() == 1)
        #expect(try connection.query("select 1 where false").firstValue(as: Int.self) == nil)
        #expect(try connection.query("select null::int").optionalValue(as: Int.self) == nil)
        #expect(try connection.query("select * from generate_series(1, 3)").values() == [1, 2, 3])
        #expect(throws: PostgresError.self) { try connection.query("select 1 where false").value(as: Int.self) }
    }
}

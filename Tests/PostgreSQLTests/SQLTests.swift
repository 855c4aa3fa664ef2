import PostgreSQL
import Testing

@Suite("Statements")
struct SQLTests {
    static let hostile = [
        "", " ", "'", "''", "\"", "\\", "\\'", "$1", "$$", "%s", ";", "'; drop table articles; --", "' or '1'='1",
        "/* */", "-- ", "\n\r\t",
        "é", "e\u{301}", "🙂", "👩‍👩‍👧", "العربية", "\u{202E}abc", "\u{FEFF}", "\"\u{301}", "\\\u{301}", "NULL", "null", "{}",
        "{a,b}", ",",
        "a,\"b\"", "\\x41", "\u{10FFFF}", String(repeating: "long ", count: 20_000),
    ]

    @Test("Hostile text is bound, never spliced", arguments: hostile)
    func text(_ text: String) throws {
        let connection = try sharedConnection()
        let sql: SQL = "select \(text)::text, length(\(text)::text)"
        #expect(sql.text == "select $1::text, length($2::text)")
        let row = try connection.query(sql)[0]
        #expect(try Array(row.get(0, as: String.self).utf8) == Array(text.utf8))
        #expect(try row.get(1) == text.unicodeScalars.count)
    }

    @Test(
        "NUL, which PostgreSQL has not, is removed",
        arguments: [
            ("\0", ""), ("a\0b", "ab"), ("\0a\0\0", "a"), ("a\0\u{301}", "a\u{301}"), ("🙂\0", "🙂"),
        ])
    func nul(_ text: String, _ expected: String) throws {
        let connection = try sharedConnection()
        #expect(try connection.query("select \(text)::text")[0].get(0) == expected)
        #expect(try connection.query("select \([text, text])::text[]")[0].get(0) == [expected, expected])
    }

    @Test("A part within a part is renumbered")
    func nested() throws {
        let connection = try sharedConnection()
        let inner: SQL = "number > \(1) and number < \(12)"
        let middle: SQL = "(\(inner)) and label = \("x")"
        let sql: SQL =
            "select \("first")::text, count(*) from (select generate_series(0, \(20)) as number, 'x' as label) t where \(middle) or \(false)"
        #expect(sql.text.hasSuffix("where (number > $3 and number < $4) and label = $5 or $6"))
        #expect(sql.parameters.count == 6)
        let row = try connection.query(sql)[0]
        #expect(try row.get(0) == "first")
        #expect(try row.get(1) == 10)
    }

    @Test("Ten parameters and more, in many parts")
    func many() throws {
        let connection = try sharedConnection()
        let parts: [SQL] = (1...30).map { number in "\(number)::int" }
        let sum = parts.dropFirst().reduce(parts[0]) { sum, part in "\(sum) + \(part)" }
        #expect(try connection.query("select \(sum), \(99)::int")[0].get(0) == 465)
        #expect(try connection.query("select \(sum), \(99)::int")[0].get(1) == 99)
    }

    @Test("A dollar sign in the text of a part is no placeholder")
    func dollar() throws {
        let connection = try sharedConnection()
        let part: SQL = "'$1 costs $22' || \("!")"
        let sql: SQL = "select \("a")::text, \(part)"
        let row = try connection.query(sql)[0]
        #expect(try row.get(0) == "a")
        #expect(try row.get(1) == "$1 costs $22!")
    }

    @Test("A number may stand in the text itself")
    func literal() throws {
        let sql: SQL = "select \(literal: -5) - \(2)::int"
        #expect(sql.text == "select -5 - $1::int")
        #expect(try sharedConnection().query(sql)[0].get(0) == -7)
    }

    @Test("More statements than a connection keeps prepared")
    func prepared() throws {
        let connection = try sharedConnection()
        for round in 0..<2 {
            for number in 0..<300 {
                #expect(try connection.query("select \(literal: number) + \(round)::int")[0].get(0) == number + round)
            }
        }
    }

    @Test("A statement whose result type has changed fails at most once")
    func changedType() throws {
        let connection = try freshConnection()
        try connection.run(script: "create table t (a integer); insert into t values (5)")
        let sql: SQL = "select * from t"
        #expect(try connection.query(sql)[0].get(0) == 5)
        try connection.run(script: "alter table t alter a type bigint, add b text")
        _ = try? connection.query(sql)
        #expect(try connection.query(sql)[0].get(0) == 5)
    }
}

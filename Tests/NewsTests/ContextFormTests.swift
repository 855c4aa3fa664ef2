@testable import News
import TestSupport
import Testing

/// Reads a form given as names and values.
func readForm(_ fields: [(String, String)], into context: inout DeviceContext) -> [FieldFault] {
    ContextForm.read(fields.map { (name: $0.0, value: $0.1) }, into: &context)
}

/// A value that a field understands, and the resulting context.
struct Understood: Sendable, CustomTestStringConvertible {
    let field: String
    let value: String
    let expected: DeviceContext
    var testDescription: String { "\(field)=\(value.prefix(60))" }

    init(_ field: String, _ value: String, _ set: (inout DeviceContext) -> Void) {
        var context = DeviceContext()
        set(&context)
        (self.field, self.value, expected) = (field, value, context)
    }
}

@Suite("Context form")
struct ContextFormTests {
    @Test("Good values set what they say and nothing else", arguments: device + surroundings + wishes)
    func good(_ understood: Understood) {
        var context = DeviceContext()
        #expect(readForm([(understood.field, understood.value)], into: &context).isEmpty)
        #expect(context == understood.expected)
    }

    @Test("The tables name every field of the form")
    func complete() {
        let names = Set(ContextForm.fields.map(\.name))
        #expect(Set((Self.device + Self.surroundings + Self.wishes).map(\.field)) == names)
        #expect(Set(Self.bad.keys) == names)
    }

    @Test("Every bad value is reported, and changes nothing", arguments: ContextForm.fields.map(\.name))
    func bad(_ field: String) throws {
        for value in try #require(Self.bad[field]) {
            var context = DeviceContext()
            let faults = readForm([(field, value)], into: &context)
            #expect(faults.map(\.field) == [field], "\(value.prefix(60))")
            #expect(context == DeviceContext(), "\(value.prefix(60))")
            #expect(faults.allSatisfy { !$0.expected.isEmpty && $0.value.unicodeScalars.count <= 100 })
        }
    }

    @Test("Empty values and unknown fields are ignored", arguments: ["", " ", "\t\n \u{A0}"])
    func passedOver(_ value: String) {
        var context = DeviceContext()
        let fields =
            ContextForm.fields.map { ($0.name, value) } + [
                ("colour", "red"), ("", "x"), ("Battery", "15"), ("battery ", "15"),
            ]
        #expect(readForm(fields, into: &context).isEmpty)
        #expect(context == DeviceContext())
    }

    @Test("A bad value keeps what a good one said before, and the last good one counts")
    func repeated() {
        var context = DeviceContext()
        let fields = [("battery", "40"), ("battery", "101"), ("rtt", "100"), ("rtt", "200"), ("client", "toaster")]
        let faults = readForm(fields, into: &context)
        #expect(context.battery == 40)
        #expect(context.roundTrip == 200)
        #expect(faults.map(\.field) == ["battery", "client"])
        #expect(faults.map(\.value) == ["101", "toaster"])
    }

    @Test("Repeated categories are combined, sorted and each once, up to fifty")
    func categories() {
        var context = DeviceContext()
        let fields = [("categories", "music,film"), ("categories", " Film , theatre,,"), ("categories", "art")]
        #expect(readForm(fields, into: &context).isEmpty)
        #expect(context.selection.categories == ["art", "film", "music", "theatre"])
        let many = (0..<50).map { ("sections", "section-\($0)") }
        #expect(readForm(many, into: &context).isEmpty)
        #expect(readForm([("sections", "one-more")], into: &context).count == 1)
        #expect(context.selection.sections.count == 50)
    }

    @Test("Random forms never trap, and a field that is reported changed nothing")
    func fuzz() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<10_000 {
            let fields = (0..<Int.random(in: 0...8, using: &generator)).map { _ in Self.randomField(&generator) }
            var context = DeviceContext()
            let faults = readForm(fields, into: &context)
            #expect(faults.count <= fields.count)
            _ = Policy.plan(for: context)
            for field in fields {
                var alone = DeviceContext()
                if !readForm([field], into: &alone).isEmpty { #expect(alone == DeviceContext()) }
            }
        }
    }

    private static func randomField(_ generator: inout SeededGenerator) -> (String, String) {
        let pieces = [
            "0", "1", "9", "15", "0.15", ".", "-", "+", "e", "x", "%", ",", ";", "q=", ":", "T", "Z", "_", " ", "\t",
            "\u{0}",
            "\u{301}", "é", "🙂", "٣", "nan", "inf", "2009-05-31", "9999", "edge", "wifi", "portrait", "en", "pt-PT",
            "on", "full",
            "99999999999999999999", String(repeating: "9", count: 300),
        ]
        let value = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
            pieces[Int.random(in: 0..<pieces.count, using: &generator)]
        }
        let field = ContextForm.fields[Int.random(in: 0..<ContextForm.fields.count, using: &generator)]
        return (field.name, value.joined())
    }
}

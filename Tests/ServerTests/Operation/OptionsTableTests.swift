import Configuration
import Foundation
import Synchronization
import Testing

@testable import Server

/// The table of options in docs/options.md names exactly the options that the program reads.
@Suite struct OptionsTableTests {
    /// Collects the environment name of each key that is read.
    private final class Names: AccessReporter {
        private let names = Mutex<Set<String>>([])

        func report(_ event: AccessEvent) {
            let name = event.metadata.key.components.joined(separator: "_").uppercased()
            names.withLock { _ = $0.insert(name) }
        }

        var all: Set<String> { names.withLock(\.self) }
    }

    /// All options that the program reads.
    private func read() throws -> Set<String> {
        let names = Names()
        _ = try Options(ConfigReader(provider: InMemoryProvider(values: [:]), accessReporter: names))
        return names.all
    }

    /// The names set as code in the page's tables.
    private func documented() throws -> Set<String> {
        let page = URL(filePath: #filePath).appending(path: "../../../../docs/options.md").standardized
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("|") }
        return Set(rows.flatMap { $0.matches(of: /`(N4MD_[A-Z_]+)`/).map { String($0.output.1) } })
    }

    @Test func everyOptionIsInTheTable() throws {
        #expect(try read().subtracting(documented()).sorted() == [])
    }

    @Test func everyRowOfTheTableIsAnOption() throws {
        #expect(try documented().subtracting(read()).sorted() == [])
    }
}

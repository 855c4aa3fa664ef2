import Testing

@testable import News

@Suite struct DeviceTableTests {
    @Test(arguments: DeviceTable.agents)
    func everyMeaningIsKnown(_ line: DeviceTable.Line) {
        #expect(AgentMarks.Meaning(line.key, rank: 0) != nil)
        for words in line.value.split(separator: ", ") { expectMet(words) }
    }

    @Test(arguments: DeviceTable.devices)
    func everyDeviceIsRead(_ line: DeviceTable.Line) throws {
        let (words, device) = try #require(KnownDevice.read(line))
        expectMet(words)
        #expect((100...1400).contains(device.width) && (1...4).contains(device.pixelRatio))
    }

    @Test(arguments: DeviceTable.appleScreens)
    func everyAppleScreenIsRead(_ line: DeviceTable.Line) throws {
        let (models, width, pixelRatio) = try #require(AppleScreens.read(line))
        #expect(!models.isEmpty && (300...1400).contains(width) && (1...3).contains(pixelRatio))
    }

    @Test func theTablesAreWhole() {
        #expect(DeviceTable.agents.count > 50)
        #expect(DeviceTable.devices.count > 100)
        #expect(DeviceTable.appleScreens.count > 20)
    }

    /// A word in a table has an effect only if a user agent with it yields the same hash: it must be a run of letters
    /// or digits, or two or three of them. A star at one end stands for more letters, a sharp for a digit.
    private func expectMet(_ word: Substring) {
        let words = word.filter { $0 != "*" }
        #expect(words.utf8.count + 1 >= word.utf8.count && (words == word || words.allSatisfy(\.isLetter)))
        // The sign begins a model, so that a number may stand first.
        var agent = AgentWords("x; " + words.replacing("#", with: "5"))
        var hashes: Set<UInt64> = []
        while let word = agent.next() {
            let patterns = word.patterns
            hashes.formUnion([word.hash, word.pair, word.triple, patterns.after])
            hashes.formUnion([patterns.shortPair, patterns.shortTriple, patterns.longPair, patterns.longTriple])
        }
        #expect(hashes.contains(AgentWords.hash(words)), "\(word)")
    }
}

import Testing

@testable import XML

@Suite struct TrackersTests {
    @Test func everyLineHasAUseAndAMark() {
        #expect(Trackers.lines.count > 100)
        for line in Trackers.lines {
            #expect(line.count == 2, "\(line)")
            #expect(["parameter", "parameters", "host", "path", "file"].contains(line.first), "\(line)")
        }
    }
}

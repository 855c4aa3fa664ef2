/// Invalid options.
package struct OptionError: Error, CustomStringConvertible {
    /// The faults, one sentence each.
    package let faults: [String]

    package init(faults: [String]) {
        self.faults = faults
    }
    /// All faults, one per line.
    package var description: String { faults.joined(separator: "\n") }
}

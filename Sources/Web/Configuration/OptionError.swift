/// Options that cannot be used.
package struct OptionError: Error, CustomStringConvertible {
    /// What is wrong, one sentence each.
    package let faults: [String]

    package init(faults: [String]) {
        self.faults = faults
    }
    /// All of it.
    package var description: String { faults.joined(separator: "\n") }
}

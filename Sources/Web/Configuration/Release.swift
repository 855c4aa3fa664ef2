/// The release that this program is.
package enum Release {
    /// The version of the program and of the API that its description names.
    package static let version = "0.1.0"
}

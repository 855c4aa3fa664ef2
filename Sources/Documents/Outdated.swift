/// The newspaper changed while a document was being rendered.
struct Outdated: Error {
    /// The number of times a document is rendered if it keeps being outdated when it is done.
    static let attempts = 8
}

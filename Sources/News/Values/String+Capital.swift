extension String {
    /// The text with an initial capital, as names and sentences have it.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

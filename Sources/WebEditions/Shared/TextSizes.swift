/// The sizes of text that readers can choose from, as factors in the form of settings.
enum TextSizes {
    static let all = ["0.9", "1", "1.2", "1.5", "2"]

    /// The next size after one in percent; nil if there is none.
    static func next(to percent: Int, isLarger: Bool) -> String? {
        isLarger ? all.first { Self.percent($0) > percent } : all.last { Self.percent($0) < percent }
    }

    /// A factor in percent.
    static func percent(_ factor: String) -> Int { Int(((Double(factor) ?? 1) * 100).rounded()) }
}

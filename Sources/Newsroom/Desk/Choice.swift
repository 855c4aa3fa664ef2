/// A value in a list of choices.
struct Choice: Sendable {
    var value: String
    var name: String
    var isChosen = false
}

/// One of the values of a list to choose from.
struct Choice: Sendable {
    var value: String
    var name: String
    var isChosen = false
}

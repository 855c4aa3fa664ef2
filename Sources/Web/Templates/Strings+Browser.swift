// Names of browsers.
extension Strings {
    /// The names of a browser and its system from the user agent, as far as they are known.
    package func browser(_ agent: String) -> String {
        let systems = [
            ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
            ("Mac OS X", "macOS"), ("Linux", "Linux"),
        ]
        let browsers = [
            ("Firefox/", "Firefox"), ("Edg", "Edge"), ("OPR/", "Opera"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
        ]
        let known = [browsers, systems].compactMap { names in names.first { agent.contains($0.0) }?.1 }
        return known.isEmpty ? self["room_unknownBrowser"] : known.joined(separator: ", ")
    }
}

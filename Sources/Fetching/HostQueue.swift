import NIOCore

/// Decides whose turn it is: hosts take turns, and the requests to one host run in the order in which they
/// came, only so many of them at once.
struct HostQueue {
    private struct Host {
        var waiting: CircularBuffer<Int> = []
        var running = 0
        var hasTurn = false
    }

    private let each: Int
    private var hosts: [String: Host] = [:]
    /// Hosts with a waiting request that may begin.
    private var turns: CircularBuffer<String> = []

    /// - Parameter each: the most requests to a host at once.
    init(each: Int) { self.each = each }

    /// Whether a request may begin.
    var hasNext: Bool { !turns.isEmpty }

    mutating func add(_ id: Int, to host: String) {
        hosts[host, default: Host()].waiting.append(id)
        giveTurn(host)
    }

    /// The next request that may begin, which counts as begun.
    mutating func next() -> Int? {
        while let host = turns.popFirst() {
            hosts[host]?.hasTurn = false
            let id = hosts[host]?.waiting.popFirst()
            if id != nil { hosts[host]?.running += 1 }
            giveTurn(host)
            if let id { return id }
        }
        return nil
    }

    /// Ends a request that had begun.
    mutating func finish(_ host: String) {
        hosts[host]?.running -= 1
        giveTurn(host)
    }

    /// Removes a request that no longer waits.
    mutating func remove(_ id: Int, from host: String) {
        hosts[host]?.waiting.removeAll { $0 == id }
        giveTurn(host)
    }

    /// Puts a host where something may begin at the end of the turns, and forgets a host with nothing left.
    private mutating func giveTurn(_ name: String) {
        guard let host = hosts[name], !host.hasTurn else { return }
        if !host.waiting.isEmpty, host.running < each {
            hosts[name]?.hasTurn = true
            turns.append(name)
        } else if host.waiting.isEmpty, host.running == 0 {
            hosts[name] = nil
        }
    }
}

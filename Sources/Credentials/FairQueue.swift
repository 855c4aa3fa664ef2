/// The order in which strangers are served: first who solved the harder puzzle, then who has fewer others of their
/// network before them, then who came first. Every fourth time it is the turn of whoever came first of all, so
/// nobody starves. A full queue gives up the last in this order for somebody who would be before them.
struct FairQueue {
    /// A place in the queue.
    struct Place: Equatable {
        let id: Int
        let network: String
        let bits: Int
        /// The others of the network who were there before.
        fileprivate(set) var ahead = 0

        /// Whether this place comes before another.
        fileprivate func precedes(_ other: Place) -> Bool {
            (-bits, ahead, id) < (-other.bits, other.ahead, other.id)
        }
    }

    /// The most places, and the most of one network.
    let limit: Int
    let share: Int
    private(set) var places: [Place] = []
    private var turn = 0

    init(limit: Int, share: Int) { (self.limit, self.share) = (limit, share) }

    /// The places of those who solved a puzzle of at least so many bits.
    func count(bits: Int) -> Int { places.count { $0.bits >= bits } }

    /// Whether somebody would get a place.
    func hasRoom(network: String, bits: Int) -> Bool {
        let ahead = places.count { $0.network == network }
        guard ahead < share else { return false }
        return places.count < limit || last.map { (-bits, ahead) < (-$0.bits, $0.ahead) } == true
    }

    /// Gives somebody a place. Returns who loses theirs for it: the newcomer if there is no room.
    /// - Parameter id: rises with each call.
    mutating func add(id: Int, network: String, bits: Int) -> Int? {
        guard hasRoom(network: network, bits: bits) else { return id }
        let lost = places.count < limit ? nil : last?.id
        if let lost { remove(lost) }
        let ahead = places.count { $0.network == network }
        places.append(Place(id: id, network: network, bits: bits, ahead: ahead))
        return lost
    }

    /// Takes whose turn it is out of the queue.
    mutating func next() -> Int? {
        turn = (turn + 1) % 4
        let first = turn == 0 ? places.first : places.min { $0.precedes($1) }
        if let first { remove(first.id) }
        return first?.id
    }

    mutating func remove(_ id: Int) { places.removeAll { $0.id == id } }

    private var last: Place? { places.max { $0.precedes($1) } }
}

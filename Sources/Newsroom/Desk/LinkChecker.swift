import Fetching
import Synchronization

/// Asks other servers whether the links of a text answer, and caches the results for some minutes.
package final class LinkChecker: Sendable {
    /// The reason why a link is reported.
    enum Fault: Sendable, Hashable {
        /// The status of the response.
        case status(Int)
        case unknownHost, late, failed
    }

    /// The results for the links of a text.
    struct Report: Sendable {
        var faults: [(address: String, fault: Fault)] = []
        /// The number of links that were not checked.
        var unchecked = 0
    }

    private struct Answer {
        var fault: Fault?
        var until: ContinuousClock.Instant
    }

    /// The most links checked in one text.
    static let limit = 20
    /// The most links checked at once, for all texts; beyond that, links are left unchecked rather than
    /// kept waiting.
    private static let atOnce = 10
    private static let patience = Duration.seconds(5)
    private static let memory = Duration.seconds(300)
    private static let remembered = 1000
    private let fetcher: Fetcher
    private let answers = Mutex<[String: Answer]>([:])

    /// - Parameters:
    ///   - agent: our user agent for other servers.
    ///   - mayReach: whether connections to an IP address are allowed.
    package init(agent: String, mayReach: @escaping @Sendable (String) -> Bool) {
        fetcher = Fetcher(
            atOnce: 2 * Self.atOnce, perHost: Self.atOnce, limit: 2 * Self.atOnce, agent: agent, mayReach: mayReach)
    }

    /// Checks addresses, in groups side by side. Each group takes as long as its slowest address, a few
    /// seconds at most.
    func check(_ addresses: [String]) async -> Report {
        var report = Report(unchecked: max(0, addresses.count - Self.limit))
        let asked = Array(addresses.prefix(Self.limit))
        for start in stride(from: 0, to: asked.count, by: Self.atOnce) {
            let group = asked[start..<min(start + Self.atOnce, asked.count)]
            let found = await withTaskGroup(of: (Int, Result<Fault?, FetchError>).self) { tasks in
                for index in group.indices { tasks.addTask { (index, await self.answer(asked[index])) } }
                return await tasks.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for index in group.indices {
                switch found[index] {
                case .success(let fault?): report.faults.append((asked[index], fault))
                case .success(nil): break
                case .failure, nil: report.unchecked += 1
                }
            }
        }
        return report
    }

    /// The faults among addresses that were found lately, without asking anybody.
    func known(_ addresses: [String]) -> [(address: String, fault: Fault)] {
        let now = ContinuousClock.now
        return answers.withLock { answers in
            addresses.compactMap { address in
                guard let answer = answers[address], answer.until > now else { return nil }
                return answer.fault.map { (address, $0) }
            }
        }
    }

    /// Lets the threads end once they have finished their work.
    package func stop() { fetcher.stop() }

    /// The cached result for an address, or its server's answer now; a failure if it could not be asked.
    private func answer(_ address: String) async -> Result<Fault?, FetchError> {
        let now = ContinuousClock.now
        if let known = answers.withLock({ $0[address] }), known.until > now { return .success(known.fault) }
        do {
            let fault = try await ask(address, until: now + Self.patience)
            answers.withLock { answers in
                if answers.count >= Self.remembered { answers = answers.filter { $0.value.until > now } }
                if answers.count >= Self.remembered { answers = [:] }
                answers[address] = Answer(fault: fault, until: now + Self.memory)
            }
            return .success(fault)
        } catch {
            return .failure(error)
        }
    }

    /// Requests the head, and if that is refused the beginning of the whole, since some servers do not
    /// support HEAD.
    private func ask(_ address: String, until end: ContinuousClock.Instant) async throws(FetchError) -> Fault? {
        do {
            if try await status(.init(.head, address, time: Self.patience)) < 400 { return nil }
            let left = ContinuousClock.now.duration(to: end)
            return Self.fault(try await status(.init(.get, address, time: left, bytes: 1024)))
        } catch {
            switch error {
            case .unknownHost: return .unknownHost
            case .late: return .late
            case .unreachable, .insecure, .redirects, .broken, .malformed, .loginRefused, .missing: return .failed
            // It did answer.
            case .longHeaders, .tooLong, .encoding: return nil
            case .forbidden, .busy, .cancelled: throw error
            }
        }
    }

    private func status(_ request: FetchRequest) async throws(FetchError) -> Int {
        do {
            return try await fetcher.fetch(request).status
        } catch let error as FetchError {
            throw error
        } catch {
            throw .cancelled
        }
    }

    /// A server that asks for a log-in, another method or patience has the page.
    private static func fault(_ status: Int) -> Fault? {
        status < 400 || [401, 403, 405, 429].contains(status) ? nil : .status(status)
    }
}

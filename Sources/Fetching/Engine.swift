import CCurl
import Glibc

/// The thread of a `Fetcher`: all its transfers, on one multi handle of libcurl.
final class Engine {
    struct Rules: Sendable {
        let atOnce: Int
        let perHost: Int
        let agent: String
        /// The most connections to one host that are kept and shared, also by posts; nil if each post makes its own.
        var shared: Int?
        /// A file of certificates to trust instead of the system's; nil for those.
        var authorities: String?
        let mayReach: @Sendable (String) -> Bool
    }

    /// The connections that are kept for later requests to the same host, beyond those in use.
    private static let kept = 64
    /// How long the system's resolver may go on with a name that nobody waits for: 5 s, twice, for each of three name servers.
    private static let lookUp = Duration.seconds(30)
    /// How often the queue is checked for requests that have waited too long.
    private static let beat = Duration.milliseconds(250)
    /// Called once per process, before any handle is made.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let arrivals: TransferQueue
    private let rules: Rules
    /// All transfers that are not over, by the number of the queued transfer.
    private var transfers: [Int: Transfer] = [:]
    private var running: [UnsafeMutableRawPointer: Transfer] = [:]
    private var queue: HostQueue
    /// The latest times at which the threads of libcurl's resolver end that still look up names nobody waits
    /// for. Each of them keeps a place, so that there are never more of them than places, however many name
    /// servers are silent.
    private var lookUps: [ContinuousClock.Instant] = []
    private var nextBeat = ContinuousClock.now
    private var isStopped = false

    init(_ arrivals: TransferQueue, _ rules: Rules) {
        (self.arrivals, self.rules) = (arrivals, rules)
        queue = HostQueue(each: rules.perHost)
    }

    /// Runs until it is stopped and everything is over.
    func run() {
        // Of this thread alone, on Linux: readers come before whatever is sent or fetched for nobody who waits.
        _ = nice(10)
        ignoreBrokenPipes()
        // In the C locale, in which a program begins, libcurl understands no host names beyond ASCII.
        uselocale(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
        guard Self.isReady, let multi = curl_multi_init() else { return refuseAll() }
        n4md_curl_multi_set_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, rules.shared ?? rules.perHost)
        let address = UInt(bitPattern: multi)
        arrivals.setWake { _ = curl_multi_wakeup(UnsafeMutableRawPointer(bitPattern: address)) }
        while true {
            takeNews(multi)
            if isStopped, transfers.isEmpty { break }
            lookAtClock(multi)
            begin(multi)
            var count: Int32 = 0
            curl_multi_perform(multi, &count)
            collect(multi)
            if !(queue.hasNext && hasRoom) { wait(multi) }
        }
        arrivals.setWake(nil)
        curl_multi_cleanup(multi)
    }

    private var hasRoom: Bool { running.count + lookUps.count < rules.atOnce }

    private func takeNews(_ multi: UnsafeMutableRawPointer) {
        let news = arrivals.take()
        for queued in news.arrived {
            do throws(FetchError) {
                let transfer = try Transfer(queued, rules)
                transfers[queued.id] = transfer
                queue.add(queued.id, to: transfer.target.host)
            } catch {
                queued.waiter.resume(throwing: error)
            }
        }
        for id in news.cancelled { giveUp(id, multi, .cancelled) }
        if news.isStopped, !isStopped {
            isStopped = true
            for transfer in transfers.values where transfer.curl == nil {
                giveUp(transfer.queued.id, multi, .cancelled)
            }
        }
    }

    /// Ends requests that have waited in the queue for as long as they may.
    private func lookAtClock(_ multi: UnsafeMutableRawPointer) {
        let now = ContinuousClock.now
        guard now >= nextBeat else { return }
        nextBeat = now + Self.beat
        lookUps.removeAll { $0 <= now }
        for transfer in transfers.values where transfer.curl == nil && transfer.queued.deadline <= now {
            giveUp(transfer.queued.id, multi, .late)
        }
    }

    private func begin(_ multi: UnsafeMutableRawPointer) {
        while hasRoom, let id = queue.next() {
            guard let transfer = transfers[id] else { continue }
            // libcurl counts those in use too.
            n4md_curl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, running.count + 1 + Self.kept)
            do throws(FetchError) {
                let curl = try transfer.begin()
                running[curl] = transfer
                guard curl_multi_add_handle(multi, curl) == CURLM_OK else { throw .busy }
            } catch {
                over(transfer, multi)
                finish(transfer, .failure(error))
            }
        }
    }

    private func collect(_ multi: UnsafeMutableRawPointer) {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let curl = message.pointee.easy_handle,
                let transfer = running[curl]
            else { continue }
            let code = message.pointee.data.result
            let outcome = transfer.outcome(code)
            over(transfer, multi)
            switch outcome {
            case .success(nil) where isStopped: finish(transfer, .failure(FetchError.cancelled))
            case .success(nil):
                transfer.goOn()
                queue.add(transfer.queued.id, to: transfer.target.host)
            case .success(let answer?): finish(transfer, .success(answer))
            case .failure(let error): finish(transfer, .failure(error))
            }
        }
    }

    private func giveUp(_ id: Int, _ multi: UnsafeMutableRawPointer, _ error: FetchError) {
        guard let transfer = transfers[id] else { return }
        if transfer.curl == nil { queue.remove(id, from: transfer.target.host) } else { over(transfer, multi) }
        finish(transfer, .failure(error))
    }

    /// Removes a transfer from libcurl, and lets the next one to the same host begin.
    private func over(_ transfer: Transfer, _ multi: UnsafeMutableRawPointer) {
        if transfer.isLookingUp { lookUps.append(.now + Self.lookUp) }
        if let curl = transfer.curl {
            curl_multi_remove_handle(multi, curl)
            running[curl] = nil
        }
        queue.finish(transfer.target.host)
        transfer.end()
    }

    private func finish(_ transfer: Transfer, _ result: Result<FetchAnswer, any Error>) {
        transfers[transfer.queued.id] = nil
        transfer.queued.waiter.resume(with: result)
    }

    private func wait(_ multi: UnsafeMutableRawPointer) {
        let time = transfers.isEmpty ? Duration.seconds(60) : Self.beat
        guard curl_multi_poll(multi, nil, 0, Int32(time / .milliseconds(1)), nil) == CURLM_OK else {
            usleep(10_000)  // instead of trying again at once for ever
            return
        }
    }

    /// Refuses everything if there is not even memory for a handle.
    private func refuseAll() {
        arrivals.stop()
        for queued in arrivals.take().arrived { queued.waiter.resume(throwing: FetchError.busy) }
    }

    /// Writing to a connection that the other side closed must not end the program, and libcurl leaves signals alone.
    private func ignoreBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}

import CLibPQ
import Glibc

// libpq's own blocking calls wait for ever where the server hangs or the route to it is lost. These wait for a limit.
extension Connection {
    /// The last result of what was just sent, or the first that is an error.
    /// Throws `PostgresError.unavailable` where the connection breaks, or the answer takes longer than `answerLimit`.
    func answer(sent: Int32) throws(PostgresError) -> OpaquePointer {
        guard sent == 1 else { throw lost() }
        let deadline = answerLimit.map { ContinuousClock.now + $0 }
        while true {
            let left = PQflush(handle)
            if left == 0 { break }
            guard left == 1, try wait(for: POLLIN | POLLOUT, until: deadline), PQconsumeInput(handle) == 1 else {
                throw lost()
            }
        }
        var answer: OpaquePointer?
        while true {
            while PQisBusy(handle) == 1 {
                guard try wait(for: POLLIN, until: deadline), PQconsumeInput(handle) == 1 else {
                    PQclear(answer)
                    throw lost()
                }
            }
            guard let next = PQgetResult(handle) else { break }
            if let last = answer, PQresultStatus(last) == PGRES_FATAL_ERROR {
                PQclear(next)
            } else {
                PQclear(answer)
                answer = next
            }
        }
        guard let answer else { throw lost() }
        return answer
    }

    /// Waits for the socket. False where it failed; where time ran out the connection is given up, since an answer may still come.
    private func wait(for events: Int32, until deadline: ContinuousClock.Instant?) throws(PostgresError) -> Bool {
        while true {
            let left = deadline.map {
                max(0, Int32(clamping: Int(ContinuousClock.now.duration(to: $0) / .milliseconds(1))))
            }
            var descriptor = pollfd(fd: socket, events: Int16(events), revents: 0)
            let ready = poll(&descriptor, 1, left ?? -1)
            if ready > 0 { return true }
            if ready == 0 {
                giveUp()
                throw .unavailable(reason: "PostgreSQL did not answer in time")
            }
            if errno != EINTR { return false }
        }
    }

    private func lost() -> PostgresError {
        giveUp()
        return .unavailable(reason: Self.lastMessage(handle))
    }
}

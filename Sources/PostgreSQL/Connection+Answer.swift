import CLibPQ
import Glibc

// libpq's blocking calls wait forever if the server hangs or the route to it is lost. These have a time
// limit.
extension Connection {
    /// Returns the last result of the command just sent, or the first error.
    ///
    /// Throws `PostgresError.unavailable` if the connection breaks, the answer exceeds `answerLimit` or the
    /// call's deadline, or the database is known not to respond.
    func answer(sent: Int32) throws(PostgresError) -> OpaquePointer {
        guard sent == 1 else { throw lost() }
        let deadline = [answerLimit.map { ContinuousClock.now + $0 }, callDeadline].compactMap(\.self).min()
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

    /// The interval at which a waiting call checks whether the database still responds, in milliseconds.
    private static let look: Int32 = 100

    /// Waits for the socket; false if polling failed. On timeout it abandons the connection, since the
    /// answer may still arrive.
    private func wait(for events: Int32, until deadline: ContinuousClock.Instant?) throws(PostgresError) -> Bool {
        while true {
            let left = deadline.map {
                max(0, Int32(clamping: Int(ContinuousClock.now.duration(to: $0) / .milliseconds(1))))
            }
            let isLate = left == 0 || availability?.isAway == true
            let turn = isLate ? 0 : availability == nil ? left ?? -1 : min(left ?? Self.look, Self.look)
            var descriptor = pollfd(fd: socket, events: Int16(events), revents: 0)
            let ready = poll(&descriptor, 1, turn)
            if ready > 0 { return true }
            if ready == 0, isLate {
                giveUp(timedOut: true)
                throw .unavailable(reason: "PostgreSQL did not answer in time")
            }
            if ready < 0, errno != EINTR { return false }
        }
    }

    private func lost() -> PostgresError {
        giveUp()
        return .unavailable(reason: Self.lastMessage(handle))
    }
}

import CSpawn
import Glibc
import Processes

extension Cluster {
    /// A program that must finish within a time limit. It runs in its own session (so that Ctrl-C in the
    /// terminal does not reach it), without our descriptors and with a fixed environment.
    struct Command {
        /// The program (a path, or a name found by `PATH`) and its arguments.
        let arguments: [String]

        /// How a program ended.
        struct Outcome {
            /// The exit status, or 128 plus the signal.
            let status: Int32
            /// The last 8 KiB of standard output and standard error.
            let output: String
        }

        private static let outputLimit = 8192

        /// Runs the program, and kills it and its children when the limit is exceeded.
        func run(within limit: Duration) throws(ClusterError) -> Outcome {
            let deadline = ContinuousClock.now + limit
            var ends: [Int32] = [-1, -1]
            guard pipe2(&ends, O_CLOEXEC) == 0 else { throw failure(errno) }
            defer { _ = Glibc.close(ends[0]) }
            let started = start(output: ends[1])
            _ = Glibc.close(ends[1])
            let process = try started.get()
            let output = read(ends[0], until: deadline)
            guard let output, let status = wait(for: process, until: deadline) else {
                kill(-process, SIGKILL)
                waitpid(process, nil, 0)
                throw .program(name: name, reason: "not finished after \(limit)", output: output ?? "")
            }
            return Outcome(status: status, output: output)
        }

        /// Runs the program and returns its output; throws if it fails.
        @discardableResult
        func succeed(within limit: Duration) throws(ClusterError) -> String {
            let outcome = try run(within: limit)
            guard outcome.status == 0 else {
                throw .program(name: name, reason: "status \(outcome.status)", output: outcome.output)
            }
            return outcome.output
        }

        private var name: String { arguments.first ?? "" }

        private func failure(_ code: Int32) -> ClusterError {
            .program(name: name, reason: String(cString: strerror(code)), output: "")
        }

        private func start(output: Int32) -> Result<pid_t, ClusterError> {
            // The database user may have no access to our working directory.
            let path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
            return Result { () throws(ChildProcess.Failure) in
                try ChildProcess.start(
                    arguments, environment: [path, "LC_ALL=C", "TZ=UTC"], output: .descriptor(output),
                    errors: .descriptor(output), folder: "/")
            }.mapError { failure($0.code) }
        }

        /// Reads to the end of the stream and returns the last 8 KiB; nil on timeout.
        private func read(_ descriptor: Int32, until deadline: ContinuousClock.Instant) -> String? {
            var kept: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                let left = deadline - ContinuousClock.now
                if left <= .zero { return nil }
                let ready = poll(&waiting, 1, Int32(clamping: left.components.seconds * 1000 + 1000))
                if ready <= 0 { continue }
                let count = Glibc.read(descriptor, &buffer, buffer.count)
                if count < 0 && errno == EINTR { continue }
                if count <= 0 { break }
                kept.append(contentsOf: buffer[..<count])
                kept.removeFirst(max(0, kept.count - Self.outputLimit))
            }
            return String(decoding: kept, as: UTF8.self)
        }

        /// Waits for the process to end and returns its status; nil on timeout.
        private func wait(for process: pid_t, until deadline: ContinuousClock.Instant) -> Int32? {
            var status: Int32 = 0
            while true {
                let ended = waitpid(process, &status, WNOHANG)
                if ended == process { break }
                if ended < 0 && errno != EINTR { return nil }
                if ContinuousClock.now >= deadline { return nil }
                usleep(2000)
            }
            let signal = status & 0x7f
            return signal == 0 ? (status >> 8) & 0xff : 128 + signal
        }
    }
}

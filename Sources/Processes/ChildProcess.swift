import CSpawn
import Glibc

/// How child processes are started: in a session of their own, so that Ctrl-C in the terminal does not reach
/// them, with the descriptors that they are given and no other, with no signal blocked or ignored, and
/// without our environment, which holds secrets.
package enum ChildProcess {
    /// One of a child's standard streams.
    package enum Stream: Sendable {
        /// Nothing to read, and nobody who reads.
        case null
        /// The same as ours.
        case ours
        /// A descriptor of ours.
        case descriptor(Int32)
    }

    /// The system's reason why a child could not be started, an `errno`.
    package struct Failure: Error {
        package let code: Int32
    }

    /// Starts a program and returns its process ID, for which the caller waits.
    /// - Parameters:
    ///   - arguments: the program, a path or a name found by our `PATH`, and its arguments.
    ///   - environment: all of its environment, each `NAME=value`.
    ///   - folder: its working directory; nil for ours.
    package static func start(
        _ arguments: [String], environment: [String], input: Stream = .null, output: Stream = .null,
        errors: Stream = .ours, folder: String? = nil
    ) throws(Failure) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (stream, number) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
            add(stream, as: number, to: &actions)
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
        var attributes = attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        var process: pid_t = 0
        let code = withStrings(arguments) { words in
            withStrings(environment) { settings in
                posix_spawnp(&process, arguments.first ?? "", &actions, &attributes, words, settings)
            }
        }
        guard code == 0 else { throw Failure(code: code) }
        return process
    }

    private static func add(_ stream: Stream, as number: Int32, to actions: inout posix_spawn_file_actions_t) {
        switch stream {
        case .null:
            posix_spawn_file_actions_addopen(&actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
        case .ours: break
        case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
        }
    }

    private static func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // Signals that this process ignores would stay ignored in the child.
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = Int32(posix_spawn_setsid) | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return attributes
    }

    /// Passes a null-terminated array of C strings to the body.
    private static func withStrings<R>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}

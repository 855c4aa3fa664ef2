import Foundation
import Glibc
import Processes

/// Enters the sandbox and tries to get out. Prints a line for each attempt: its name and the `errno` with which it failed, or `0` if it
/// went through.
@main
enum Probe {
    static func main() throws {
        let memory: UInt64 = 8 << 30
        try Sandbox.enter(.init(memory: memory, processorTime: 60))
        for (name, attempt) in attempts {
            errno = 0
            say("\(name) \(attempt() ? 0 : errno)")
        }
    }

    /// Each returns whether it went through.
    private static let attempts: [(String, @Sendable () -> Bool)] = [
        ("read a file", { open("/etc/passwd", O_RDONLY) >= 0 }),
        ("write a file", { open("/tmp/n4md-sandbox-probe", O_WRONLY | O_CREAT, 0o600) >= 0 }),
        ("read a folder", { opendir("/") != nil }),
        ("see a file", { access("/etc/passwd", F_OK) == 0 }),
        ("remove a file", { unlink("/tmp/n4md-sandbox-probe") == 0 }),
        ("open an internet socket", { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0 }),
        ("open a local socket", { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0 }),
        ("start a process", { spawn() }),
        (
            "become another program",
            { execv("/bin/true", [strdup("/bin/true"), nil] as [UnsafeMutablePointer<CChar>?]) == 0 }
        ),
        ("signal its parent", { kill(getppid(), 0) == 0 }),
        (
            "map memory as code",
            { mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED }
        ),
        ("raise its hard limit of memory", { raiseMemory() }),
        ("become root", { setuid(0) == 0 }),
        ("change its priority", { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 0) == 0 }),
        ("take memory within the limit", { take(64 << 20) }),
        ("take memory beyond the limit", { take(16 << 30) }),
        ("start a thread", { startThread() }),
    ]

    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }

    private static func spawn() -> Bool {
        var process: pid_t = 0
        errno = posix_spawn(&process, "/bin/true", nil, nil, [strdup("/bin/true"), nil], [nil])
        return errno == 0
    }

    private static func raiseMemory() -> Bool {
        var limits = rlimit(rlim_cur: 16 << 30, rlim_max: 16 << 30)
        return setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limits) == 0
    }

    private static func take(_ bytes: Int) -> Bool {
        let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        return memory != MAP_FAILED
    }

    private static func startThread() -> Bool {
        var thread = pthread_t()
        errno = pthread_create(&thread, nil, { _ in nil }, nil)
        return errno == 0 && pthread_join(thread, nil) == 0
    }
}

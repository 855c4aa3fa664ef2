import Foundation
import Glibc
import Testing

import Processes

/// A process in the sandbox tries to get out.
struct SandboxTests {
    /// The `errno` with which each attempt must end.
    private static let expected: [String: Int32] = [
        "read a file": EPERM, "write a file": EPERM, "read a folder": EPERM, "see a file": EPERM,
        "remove a file": EPERM,
        "open an internet socket": EPERM, "open a local socket": EPERM, "start a process": EPERM,
        "become another program": EPERM, "signal its parent": EPERM, "map memory as code": EPERM,
        "raise its hard limit of memory": EPERM, "become root": EPERM, "change its priority": EPERM,
        "take memory within the limit": 0, "take memory beyond the limit": ENOMEM, "start a thread": 0,
    ]

    @Test("From inside, only memory within the limit and threads can be had")
    func nothingGetsOut() throws {
        var attempts: [String: Int32] = [:]
        for line in try Self.probe().split(separator: "\n") {
            let words = line.split(separator: " ")
            attempts[words.dropLast().joined(separator: " ")] = words.last.flatMap { Int32($0) }
        }
        for (name, code) in Self.expected { #expect(attempts[name] == code, "\(name)") }
        #expect(attempts.count == Self.expected.count)
    }

    /// The output of the probe, which lies beside the bundle of the tests.
    private static func probe() throws -> String {
        let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let process = try ChildProcess.start(
            [folder.appending(path: "SandboxProbe").path], environment: [], output: .descriptor(ends[1]))
        close(ends[1])
        let output = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true).readDataToEndOfFile()
        var status: Int32 = 0
        waitpid(process, &status, 0)
        #expect(status == 0)
        return String(decoding: output, as: UTF8.self)
    }
}

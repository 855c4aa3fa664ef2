import Foundation
import Glibc
import HTTPTypes
import Imaging
@testable import Pictures
@testable import Server
import TestSupport
import Testing
@testable import Web

/// Pictures are processed in separate processes, so that the server survives whatever they do to a codec.
@Suite(.serialized)
struct PictureWorkersTests {
    private static let specs = [160, 480].flatMap { width in
        [30, 60].map { RenditionSpec(width: width, quality: $0) }
    }

    private func with(
        _ bounds: PictureWorkers.Bounds = .init(), _ body: (PictureWorkers) async throws -> Void
    ) async throws {
        let workers = PictureWorkers(bounds)
        do {
            try await body(workers)
        } catch {
            await workers.close()
            throw error
        }
        await workers.close()
    }

    /// Lowers a limit of a worker that is in its sandbox. Only its own user may: a worker of root's is nobody's.
    private func limit(_ process: pid_t, _ limit: String) async throws {
        #expect(try await eventually { try lines("/proc/\(process)/status")["Seccomp"] == ["2"] })
        let asNobody = ["--reuid=65534", "--regid=65534", "--clear-groups"]
        let words = (getuid() == 0 ? ["/usr/bin/setpriv"] + asNobody : ["/usr/bin/env"]) + ["/usr/bin/prlimit"]
        #expect(try await run(words[0], words.dropFirst() + ["--pid=\(process)", limit]).status == 0)
    }

    private func picture() throws -> [UInt8] { try DemoPicture.bytes("marathon") }

    @Test func theyMakeWhatTheLibraryMakes() async throws {
        let bytes = try picture()
        let header = try ImageHeader.read(bytes)
        try await with { workers in
            let made = try await workers.picture(bytes, header, Self.specs)
            let expected = try encodeRenditions(of: bytes, header: header, specs: Self.specs)
            #expect(made == expected)
            #expect(made.renditions.count == Self.specs.count && workers.deaths == 0)
        }
    }

    @Test func aPictureAtFaultIsToldAsSuch() async throws {
        let whole = try picture()
        let header = try ImageHeader.read(whole)
        let cut = Array(whole.prefix(whole.count / 2))
        try await with { workers in
            let here = #expect(throws: ImagingError.self) {
                try encodeRenditions(of: cut, header: header, specs: Self.specs)
            }
            let there = await #expect(throws: ImagingError.self) {
                try await workers.picture(cut, header, Self.specs)
            }
            #expect(here == there && workers.deaths == 0)
        }
    }

    @Test func oneThatDiesOverAPictureIsReplaced() async throws {
        let canvas = try #require(Canvas(width: 4000, height: 2000))
        canvas.grain(1)
        let large = canvas.png()
        let header = ImageHeader(format: .png, width: 4000, height: 2000)
        let many = (1...8).map { RenditionSpec(width: 4000 - $0, quality: 90) }
        let small = try picture()
        try await with { workers in
            try await workers.start()
            // Leaves each one second of CPU time, far too little for this picture.
            for process in workers.processes {
                try await limit(process, "--cpu=2:2")
            }
            await #expect(throws: ImagingError.tooMuchWork) { try await workers.picture(large, header, many) }
            #expect(workers.deaths == 1)
            let next = try await workers.picture(small, ImageHeader.read(small), Self.specs)
            #expect(next.renditions.count == Self.specs.count)
        }
    }

    @Test(arguments: [
        (PictureWorkers.Bounds(pictures: 3), 3), (PictureWorkers.Bounds(pictures: 100, growth: 1), 10),
        (PictureWorkers.Bounds(), 0),
    ])
    func oneThatHasDoneEnoughIsReplaced(_ bounds: PictureWorkers.Bounds, _ replacements: Int) async throws {
        let bytes = try picture()
        let header = try ImageHeader.read(bytes)
        try await with(bounds) { workers in
            try await workers.start()
            let first = workers.processes
            var made: Set<EncodedPicture> = []
            for _ in 0..<10 { made.insert(try await workers.picture(bytes, header, Self.specs)) }
            #expect(made.count == 1 && workers.deaths == 0)
            #expect(workers.replacements == replacements)
            #expect(Set(workers.processes).subtracting(first).isEmpty == (replacements == 0))
        }
    }

    /// `SandboxTests` show what that means.
    @Test func theyAreInTheSandbox() async throws {
        let bytes = try picture()
        try await with { workers in
            try await workers.start()
            _ = try await workers.picture(bytes, ImageHeader.read(bytes), Self.specs)
            let busy = try #require(
                try workers.processes.first { try lines("/proc/\($0)/status")["Seccomp"]?.first == "2" })
            let status = try lines("/proc/\(busy)/status")
            #expect(status["NoNewPrivs"] == ["1"] && status["Threads"] == ["1"])
            #expect(status["Uid"] == [String](repeating: getuid() == 0 ? "65534" : String(getuid()), count: 4))
            #expect(status["CapEff"] == ["0000000000000000"] || getuid() != 0)
            let limits = try String(contentsOfFile: "/proc/\(busy)/limits", encoding: .utf8)
            for limit in [/Max cpu time +\d+ +6000/, /Max core file size +0 +0/, /Max open files +3 +3/] {
                #expect(limits.contains(limit))
            }
            #expect(!limits.contains(/Max address space .*unlimited/))
        }
    }

    /// The lines of a file in `/proc`: name, colon, values.
    private func lines(_ path: String) throws -> [String: [String]] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let pairs = text.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 1) }
        return Dictionary(
            pairs.filter { $0.count == 2 }.map {
                (String($0[0]), $0[1].split(whereSeparator: \.isWhitespace).map(String.init))
            }
        ) { first, _ in first }
    }

    /// A worker may run out of memory because of earlier pictures, so a fresh one tries again.
    @Test func whatAUsedOneCannotDoANewOneDoes() async throws {
        let canvas = try #require(Canvas(width: 4000, height: 3000))
        canvas.grain(0.2)
        let large = canvas.png()
        let header = ImageHeader(format: .png, width: 4000, height: 3000)
        let small = try picture()
        try await with { workers in
            try await workers.start()
            _ = try await workers.picture(small, ImageHeader.read(small), Self.specs)
            // Leaves it one more megabyte, while the picture takes 48.
            for process in workers.processes {
                let size = try #require(addressSpace(process))
                try await limit(process, "--as=\(size + 1 << 20):")
            }
            let made = try await workers.picture(large, header, Self.specs)
            #expect(made.renditions.count == Self.specs.count)
            #expect(workers.replacements + workers.deaths >= 1)
        }
    }

    /// A damaged picture fails in the next worker, too.
    @Test func aDamagedOneIsTriedTwiceAtMost() async throws {
        let whole = try picture()
        let header = try ImageHeader.read(whole)
        try await with { workers in
            _ = try await workers.picture(whole, header, Self.specs)
            for replacements in [1, 2] {
                await #expect(throws: ImagingError.self) {
                    try await workers.picture(Array(whole.prefix(whole.count / 2)), header, Self.specs)
                }
                #expect(workers.deaths == 0 && workers.replacements == replacements)
            }
        }
    }

    /// libgd's own encoder leaked every picture.
    @Test func anEncoderKeepsNothing() async throws {
        let canvas = try #require(Canvas(width: 1000, height: 1000))
        canvas.shade(0xB0C8E0, 0x405060)
        let bytes = canvas.png()
        let header = ImageHeader(format: .png, width: 1000, height: 1000)
        let specs = [RenditionSpec(width: 1000, quality: 30, format: .avif)]
        try await with(.init(pictures: .max, growth: .max)) { workers in
            func make(_ count: Int) async throws -> Int {
                for _ in 0..<count { _ = try await workers.picture(bytes, header, specs) }
                return try #require(workers.processes.compactMap(addressSpace).max())
            }
            let few = try await make(10)
            // Each picture takes 1.5 MB.
            #expect(try await make(30) - few < 20_000_000)
        }
    }

    private func addressSpace(_ process: pid_t) -> Int? {
        let pages = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8).prefix { $0 != " " }
        return pages.flatMap { Int($0) }.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
    }

    @Test func oneThatEndsWhileIdleIsReplaced() async throws {
        let bytes = try picture()
        try await with { workers in
            try await workers.start()
            let first = workers.processes
            for process in first { kill(process, SIGKILL) }
            for process in first { #expect(await eventually { hasEnded(process) }) }
            let next = try await workers.picture(bytes, ImageHeader.read(bytes), Self.specs)
            #expect(next.renditions.count == Self.specs.count)
            #expect(workers.deaths == 0 && workers.processes != first)
        }
    }

    @Test func tooManyAtOnceAreToldToWait() async throws {
        let bytes = try picture()
        let header = try ImageHeader.read(bytes)
        try await with { workers in
            let outcomes = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<150 {
                    group.addTask {
                        do {
                            return try await workers.picture(bytes, header, Self.specs).renditions.count
                        } catch {
                            return (error as? Problem).map { -$0.status.code } ?? 0
                        }
                    }
                }
                return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(Set(outcomes.keys) == [Self.specs.count, -503], "\(outcomes)")
        }
    }

    /// Workers end when the server does, however it ends, since their socket closes.
    @Test func theyEndWithTheServer() async throws {
        let workers = PictureWorkers()
        try await workers.start()
        let processes = workers.processes
        #expect(!processes.isEmpty)
        await workers.close()
        for process in processes { #expect(kill(process, 0) == -1) }
    }

    private func hasEnded(_ process: pid_t) -> Bool {
        guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
        return stat.contains(") Z ")
    }
}

import Foundation
import Glibc
import HTTPTypes
import Imaging
import NIOPosix
import Processes
import Synchronization
import Web

/// The processes that decode and encode pictures: unless told otherwise, one per core and at most four. A codec
/// that crashes, hangs or exhausts memory ends one of them, never the server, and another takes its place at once. Each is
/// replaced after a number of pictures, or when it holds much memory. What a used worker cannot do is given
/// to a new one before the picture is called damaged.
package final class PictureWorkers: Sendable {
    /// The limits after which another worker takes its place.
    struct Bounds: Sendable {
        /// Pictures, or parts of their ladders.
        var pictures = 100
        /// Bytes of address space that it may keep: a quarter of what the largest picture may take
        /// (`PictureWorker`).
        var growth = 128 << 20
    }

    private let bounds: Bounds
    private let slots: [Slot]
    private let threads: NIOThreadPool
    private let queued = Atomic<Int>(0)
    private let dead = Atomic<Int>(0)
    private let spent = Atomic<Int>(0)
    /// The number of pictures that may wait or be under way before further ones are refused at once.
    private static let queueLimit = 64
    /// How long a picture may take, including time the processor spends on other work.
    private let jobLimit: Duration

    /// A worker behind a lock; a class, since `Mutex` cannot be copied into an array.
    private final class Slot: Sendable {
        let worker = Mutex<WorkerProcess?>(nil)
        /// The process ID; 0 while there is no process.
        let process = Atomic<pid_t>(0)
        private let isBackground: Bool

        init(isBackground: Bool) { self.isBackground = isBackground }

        /// Puts a new worker in the slot if there is none or the last one has ended: it may have ended
        /// while idle, which is not the fault of the next picture.
        func prepare(_ worker: inout sending WorkerProcess?) throws {
            if worker?.isAlive == true { return }
            let made = try WorkerProcess(isBackground: isBackground)
            process.store(made.process, ordering: .relaxed)
            worker = made
        }
    }

    /// - Parameters:
    ///   - count: the number of processes; nil for one per core, at most four.
    ///   - isBackground: whether everything else on the machine comes first.
    init(_ bounds: Bounds = Bounds(), count: Int? = nil, isBackground: Bool = false) {
        self.bounds = bounds
        // In the background the processor may spend nearly all of it on other work.
        jobLimit = .seconds(isBackground ? 3600 : 300)
        let count = count ?? min(4, ProcessInfo.processInfo.activeProcessorCount)
        slots = (0..<count).map { _ in Slot(isBackground: isBackground) }
        threads = NIOThreadPool(numberOfThreads: count)
        threads.start()
    }

    /// The process IDs.
    var processes: [pid_t] { slots.map { $0.process.load(ordering: .relaxed) }.filter { $0 != 0 } }

    /// The number of workers that died over a picture.
    package var deaths: Int { dead.load(ordering: .relaxed) }

    /// The number of workers replaced because they had done enough.
    var replacements: Int { spent.load(ordering: .relaxed) }

    /// Starts all workers, so that the first picture need not wait.
    package func start() async throws {
        try await threads.runIfActive { [slots] in
            for slot in slots { try slot.worker.withLock { try slot.prepare(&$0) } }
        }
    }

    /// Ends the workers after the pictures under way.
    func close() async {
        try? await threads.shutdownGracefully()
        for slot in slots { slot.worker.withLock { $0 = nil } }
    }

    /// Makes renditions of a picture whose header was read from the same bytes.
    /// Throws `ImagingError` if the picture is at fault, and `Problem` 503 if too many are waiting.
    func picture(
        _ bytes: [UInt8], _ header: ImageHeader, _ specs: [RenditionSpec], focus: FocalPoint? = nil
    ) async throws -> EncodedPicture {
        try await picture(specs, focus: focus) { (bytes, header) }
    }

    /// Makes renditions of a picture that is read when its turn comes, so that waiting ones hold no memory.
    /// `original` may block.
    /// - Parameter area: the part to make an original of; then `specs` are empty.
    func picture(
        _ specs: [RenditionSpec], focus: FocalPoint?, limit: Int? = nil, area: CropArea? = nil,
        original: @escaping @Sendable () throws -> (bytes: [UInt8], header: ImageHeader)
    ) async throws -> EncodedPicture {
        defer { queued.subtract(1, ordering: .relaxed) }
        guard queued.add(1, ordering: .relaxed).newValue <= Self.queueLimit else {
            throw Problem(
                .serviceUnavailable, "Too many pictures are being made. Try again shortly.",
                headers: [.retryAfter: "10"])
        }
        return try await threads.runIfActive { [self] in
            let (bytes, header) = try original()
            for slot in slots {
                let job = PictureJob(header: header, specs: specs, focus: focus, limit: limit, area: area)
                if let made = try slot.worker.withLockIfAvailable({ try work(&$0, slot, job, bytes) }) { return made }
            }
            throw PictureWire.Failure.broken  // there are as many threads as slots, so one is always free
        }
    }

    private func work(_ worker: inout sending WorkerProcess?, _ slot: Slot, _ job: PictureJob, _ bytes: [UInt8]) throws
        -> EncodedPicture
    {
        try slot.prepare(&worker)
        guard worker?.isUsed == true else { return try tryOnce(&worker, slot, job, bytes) }
        do {
            return try tryOnce(&worker, slot, job, bytes)
        } catch let error as ImagingError where error.mayBeOurs {
            // One that died already has a successor.
            if worker?.isUsed == true { replace(&worker, slot) }
            try slot.prepare(&worker)
            return try tryOnce(&worker, slot, job, bytes)
        }
    }

    private func tryOnce(
        _ worker: inout sending WorkerProcess?, _ slot: Slot, _ job: PictureJob, _ bytes: [UInt8]
    ) throws -> EncodedPicture {
        do {
            guard let process = worker else { throw PictureWire.Failure.broken }
            let made = try process.picture(job, bytes, within: jobLimit)
            if process.isSpent(bounds) { replace(&worker, slot) }
            return made
        } catch let failure as PictureWire.Failure {
            dead.add(1, ordering: .relaxed)
            let isLate = failure == .late || worker?.end() == true
            worker = nil
            try slot.prepare(&worker)
            throw isLate ? ImagingError.tooMuchWork : .corrupt("no decoder gets through it")
        }
    }

    private func replace(_ worker: inout sending WorkerProcess?, _ slot: Slot) {
        spent.add(1, ordering: .relaxed)
        worker = nil
        // If this fails, the next picture tries again.
        try? slot.prepare(&worker)
    }
}

/// One worker and the socket to it. It belongs to one thread at a time.
private final class WorkerProcess {
    let process: pid_t
    private let wire: PictureWire
    private var hasEnded = false
    private var pictures = 0
    private var growth = 0

    init(isBackground: Bool) throws {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE)
        }
        defer { Glibc.close(ends[1]) }
        do {
            process = try Self.start(socket: ends[1], isBackground)
        } catch {
            Glibc.close(ends[0])
            throw error
        }
        wire = PictureWire(descriptor: ends[0])
    }

    deinit {
        Glibc.close(wire.descriptor)
        _ = end()
    }

    /// Whether it is still running. Its end is noted once, since its process ID may be reused.
    var isAlive: Bool {
        if !hasEnded { hasEnded = waitpid(process, nil, WNOHANG) != 0 }
        return !hasEnded
    }

    /// Ends it if it is still running. Returns whether its limit on processor time had ended it before.
    func end() -> Bool {
        guard !hasEnded else { return false }
        hasEnded = true
        kill(process, SIGKILL)
        var status: Int32 = 0
        return waitpid(process, &status, 0) == process && status & 0x7F == SIGXCPU
    }

    /// Whether it has worked on a picture.
    var isUsed: Bool { pictures > 0 }

    /// Whether it has done enough.
    func isSpent(_ bounds: PictureWorkers.Bounds) -> Bool {
        pictures >= bounds.pictures || growth >= bounds.growth
    }

    func picture(_ job: PictureJob, _ bytes: [UInt8], within limit: Duration) throws -> EncodedPicture {
        pictures += 1
        try wire.send((job, bytes), within: limit)
        guard let (answer, files) = try wire.receive(PictureAnswer.self, within: limit) else {
            throw PictureWire.Failure.broken
        }
        growth = max(0, (AddressSpace.bytes(of: process) ?? 0) - Int(clamping: answer.start ?? 0))
        if let refusal = answer.refusal { throw refusal }
        guard let traits = answer.traits, answer.sizes.allSatisfy({ $0.bytes >= 0 }),
            answer.sizes.reduce(0, { $0 + $1.bytes }) == files.count
        else { throw PictureWire.Failure.broken }
        var rest = files[...]
        let renditions = answer.sizes.map { size in
            let file = Array(rest.prefix(size.bytes))
            rest = rest.dropFirst(size.bytes)
            return EncodedRendition(
                spec: size.spec, crop: size.crop, width: size.width, height: size.height, bytes: file)
        }
        return EncodedPicture(renditions: renditions, traits: traits)
    }

    /// Starts the process, with no descriptor of ours but the socket and standard error.
    private static func start(socket: Int32, _ isBackground: Bool) throws -> pid_t {
        do {
            // Without the setting, the C library reserves 64 MB of address space for each thread.
            return try ChildProcess.start(
                [Home.program, "picture-worker"] + (isBackground ? ["--background"] : []),
                environment: ["MALLOC_ARENA_MAX=1"], input: .descriptor(socket))
        } catch {
            throw POSIXError(POSIXErrorCode(rawValue: error.code) ?? .ENOENT)
        }
    }
}

extension ImagingError {
    /// Whether a worker short of memory may report this error, since decoders do not say why they give up.
    fileprivate var mayBeOurs: Bool {
        switch self {
        case .corrupt, .notEncoded: true
        default: false
        }
    }
}

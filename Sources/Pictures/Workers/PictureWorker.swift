import Foundation
import Glibc
import Imaging
import Processes

/// The command `n4md picture-worker`, which decodes and encodes for a server that must not die of a codec.
/// It works in a sandbox: it has no files, no network and no database, only the socket to the server, and limits on memory and time.
package enum PictureWorker {
    /// Bytes of memory for one picture: the largest one accepted, decoded, with room for its renditions.
    private static let memoryLimit: UInt64 = 512 << 20
    /// Seconds of processor time for one picture, and for all that a worker is given.
    private static let processorLimits: (picture: rlim_t, all: rlim_t) = (60, 6000)

    /// Works until the server closes the socket, which is standard input. Throws `Sandbox.Failure` before the first picture if the system
    /// refuses to confine it.
    /// - Parameter isBackground: whether everything else on the machine comes first.
    package static func run(isBackground: Bool) throws {
        let start = UInt64(AddressSpace.bytes(of: "self") ?? 0)
        close(STDOUT_FILENO)
        // Readers come first: a server answering requests must not wait for pictures.
        _ = nice(isBackground ? 19 : 5)
        try Sandbox.enter(.init(memory: start + memoryLimit, processorTime: UInt64(processorLimits.all)))
        let wire = PictureWire(descriptor: STDIN_FILENO)
        while let job = try wire.receive(PictureJob.self, within: nil) {
            allow(processorSeconds + processorLimits.picture)
            var (answer, files) = answer(job.header, job.payload)
            answer.start = start
            try wire.send((answer, files), within: nil)
        }
    }

    private static func answer(_ job: PictureJob, _ bytes: [UInt8]) -> (PictureAnswer, [UInt8]) {
        do throws(ImagingError) {
            let picture =
                if let area = job.area {
                    try encodeCrop(of: bytes, header: job.header, area: area)
                } else {
                    try encodeRenditions(
                        of: bytes, header: job.header, specs: job.specs, focus: job.focus, limit: job.limit)
                }
            let sizes = picture.renditions.map {
                PictureAnswer.Size(
                    spec: $0.spec, crop: $0.crop, width: $0.width, height: $0.height, bytes: $0.bytes.count)
            }
            return (PictureAnswer(sizes: sizes, traits: picture.traits), picture.renditions.flatMap(\.bytes))
        } catch {
            return (PictureAnswer(sizes: [], refusal: error), [])
        }
    }

    /// The seconds used so far; POSIX counts them in millionths.
    private static var processorSeconds: rlim_t { rlim_t(clamping: clock() / 1_000_000) }

    /// Sets the soft limit on processor time, below the hard one, whose signal does not tell the server why the worker ended.
    private static func allow(_ seconds: rlim_t) {
        let resource = __rlimit_resource_t(RLIMIT_CPU.rawValue)
        var limits = rlimit()
        getrlimit(resource, &limits)
        limits.rlim_cur = min(seconds, limits.rlim_max - 1)
        setrlimit(resource, &limits)
    }
}

/// The size of a process's address space: mostly libraries, whose memory all processes share.
enum AddressSpace {
    /// Bytes of a process, given by its ID or as `self`; nil if it has ended.
    static func bytes(of process: some CustomStringConvertible) -> Int? {
        let pages = (try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8))?.prefix { $0 != " " }
        return pages.flatMap { Int($0) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
    }
}

/// A job for a worker: renditions of the picture that follows, or a part of it.
struct PictureJob: Codable {
    var header: ImageHeader
    var specs: [RenditionSpec]
    /// The point that crops must show; nil lets the worker find it.
    var focus: FocalPoint?
    /// The most bytes of a file; nil for the original's.
    var limit: Int?
    /// The part to make an original of.
    var area: CropArea?
}

/// A worker's answer: the length of each of the files that follow, or why there are none.
struct PictureAnswer: Codable {
    struct Size: Codable {
        var spec: RenditionSpec
        var crop: Int
        var width: Int
        var height: Int
        var bytes: Int
    }
    var sizes: [Size]
    var traits: PictureTraits?
    var refusal: ImagingError?
    /// Bytes of address space that the worker started with.
    var start: UInt64?
}

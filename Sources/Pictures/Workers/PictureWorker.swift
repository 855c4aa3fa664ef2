import Foundation
import Glibc
import Imaging

/// The command `n4md picture-worker`, which decodes and encodes for a server that must not die of a codec.
/// It has no files, no network and no database, only the socket to the server, and limits on memory and
/// time.
package enum PictureWorker {
    /// Bytes of memory for one picture: the largest one accepted, decoded, with room for its renditions.
    private static let memoryLimit: rlim_t = 512 << 20
    /// Seconds of processor time for one picture.
    private static let processorLimit: rlim_t = 60

    /// Works until the server closes the socket, which is standard input.
    package static func run() throws {
        let start = addressSpace
        bound(RLIMIT_AS, to: start + memoryLimit)
        bound(RLIMIT_CORE, to: 0)
        // Readers come first: a server answering requests must not wait for pictures.
        _ = nice(5)
        let wire = PictureWire(descriptor: STDIN_FILENO)
        while let job = try wire.receive(PictureJob.self, within: nil) {
            bound(RLIMIT_CPU, to: processorSeconds + processorLimit)
            var (answer, files) = answer(job.header, job.payload)
            let size = addressSpace
            answer.growth = UInt64(size - min(start, size))
            try wire.send((answer, files), within: nil)
        }
    }

    private static func answer(_ job: PictureJob, _ bytes: [UInt8]) -> (PictureAnswer, [UInt8]) {
        do throws(ImagingError) {
            let picture = try encodeRenditions(of: bytes, header: job.header, specs: job.specs, focus: job.focus)
            let sizes = picture.renditions.map {
                PictureAnswer.Size(
                    spec: $0.spec, crop: $0.crop, width: $0.width, height: $0.height, bytes: $0.bytes.count)
            }
            return (PictureAnswer(sizes: sizes, traits: picture.traits), picture.renditions.flatMap(\.bytes))
        } catch {
            return (PictureAnswer(sizes: [], refusal: error), [])
        }
    }

    /// The program's own address space in bytes, mostly libraries whose memory all processes share.
    private static var addressSpace: rlim_t {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.prefix { $0 != " " }
        return (pages.flatMap { rlim_t($0) } ?? 0) * rlim_t(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The seconds used so far; POSIX counts them in millionths.
    private static var processorSeconds: rlim_t { rlim_t(clamping: clock() / 1_000_000) }

    /// Sets only the soft limit, which can be raised again for the next picture.
    private static func bound(_ resource: __rlimit_resource, to limit: rlim_t) {
        let resource = __rlimit_resource_t(resource.rawValue)
        var limits = rlimit()
        getrlimit(resource, &limits)
        limits.rlim_cur = min(limit, limits.rlim_max)
        setrlimit(resource, &limits)
    }
}

/// A job for a worker: renditions of the picture that follows.
struct PictureJob: Codable {
    var header: ImageHeader
    var specs: [RenditionSpec]
    /// The point that crops must show; nil lets the worker find it.
    var focus: FocalPoint?
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
    /// Bytes of address space that the worker has beyond those it started with.
    var growth: UInt64?
}

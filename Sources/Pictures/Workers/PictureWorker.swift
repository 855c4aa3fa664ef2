import Foundation
import Glibc
import Imaging

/// What `n4md picture-worker` does: it decodes and encodes for a server that must not die of a codec. It has no files, no network and
/// no database, only the socket to the server, and bounds on memory and time.
package enum PictureWorker {
    /// Bytes of memory for one picture: the largest that is taken, decoded, and room for its renditions.
    private static let memoryLimit: rlim_t = 512 << 20
    /// Seconds of processor time for one picture.
    private static let processorLimit: rlim_t = 60

    /// Works until the server closes the socket, which is standard input.
    package static func run() throws {
        let start = addressSpace
        bound(RLIMIT_AS, to: start + memoryLimit)
        bound(RLIMIT_CORE, to: 0)
        // Readers come first: a server that answers waits for no picture.
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

    /// Bytes of addresses that the program itself takes, mostly of libraries whose memory all processes share.
    private static var addressSpace: rlim_t {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.prefix { $0 != " " }
        return (pages.flatMap { rlim_t($0) } ?? 0) * rlim_t(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Used so far; POSIX counts them in millionths.
    private static var processorSeconds: rlim_t { rlim_t(clamping: clock() / 1_000_000) }

    /// Only the soft limit, which may be raised again for the next picture.
    private static func bound(_ resource: __rlimit_resource, to limit: rlim_t) {
        let resource = __rlimit_resource_t(resource.rawValue)
        var limits = rlimit()
        getrlimit(resource, &limits)
        limits.rlim_cur = min(limit, limits.rlim_max)
        setrlimit(resource, &limits)
    }
}

/// What a worker is asked: renditions of the picture that follows.
struct PictureJob: Codable {
    var header: ImageHeader
    var specs: [RenditionSpec]
    /// What crops must show; nil has it found.
    var focus: FocalPoint?
}

/// What a worker answers: how long each of the files is that follow, or why there are none.
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
    /// Bytes of addresses that the worker has, above those that it began with.
    var growth: UInt64?
}

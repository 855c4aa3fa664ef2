import Fetching
import Foundation
import Imaging
import NIOPosix

/// The source of imported pictures.
enum Media: Sendable {
    /// A local folder.
    case folder(MediaFolder)
    /// Other servers.
    case web(WebMedia)

    /// Returns the bytes of the picture at an address.
    /// - Parameter base: the address of the page that contains it.
    func picture(_ address: String, base: String) async throws -> Result<[UInt8], ImportFault> {
        switch self {
        case .folder(let folder):
            try await NIOThreadPool.singleton.runIfActive { folder.picture(address) }
        case .web(let web): await web.picture(address, base: base)
        }
    }
}

/// Pictures on other servers, fetched through the guards.
struct WebMedia: Sendable {
    let fetcher: Fetcher
    /// The time by which all pictures must have arrived.
    let deadline: ContinuousClock.Instant

    /// The time limit for a single picture.
    private static let patience = Duration.seconds(20)

    func picture(_ address: String, base: String) async -> Result<[UInt8], ImportFault> {
        func fault(_ fault: ImportFault) -> Result<[UInt8], ImportFault> {
            .failure(fault.of("\(address.prefix(150))"))
        }
        guard let url = URL(string: address, relativeTo: URL(string: base))?.absoluteString else {
            return fault(.init(reason: "is not an address."))
        }
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { return fault(.late) }
        let request = FetchRequest(
            .get, url, headers: [("Accept", "image/*")], time: min(left, Self.patience),
            bytes: ImageLimits.standard.bytes)
        do {
            let answer = try await fetcher.fetch(request)
            guard answer.status == 200 else { return fault(.init(answer)) }
            guard !answer.isCut else {
                return fault(.init(reason: "is larger than \(ImageLimits.standard.bytes / 1_000_000) MB."))
            }
            return .success(answer.body)
        } catch {
            return fault(.init(error))
        }
    }
}

import Fetching
import Foundation
import Imaging
import NIOPosix

/// Where the pictures of what comes from elsewhere are.
enum Media: Sendable {
    /// In a folder that came along.
    case folder(MediaFolder)
    /// On other servers.
    case web(WebMedia)

    /// The bytes of the picture of an address.
    /// - Parameter base: the address of the page that names it.
    func picture(_ address: String, base: String) async throws -> Result<[UInt8], ImportFault> {
        switch self {
        case .folder(let folder):
            try await NIOThreadPool.singleton.runIfActive { folder.picture(address) }
        case .web(let web): await web.picture(address, base: base)
        }
    }
}

/// Pictures on other servers, which are fetched through the guards.
struct WebMedia: Sendable {
    let fetcher: Fetcher
    /// All of them are there by then, or come not.
    let deadline: ContinuousClock.Instant

    /// For one of them.
    private static let patience = Duration.seconds(20)

    func picture(_ address: String, base: String) async -> Result<[UInt8], ImportFault> {
        func fault(_ reason: String) -> Result<[UInt8], ImportFault> {
            .failure(ImportFault(reason: "\(address.prefix(150)): \(reason)"))
        }
        guard let url = URL(string: address, relativeTo: URL(string: base))?.absoluteString else {
            return fault("is no address.")
        }
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { return fault("there was no time left for it.") }
        let request = FetchRequest(
            .get, url, headers: [("Accept", "image/*")], time: min(left, Self.patience),
            bytes: ImageLimits.standard.bytes)
        do {
            let answer = try await fetcher.fetch(request)
            guard answer.status == 200 else { return fault("HTTP \(answer.status).") }
            guard !answer.isCut else { return fault("is larger than \(ImageLimits.standard.bytes / 1_000_000) MB.") }
            return .success(answer.body)
        } catch {
            return fault("\(error)")
        }
    }
}

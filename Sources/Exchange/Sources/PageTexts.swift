import Archive
import ExchangeArchive
import FeedReading
import Fetching
import Foundation
import NIOPosix
import Syndication

/// Fetches the full texts of the pages that entries link to.
struct PageTexts: Sendable {
    let fetcher: Fetcher

    /// The number of pages fetched at a time.
    private static let atOnce = 4
    /// The maximum size of a page, in bytes, and the time limit for fetching it.
    private static let (limit, patience) = (4 << 20, Duration.seconds(20))

    /// Replaces the feed's texts with those of the pages. An entry keeps the feed's text if its page has
    /// none or is not fetched in time.
    func put(into entries: inout [CheckedEntry], _ fetch: inout SourceFetch) async {
        let deadline = ContinuousClock.now + SourceReader.textPatience
        let links = entries.map(\.item.link)
        let found = await withTaskGroup(of: (Int, Result<PageText, ImportFault>).self) { group in
            var found: [(Int, Result<PageText, ImportFault>)] = []
            for (index, link) in links.enumerated() where isWebAddress(link) {
                if index >= Self.atOnce, let next = await group.next() { found.append(next) }
                group.addTask { (index, await text(link, until: deadline)) }
            }
            for await next in group { found.append(next) }
            return found
        }
        for (index, result) in found {
            switch result {
            case .success(let text):
                entries[index].item.fill(from: text)
            case .failure(let fault):
                entries[index].textFault = fault
                fetch.note("\(links[index].prefix(150)): without the text of its page: \(fault.reason)")
            }
        }
    }

    private func text(_ link: String, until deadline: ContinuousClock.Instant) async -> Result<PageText, ImportFault> {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { return .failure(.late) }
        var request = FetchRequest(
            .get, link, headers: [("Accept", "text/html")], time: min(left, Self.patience), bytes: Self.limit)
        request.isDecompressed = true
        do {
            let answer = try await fetcher.fetch(request)
            guard answer.status == 200 else { return .failure(.init(answer)) }
            let text = try await NIOThreadPool.singleton.runIfActive {
                PageText(answer.body, url: answer.url, contentType: answer.header("content-type"))
            }
            guard let text, !text.html.isEmpty else { return .failure(.init(reason: "there is none.")) }
            return .success(text)
        } catch {
            return .failure(.init(error))
        }
    }
}

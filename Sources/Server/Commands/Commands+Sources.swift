import Archive
import Exchange
package import ExchangeArchive
import Fetching
import Foundation
import News
import Web

/// Commands for sources.
extension Commands {
    /// Adds the feed found at an address. Throws an error for the operator.
    /// - Parameter section: a slug; nil for the first section, which is created if there is none.
    package func addSource(_ address: String, section: String?, trust: SourceDraft.Trust, language: String?)
        async throws
        -> Source
    {
        try await withFetcher { fetcher in
            let found: SourceFinder.Found
            do {
                found = try await SourceFinder(fetcher: fetcher, site: backend.options.site).find(address)
            } catch let fault as SourceFinder.Fault {
                throw OptionError(faults: ["\(address) cannot be a source: \(fault.reason)"])
            }
            do {
                return try await backend.archive.write { holdings in
                    let first = try holdings.sections.list().first?.slug
                    if section == nil, first == nil { try holdings.sections.insert(slug: "news", name: "News") }
                    let draft = SourceDraft(
                        url: found.url, site: found.site, title: found.title, section: section ?? first ?? "news",
                        language: language ?? found.language, trust: trust)
                    return try holdings.sources.insert(draft, by: nil)
                }
            } catch ArchiveError.faults(let faults) {
                throw OptionError(faults: faults.map { "\($0.field) \($0.detail)" })
            }
        }
    }

    /// Returns all sources, newest first.
    package func sources() async throws -> [Source] {
        try await backend.archive.read { try $0.sources.list(limit: Sources.limit) }
    }

    /// Pauses or resumes the only source with this number, name or address. Throws an error for the operator.
    package func setSource(_ name: String, isPaused: Bool) async throws -> Source {
        let all = try await sources()
        let named = all.filter {
            String($0.id) == name || $0.draft.url == name || $0.draft.site == name
                || $0.draft.title.compare(name, options: .caseInsensitive) == .orderedSame
        }
        guard let source = named.first else {
            throw OptionError(faults: ["There is no source \(name). To list them: n4md sources list"])
        }
        guard named.count == 1 else {
            let names = named.map { "\($0.id) (\($0.draft.url))" }.joined(separator: ", ")
            throw OptionError(faults: ["\(name) matches several sources, \(names): name one by its number."])
        }
        return try await backend.archive.write { try $0.sources.set(source.id, isPaused: isPaused) }
    }

    /// Fetches sources and what waits of them now, whether due or not, several at a time.
    /// - Parameter told: called as each is done; with nil if it does not exist or a server is fetching it
    ///   now.
    package func refreshSources(_ ids: [Int], told: @escaping @Sendable (Int, SourceFetch?) -> Void) async throws {
        try await withFetcher { fetcher in
            let reader = SourceReader(
                archive: backend.archive,
                importer: Importer(archive: backend.archive, pictures: backend.pictures), fetcher: fetcher)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, id) in ids.enumerated() {
                    if index >= Self.sourcesAtOnce { try await group.next() }
                    group.addTask {
                        let better = try await reader.retryAll(of: id)
                        let job = try await reader.archive.write {
                            try $0.sources.take(id, lease: SourceReader.lease)
                        }
                        guard let job else { return told(id, nil) }
                        var fetch = try await reader.read(job)
                        if better > 0 { fetch?.note("Articles that got their page or picture: \(better).") }
                        told(id, fetch)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    /// The number of sources fetched at a time, which leaves room in the database's queue for a server.
    private static var sourcesAtOnce: Int { 16 }

    private func withFetcher<T>(_ body: (Fetcher) async throws -> T) async throws -> T {
        let fetcher = Fetcher.forSources(agent: backend.options.agent, mayReach: backend.options.mayReach)
        defer { fetcher.stop() }
        return try await body(fetcher)
    }
}

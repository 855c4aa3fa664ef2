import Archive
package import ExchangeArchive
import NIOPosix
import News

// Fetches what an entry lacked when it came.
extension SourceReader {
    /// Tries an entry again. Its article gets what can be had now as the import would have given it, unless
    /// somebody has changed the article since. Returns whether it did.
    /// - Throws: faults of our own; the entry is tried again soon.
    @discardableResult
    package func retry(_ job: SourceRetryJob) async throws -> Bool {
        do {
            guard let saved = SavedEntry(json: job.entry),
                try await archive.read({ try $0.sources.isUntouched(job) })
            else { return try await end(job, .changedHere) }
            let (finding, isBetter) = try await finding(of: saved, job)
            guard isBetter || finding.lack == nil else { return try await end(job, finding.lack) }
            return try await write { holdings in
                guard try holdings.sources.holds(job) else { return nil }
                guard try holdings.sources.isUntouched(job) else {
                    try holdings.sources.putOff(job, .changedHere)
                    return false
                }
                return try holdings.sources.take(finding, of: job.source) == .changed
            } ?? false
        } catch {
            try? await archive.write { try $0.sources.release(job, wait: Self.pause) }
            throw error
        }
    }

    /// Tries the waiting entries of a source now, whether they are due or not, each once. Returns how many articles
    /// got better.
    package func retryAll(of source: Int) async throws -> Int {
        var better = 0
        try await archive.write { try $0.sources.hurryRetries(of: source) }
        while let job = try await archive.write({ try $0.sources.takeRetry(of: source, lease: Self.lease) }) {
            if try await retry(job) { better += 1 }
        }
        return better
    }

    /// Ends a try that brought nothing.
    private func end(_ job: SourceRetryJob, _ lack: SourceLack?) async throws -> Bool {
        guard let lack else { return false }
        _ = try await archive.write { holdings in
            if try holdings.sources.holds(job) { try holdings.sources.putOff(job, lack) }
        }
        return false
    }

    /// Fetches what is missing. Returns the entry, and whether it has more than before.
    private func finding(of saved: SavedEntry, _ job: SourceRetryJob) async throws -> (SourceFinding, Bool) {
        var entries = [CheckedEntry(saved)]
        var fetch = SourceFetch()
        let lacksText = saved.lacksText && job.draft.takesText
        if lacksText { await PageTexts(fetcher: fetcher).put(into: &entries, &fetch) }
        let origin = origin(link: saved.link, language: saved.language)
        let known = try await archive.read { try $0.sources.entries(of: job.source, [saved.key])[saved.key] }
        let entry = entries[0]
        var coming = try await NIOThreadPool.singleton.runIfActive {
            [ComingEntry(entry, known, job.draft, origin, importer)]
        }
        coming[0].candidate?.textPictures = saved.textPictures
        try await addPictures(to: &coming, origin, &fetch)
        let isBetter =
            lacksText && entry.textFault == nil || coming[0].candidate?.draft.picture != nil
            || coming[0].pictureCount > saved.pictureCount
        return (coming[0].finding(job.draft, origin, isNews: true, tries: job.tries), isBetter)
    }
}

extension SourceLack {
    fileprivate static let changedHere = SourceLack(
        reason: "It came without its page or a picture, but its article was changed here since, and stays as it is.",
        retry: nil)
}

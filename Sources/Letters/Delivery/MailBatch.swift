import Archive
import Fetching
import Foundation
import Logging
import Mail
import News

/// Mails that are handed to the relay one after the other on one connection.
struct MailBatch: Sendable {
    /// All in seconds.
    struct Times: Sendable {
        let lease: Int
        let doubt: Int
        let pause: Int
        /// The waits after the first tries; the last one goes on.
        let tries: [Int]
    }

    let jobs: [MailJob]
    /// What the lists send, by number.
    let letters: [Int: SplitLetter]
    /// What readers have to confirm, by their number.
    let open: [Int: [MailingList]]
    let writer: MailWriter
    let key: DomainKey
    let archive: Archive
    let relay: MailRelay.Settings
    let log: Logger
    let times: Times
    let post: MailPost

    /// Blocks until all are handed over, or the relay takes no more.
    func send() {
        let connection = MailRelay(relay)
        var began = ContinuousClock.now
        for (index, job) in jobs.enumerated() {
            if began.duration(to: .now) > .seconds(times.lease / 3) {
                began = .now
                let rest = Array(jobs[index...])
                try? MailPost.wait { try await archive.write { try $0.mails.extend(rest, lease: times.lease) } }
            }
            if post.isEnding { return release(jobs[index...], after: 0, reply: "") }
            guard let reason = send(job, connection) else { continue }
            log.warning("the mail relay takes no mails, trying again in \(times.pause) s: \(reason)")
            return release(jobs[index...], after: times.pause, reply: reason)
        }
    }

    private func release(_ jobs: ArraySlice<MailJob>, after seconds: Int, reply: String) {
        let rest = Array(jobs)
        try? MailPost.wait { try await archive.write { try $0.mails.release(rest, after: seconds, reply: reply) } }
    }

    /// Hands over one mail. Returns why the relay takes none, if that is so.
    private func send(_ job: MailJob, _ connection: MailRelay) -> String? {
        let bytes: [UInt8], reader: MailAddress
        do {
            reader = try MailAddress(job.address)
            let lists = job.reader.flatMap { open[$0] } ?? []
            let letter = job.letter.flatMap { letters[$0] }
            guard isWanted(job, lists, letter) else {
                end(job, .withdrawn)
                return nil
            }
            bytes = try writer.message(job, letter, confirming: lists).bytes(signedBy: key)
        } catch {
            end(job, .refused(reply: "It cannot be written: \(error)"))
            return nil
        }
        let outcome = connection.hand(over: bytes, from: writer.links.sender(of: job.id, from: writer.from), to: reader)
        {
            (try? MailPost.wait { try await archive.write { try $0.mails.begin(job, time: times.doubt) } }) ?? false
        }
        switch outcome {
        case .taken: end(job, .sent)
        case .refused(let code, let reply) where code >= 500: end(job, .refused(reply: reply))
        case .refused(_, let reply):
            end(job, .retry(after: times.tries[min(job.tries, times.tries.count) - 1], reply: reply))
        case .doubtful: end(job, .doubt)
        case .withheld: break
        case .turnedAway(let reply): return reply
        case .unreached(let error): return "\(error)"
        }
        return nil
    }

    private func isWanted(_ job: MailJob, _ lists: [MailingList], _ letter: SplitLetter?) -> Bool {
        switch job.kind {
        case .confirmation: !lists.isEmpty
        case .logIn: job.logIn != nil && job.madeAt.timeIntervalSinceNow > -60 * Double(ReaderLogIns.minutes)
        case .letter, .test: letter != nil
        }
    }

    private func end(_ job: MailJob, _ outcome: MailOutcome) {
        do { try MailPost.wait { try await archive.write { try $0.mails.end(job, outcome) } } } catch {
            log.warning("cannot record what became of a mail: \(error)")
        }
    }
}

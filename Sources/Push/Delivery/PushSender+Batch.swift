import Archive
import Fetching
import Foundation
import Logging
import News
import WebPush

// One batch: messages to devices of one server of a push service.
extension PushSender {
    /// Seconds before a retry after a fault of our own, and after one that only the operator can end.
    private static let (pause, longPause) = (5, 600)

    /// A message, or what has become of it.
    private enum Draft: Sendable {
        case envelope(PushJob, PushEnvelope)
        case over(PushResult)
    }
    /// A step of a batch: it is the turn of some messages, one was tried, or it is time to record the answers.
    private enum Step: Sendable {
        case turn(ArraySlice<Draft>)
        case tried(Tried)
        case pause
    }
    /// The answer to a message, and for how many seconds its server is left alone.
    private struct Tried: Sendable {
        var result: PushResult?
        var hold: Int?
        /// Whether it is left alone because it did not answer, rather than at its own wish.
        var isSilent = false
        /// What the operator may want to know of the server.
        var remark: String?
    }

    func deliver(_ jobs: [PushJob]) async {
        guard let host = jobs.first?.host else { return }
        do {
            await post(try await drafts(jobs), to: host)
        } catch {
            log.debug("messages to devices cannot be made: \(error)")
            let tried = jobs.map { Tried(result: PushResult($0, .retry(after: Self.pause, counts: false))) }
            _ = await record(tried, host, tookAny: false)
        }
    }

    private func drafts(_ jobs: [PushJob]) async throws -> [Draft] {
        let texts = try await texts.texts(for: jobs)
        var drafts: [Draft] = []
        var fault: PushFault?
        for (job, text) in zip(jobs, texts) {
            guard let text else {
                drafts.append(.over(PushResult(job, .withdrawn)))
                continue
            }
            do { drafts.append(try await draft(job, text)) } catch let found as PushFault {
                fault = found
                drafts.append(.over(PushResult(job, .retry(after: Self.longPause, counts: false))))
            }
        }
        if let fault { log.error("\(fault)") }
        return drafts
    }

    private func draft(_ job: PushJob, _ text: Data) async throws -> Draft {
        do {
            guard let endpoint = URL(string: job.endpoint) else { throw WebPushError.endpoint }
            let envelope = PushEnvelope(
                endpoint: job.endpoint, keys: PushKeys(stored: Data(job.publicKey), secret: Data(job.secret)),
                text: text,
                authorization: try await keys.authorization(for: endpoint, key: job.key),
                life: max(0, job.secondsLeft), urgency: PushUrgency(isUrgent: job.isUrgent, for: job.context),
                topic: job.tag)
            return .envelope(job, envelope)
        } catch is WebPushError {
            return .over(PushResult(job, .failed))
        }
    }

    /// Posts a batch, and records the answers whenever a moment has passed, so that one that is slow holds up no other.
    private func post(_ drafts: [Draft], to host: String) async {
        await withTaskGroup(of: Step.self) { group in
            for start in stride(from: 0, to: drafts.count, by: PushPace.step) {
                let part = drafts[start..<min(start + PushPace.step, drafts.count)]
                group.addTask {
                    try? await self.pace.wait(for: part.count)
                    return .turn(part)
                }
            }
            group.addTask { await Self.pause() }
            var (left, tried, tookAny) = (drafts.count, [Tried](), false)
            while left > 0, let step = await group.next() {
                switch step {
                case .turn(let part):
                    for draft in part { group.addTask { .tried(await self.post(draft)) } }
                    continue
                case .tried(let next):
                    left -= 1
                    tried.append(next)
                    if left > 0 { continue }
                case .pause: group.addTask { await Self.pause() }
                }
                tookAny = await record(tried, host, tookAny: tookAny)
                tried = []
            }
            group.cancelAll()
        }
    }

    /// The time between two records of a batch.
    private static func pause() async -> Step {
        try? await Task.sleep(for: .seconds(1))
        return .pause
    }

    private func post(_ draft: Draft) async -> Tried {
        switch draft {
        case .over(let result): Tried(result: result)
        case .envelope(let job, let envelope): await post(job, envelope)
        }
    }

    /// Encrypts and posts a message.
    private func post(_ job: PushJob, _ envelope: PushEnvelope) async -> Tried {
        guard !Task.isCancelled else { return Tried() }  // another server takes it over
        guard let request = try? envelope.request() else { return Tried(result: PushResult(job, .failed)) }
        var (status, retryAfter, remark): (Int?, Int?, String?) = (nil, nil, nil)
        // The last look before it goes: a story that was killed since its text was written is written anew, or not at all.
        guard job.kind == .removal || texts.areCurrent() else {
            return Tried(result: PushResult(job, .retry(after: 0, counts: false)))
        }
        do {
            let answer = try await answer(to: request, for: job)
            (status, retryAfter) = answer
            if !(200..<300).contains(answer.status), ![404, 410, 413].contains(answer.status) {
                remark = "answers \(answer.status)"
            }
        } catch FetchError.cancelled {
            return Tried()  // another server takes it over
        } catch FetchError.busy {
            return Tried(result: PushResult(job, .retry(after: Self.pause, counts: false)))
        } catch FetchError.forbidden, FetchError.malformed {
            return Tried(result: PushResult(job, .failed))
        } catch {
            remark = "cannot be reached: \(error)"
        }
        let (outcome, hold) = PushSchedule.outcome(
            status, retryAfter: retryAfter, step: job.step, isShort: job.isShort, left: job.secondsLeft)
        return Tried(result: PushResult(job, outcome), hold: hold, isSilent: status == nil, remark: remark)
    }

    private func answer(to request: FetchRequest, for job: PushJob) async throws -> (status: Int, retryAfter: Int?) {
        if isDemo, let service = SimulatedService(job.endpoint) { return try service.answer(to: job) }
        let answer = try await fetcher.fetch(request)
        return (answer.status, answer.retryAfter(Date()))
    }

    /// - Parameter tookAny: whether the server has taken others of the batch.
    /// - Returns: whether it has taken any by now.
    private func record(_ tried: [Tried], _ host: String, tookAny: Bool) async -> Bool {
        guard !tried.isEmpty else { return tookAny }
        let results = tried.compactMap(\.result)
        let tookAny = tookAny || results.contains { $0.outcome == .sent }
        // One answer that is lost on a connection says nothing of a server that takes the others.
        let hold = tried.filter { !($0.isSilent && tookAny) }.compactMap(\.hold).max()
        for remark in Set(tried.compactMap(\.remark)) { log.info("the push service at \(host) \(remark)") }
        do {
            let ended = try await archive.write { holdings in
                if hold != nil || tookAny { try holdings.pushDeliveries.hold(host, seconds: hold) }
                let ended = try holdings.pushDeliveries.finish(results)
                if self.isDemo { try holdings.pushDeliveries.count(receipts: SimulatedService.receipts(results)) }
                return ended
            }
            if ended > 0 { log.info("\(ended) subscriptions at \(host) have ended") }
        } catch {
            log.warning("cannot record the answers of \(host), so its messages are sent again: \(error)")
        }
        return tookAny
    }
}

extension PushJob {
    /// The seconds until the message is of no use any more.
    fileprivate var secondsLeft: Int { Int(expiresAt.timeIntervalSinceNow) }
}

import Archive
package import Fetching
import Foundation
import Logging
import NIOPosix
import ServiceLifecycle
import Web

/// Reads the operator's mailbox to which mails come back, every few minutes. Of several servers one does.
final class BounceReader: Service {
    /// Seconds between two looks, and after which a server that looks is presumed dead.
    private static let (pause, lease) = (300, 900)
    /// The most mails of a look; more follow at once. Some are read by one connection, and are in memory together.
    private static let (most, together) = (200, 10)

    let desk: BounceDesk
    let settings: Mailbox.Settings
    /// The seconds between two looks.
    let pause: Int
    let log: Logger
    private let thread = NIOThreadPool(numberOfThreads: 1)

    init(desk: BounceDesk, settings: Mailbox.Settings, pause: Int = pause, log: Logger) {
        (self.desk, self.settings, self.pause, self.log) = (desk, settings, pause, log)
        thread.start()
    }

    private var name: String { settings.name }

    /// Until the server stops.
    func run() async throws {
        await every(.seconds(60)) {
            do { try await self.lookIfDue() } catch  where !Task.isCancelled {
                self.log.warning("cannot look for mails that came back: \(error)")
            } catch {}
        }
        thread.shutdownGracefully { _ in }
    }

    /// Reads what has come, unless another server does, or did so within the last minutes.
    func lookIfDue() async throws {
        let position = try await desk.archive.write { try $0.mailboxes.take(self.name, lease: Self.lease) }
        if let position { try await look(position) }
    }

    private func look(_ position: (validity: Int?, next: Int?)) async throws {
        var (fault, wait) = ("", pause)
        do {
            if try await read(position) == Self.most { wait = 0 }
        } catch let error as FetchError {
            fault = "\(error)"
            log.warning("cannot read \(name): \(error)")
        }
        try await desk.archive.write { [fault, wait] in try $0.mailboxes.end(self.name, fault: fault, again: wait) }
    }

    /// Reads the mails that have come. Returns how many.
    private func read(_ position: (validity: Int?, next: Int?)) async throws -> Int {
        let settings = settings
        let (end, numbers) = try await thread.runIfActive {
            let box = Mailbox(settings)
            let end = try box.end()
            // The first look, or another folder of that name: what is there is none of our business.
            guard let next = position.next, position.validity == end.validity, next < end.next else {
                return (end, [Int]())
            }
            return (end, Array(try box.numbers(from: next).prefix(Self.most)))
        }
        for start in stride(from: 0, to: numbers.count, by: Self.together) {
            let some = numbers[start..<min(start + Self.together, numbers.count)]
            let mails = try await thread.runIfActive { try self.mails(some) }
            var unread: [Int] = []
            for (number, mail) in mails where try await take(mail ?? [], number, end.validity) == .unknown {
                // Mails of people stay as they were.
                if mail != nil { unread.append(number) }
            }
            try await thread.runIfActive { [unread] in
                let box = Mailbox(settings)
                try unread.forEach(box.forget)
            }
        }
        if numbers.isEmpty {
            try await desk.archive.write { try $0.mailboxes.advance(self.name, validity: end.validity, next: end.next) }
        }
        return numbers.count
    }

    /// Reads mails: nil for one that is gone, nothing for one that the server does not give, even to another connection.
    private func mails(_ numbers: ArraySlice<Int>) throws -> [(number: Int, mail: [UInt8]?)] {
        var box = Mailbox(settings)
        return try numbers.map { number in
            do { return (number, try box.mail(number)) } catch FetchError.broken { box = Mailbox(settings) }
            do { return (number, try box.mail(number)) } catch FetchError.broken {
                log.warning("passed over mail \(number) in \(name), which the server does not give")
                box = Mailbox(settings)
                return (number, [])
            }
        }
    }

    /// Takes a mail, and notes in the same transaction that it was read: a report counts once.
    private func take(_ mail: [UInt8], _ number: Int, _ validity: Int) async throws -> BounceDesk.Outcome {
        let name = name
        return try await desk.take(mail) { try $0.mailboxes.advance(name, validity: validity, next: number + 1) }
    }
}

import Foundation
import Synchronization

/// A message sent by `NOTIFY`.
public struct Notification: Sendable, Hashable {
    /// The channel it came on.
    public let channel: String
    /// Its text.
    public let payload: String
}

/// Listens on a thread of its own with a connection of its own.
///
/// LISTEN dies silently with its connection, so after each reconnect it listens first and then tells `resynchronise`;
/// as a backstop it tells it every few seconds too.
public final class Listener: Sendable {
    /// What the listener tells.
    public enum Event: Sendable {
        /// A notification arrived.
        case notified(Notification)
        /// What was missed is unknown: read the state again, on the connection given.
        case resynchronise
        /// The connection is lost: nothing that is cached is known to be current.
        case lost
    }

    /// The thread holds this and not the listener, so that a listener that nobody holds ends.
    private final class Flag: Sendable {
        let isRaised = Atomic<Bool>(false)
    }

    private let stopped = Flag()

    /// Starts listening; `handler` is called on the listener's thread.
    public init(
        _ connectionString: String, channel: String, backstop: Duration = .seconds(5),
        handler: @escaping @Sendable (Event, Connection?) -> Void
    ) {
        let thread = Thread { [stopped] in
            while !stopped.isRaised.load(ordering: .relaxed) {
                do {
                    try Self.listen(connectionString, channel, backstop, until: stopped, handler)
                } catch {
                    handler(.lost, nil)
                    Thread.sleep(forTimeInterval: 0.2)  // the pause between two attempts to connect
                }
            }
        }
        thread.name = "n4md-listen"
        thread.start()
    }

    /// Ends within a quarter of a second.
    public func stop() { stopped.isRaised.store(true, ordering: .relaxed) }

    deinit { stop() }

    private static func listen(
        _ connectionString: String, _ channel: String, _ backstop: Duration, until stopped: Flag,
        _ handler: (Event, Connection?) -> Void
    ) throws {
        let connection = try Connection(connectionString, statementTimeout: .seconds(3))
        try connection.run(script: "listen \"\(channel.filter { $0 != "\"" })\"")
        handler(.resynchronise, connection)
        var checked = ContinuousClock.now
        while !stopped.isRaised.load(ordering: .relaxed) {
            let notifications = try connection.notifications()
            for notification in notifications { handler(.notified(notification), connection) }
            // The handler's queries may have read further ones, of which the socket tells nothing more: look again before waiting.
            if notifications.isEmpty {
                var descriptor = pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0)
                poll(&descriptor, 1, 250)
            }
            if ContinuousClock.now - checked > backstop {
                try connection.query("select 1")
                handler(.resynchronise, connection)
                checked = .now
            }
        }
    }
}

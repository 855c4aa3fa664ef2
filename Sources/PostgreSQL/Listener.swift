import Foundation
import Synchronization

/// A message sent by `NOTIFY`.
package struct Notification: Sendable, Hashable {
    /// The channel it came on.
    package let channel: String
    /// Its text.
    package let payload: String
}

/// Listens on a thread of its own with a connection of its own.
///
/// LISTEN dies silently with its connection, so after each reconnect it listens first and then tells `resynchronise`;
/// as a backstop it tells it every few seconds too. It is also who finds out that the database does not answer, by asking it each second,
/// and that it is back, by trying to connect.
package final class Listener: Sendable {
    /// What the listener tells.
    package enum Event: Sendable {
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

    /// How often the server is asked whether it is there, and how long it may take to say so.
    private static let (heartbeat, patience) = (Duration.seconds(1), Duration.seconds(2))

    /// Starts listening; `handler` is called on the listener's thread. What it throws gives the connection up.
    /// - Parameter availability: learns whether the database answers.
    package init(
        _ connectionString: String, channel: String, backstop: Duration = .seconds(5),
        availability: Availability = Availability(),
        handler: @escaping @Sendable (Event, Connection?) throws -> Void
    ) {
        let thread = Thread { [stopped] in
            while !stopped.isRaised.load(ordering: .relaxed) {
                do {
                    let connection = try Self.connect(connectionString, availability)
                    defer { if connection.hasTimedOut { availability.isAway = true } }
                    try Self.listen(connection, channel, backstop, until: stopped, availability, handler)
                } catch {
                    try? handler(.lost, nil)
                    Thread.sleep(forTimeInterval: 0.2)  // the pause between two attempts to connect
                }
            }
        }
        thread.name = "n4md-listen"
        thread.start()
    }

    /// Ends within a quarter of a second; while it connects, as soon as that is over.
    package func stop() { stopped.isRaised.store(true, ordering: .relaxed) }

    deinit { stop() }

    private static func connect(_ connectionString: String, _ availability: Availability) throws -> Connection {
        do {
            let connection = try Connection(connectionString, statementTimeout: patience)
            connection.answerLimit = patience
            return connection
        } catch {
            // A server that has no place left for us may still serve the connections that there are.
            availability.isAway = !Connection.isServed(connectionString)
            throw error
        }
    }

    private static func listen(
        _ connection: Connection, _ channel: String, _ backstop: Duration, until stopped: Flag,
        _ availability: Availability, _ handler: (Event, Connection?) throws -> Void
    ) throws {
        try connection.run(script: "listen \"\(channel.filter { $0 != "\"" })\"")
        availability.isAway = false
        try handler(.resynchronise, connection)
        var (asked, checked) = (ContinuousClock.now, ContinuousClock.now)
        while !stopped.isRaised.load(ordering: .relaxed) {
            let notifications = try connection.notifications()
            for notification in notifications { try handler(.notified(notification), connection) }
            // The handler's queries may have read further ones, of which the socket tells nothing more: look again before waiting.
            if notifications.isEmpty {
                var descriptor = pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0)
                poll(&descriptor, 1, 250)
            }
            if asked.duration(to: .now) > heartbeat {
                try connection.query("select 1")
                asked = .now
            }
            if checked.duration(to: .now) > backstop {
                try handler(.resynchronise, connection)
                checked = .now
            }
        }
    }
}

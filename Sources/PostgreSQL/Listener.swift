import Foundation
import Synchronization

/// A message sent by `NOTIFY`.
package struct Notification: Sendable, Hashable {
    /// The channel it was sent on.
    package let channel: String
    /// The payload text.
    package let payload: String
}

/// Listens for notifications, with its own thread and connection.
///
/// LISTEN dies silently with its connection, so after each reconnect it listens first and then reports
/// `resynchronise`, which it also reports every few seconds as a backstop. It also detects that the
/// database has stopped responding, with a query every second, and that it is back, by trying to
/// connect.
package final class Listener: Sendable {
    /// The events of a listener.
    package enum Event: Sendable {
        /// A notification arrived.
        case notified(Notification)
        /// Notifications may have been missed: read the state again, on the given connection.
        case resynchronise
        /// The connection is lost: no cached data is known to be current.
        case lost
    }

    /// The thread holds this and not the listener, so that an unreferenced listener is deallocated and stops.
    private final class Flag: Sendable {
        let isRaised = Atomic<Bool>(false)
    }

    private let stopped = Flag()

    /// The interval of the queries to the server, and the time it may take to answer one.
    private static let (heartbeat, patience) = (Duration.seconds(1), Duration.seconds(2))

    /// Starts listening. `handler` is called on the listener's thread; if it throws, the connection is
    /// abandoned.
    /// - Parameter availability: updated with whether the database responds.
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

    /// Stops within a quarter of a second or, while connecting, as soon as that has finished.
    package func stop() { stopped.isRaised.store(true, ordering: .relaxed) }

    deinit { stop() }

    private static func connect(_ connectionString: String, _ availability: Availability) throws -> Connection {
        do {
            let connection = try Connection(connectionString, statementTimeout: patience)
            connection.answerLimit = patience
            availability.lastConnected = .now
            return connection
        } catch {
            // A server without room for our connection may still serve existing ones.
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
            // The handler's queries may have read further notifications from the socket, so check again before
            // waiting.
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

import CLibPQ

extension Cluster {
    /// A short-lived connection for the cluster's set-up and checks.
    struct Session: ~Copyable {
        private let connection: OpaquePointer

        /// Connects within 10 s; statements may take 60 s.
        init(_ connectionString: String) throws(ClusterError) {
            let limits = " connect_timeout=10 options='-c statement_timeout=60000'"
            guard let connection = PQconnectdb(connectionString + limits) else { throw .query("out of memory") }
            guard PQstatus(connection) == CONNECTION_OK else {
                defer { PQfinish(connection) }
                throw .query(Self.message(connection))
            }
            self.connection = connection
        }

        /// Runs a statement and returns the first row; empty if there is none.
        @discardableResult
        func row(_ statement: String) throws(ClusterError) -> [String] {
            let result = PQexec(connection, statement)
            defer { PQclear(result) }
            let status = PQresultStatus(result)
            guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else {
                throw .query(Self.message(connection))
            }
            guard PQntuples(result) > 0 else { return [] }
            return (0..<PQnfields(result)).map { String(cString: PQgetvalue(result, 0, $0)) }
        }

        private static func message(_ connection: OpaquePointer) -> String {
            String(cString: PQerrorMessage(connection)).split(separator: "\n").joined(separator: " ")
        }

        deinit {
            PQfinish(connection)
        }
    }

    /// The state of the server.
    enum Answer {
        /// It accepts connections.
        case ready
        /// It is running, but is not accepting connections yet, or no longer.
        case busy
        /// Nothing is listening.
        case silent
    }

    /// Asks the server itself, within 5 s, using one connection and no child process.
    func ping() -> Answer {
        switch PQping(socket.connectionString(database: "postgres", user: "postgres") + " connect_timeout=5") {
        case PQPING_OK: .ready
        case PQPING_REJECT: .busy
        default: .silent
        }
    }

    /// Creates the role and the database if missing, and refuses a server that may lose data.
    func prepareDatabase() throws(ClusterError) {
        let session: Session
        do throws(ClusterError) {
            session = try Session(connectionString)
        } catch {
            try provision()
            session = try Session(connectionString)
        }
        for setting in ["fsync", "full_page_writes", "synchronous_commit"] {
            let value = try session.row("SHOW \(setting)").first ?? ""
            if value == "off" { throw .notDurable(setting: setting, value: value) }
        }
    }

    /// Creates each separately: an earlier attempt may have stopped halfway, and CREATE DATABASE cannot run
    /// in a transaction.
    private func provision() throws(ClusterError) {
        let session = try Session(socket.connectionString(database: "postgres", user: "postgres"))
        // Statements of a killed process continue in the server; its session holds this lock until they finish.
        try session.row("SELECT pg_advisory_lock(hashtext('n4md'))")
        if try session.row("SELECT 1 FROM pg_roles WHERE rolname = 'n4md'").isEmpty {
            try session.row("CREATE ROLE n4md LOGIN")
        }
        if try session.row("SELECT 1 FROM pg_database WHERE datname = 'n4md'").isEmpty {
            try session.row("CREATE DATABASE n4md OWNER n4md")
        }
    }
}

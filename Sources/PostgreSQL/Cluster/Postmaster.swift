import Glibc
import Logging

extension Cluster {
    /// How long a server may stay silent: the children of a killed server may take a while to notice and
    /// exit.
    private static let silence = Duration.seconds(30)
    /// How long recovery from the write-ahead log may take after a crash.
    private static let recovery = Duration.seconds(120)
    /// The log is rotated at server start if it is larger than this.
    private static let logLimit = 8 << 20

    /// Starts the server, and returns when it accepts connections. The caller must hold the start lock.
    func start(with installation: Installation) throws(ClusterError) {
        let began = ContinuousClock.now
        let mark = setLogAside()
        var launched: pid_t?
        while true {
            let answer = ping()
            if answer == .ready { break }
            let limit = answer == .busy ? Self.recovery : Self.silence
            guard ContinuousClock.now - began < limit else {
                throw .notStarted(reason: "not ready after \(limit)", log: logTail(from: mark))
            }
            if answer == .silent, !isAlive(launched) {
                if launched != nil { try checkWorthRetrying(logTail(from: mark)) }
                launched = try launch(installation)
            }
            usleep(10_000)
        }
        let took = ContinuousClock.now - began
        log.info("Started PostgreSQL", metadata: ["folder": "\(folder.cluster)", "took": "\(took)"])
    }

    /// Stops the server in fast mode: it rolls back open transactions and writes a checkpoint.
    func stop() throws(ClusterError) {
        guard folder.postmaster() != nil, ping() != .silent else { return }
        let installation = try Installation.find(version: folder.clusterVersion(), given: binaries)
        let arguments = ["stop", "--pgdata=\(folder.cluster)", "--mode=fast", "--wait", "--timeout=60", "--silent"]
        try account.command([installation.program("pg_ctl")] + arguments).succeed(within: .seconds(70))
        log.info("Stopped PostgreSQL", metadata: ["folder": "\(folder.cluster)"])
    }

    /// Starts `postgres` in the background and returns its process ID. It does not use `pg_ctl start`,
    /// which passes paths unquoted to a shell. The shell here only puts it in the background, so that init
    /// and not this process reaps it.
    private func launch(_ installation: Installation) throws(ClusterError) -> pid_t {
        // As PID 1 in a container we inherit a dead server, which looks alive until it is reaped.
        if let former = folder.postmaster() { waitpid(former, nil, WNOHANG) }
        let settings = [
            "listen_addresses=", "port=\(Socket.port)", "unix_socket_directories=\(socket.folder)",
            "unix_socket_permissions=0700", "logging_collector=off", "log_destination=stderr",
        ]
        let server = [installation.program("postgres"), "-D", folder.cluster] + settings.flatMap { ["-c", $0] }
        let script = #""$@" >>"$0" 2>&1 & echo $!"#
        let command = Command(arguments: ["sh", "-c", script, folder.log] + account.command(server).arguments)
        let answer = try command.succeed(within: .seconds(10))
        guard let process = answer.split(separator: "\n").lazy.compactMap({ pid_t($0) }).first else {
            throw .program(name: "sh", reason: "no process", output: answer)
        }
        return process
    }

    private func isAlive(_ process: pid_t?) -> Bool {
        guard let process else { return false }
        return waitpid(process, nil, WNOHANG) != process && (kill(process, 0) == 0 || errno == EPERM)
    }

    /// Throws unless the server refused to start because a previous one is still shutting down.
    private func checkWorthRetrying(_ log: String) throws(ClusterError) {
        guard log.contains("already exists") || log.contains("is still in use") else {
            throw .notStarted(reason: "it exited immediately", log: log)
        }
        usleep(200_000)
    }

    private func logTail(from mark: Int) -> String {
        tail(of: folder.log, from: mark, limit: 2048) ?? ""
    }

    /// Creates the log if there is none, rotates it if it has grown too big, and returns its length.
    private func setLogAside() -> Int {
        var status = stat()
        if lstat(folder.log, &status) == 0, status.st_size > Self.logLimit {
            rename(folder.log, folder.log + ".1")
        }
        let descriptor = Glibc.open(folder.log, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return 0 }
        defer { _ = Glibc.close(descriptor) }
        _ = account.own(descriptor)
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }
}

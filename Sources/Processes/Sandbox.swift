import CSandbox
import Glibc

/// Where a process works on foreign data. Once inside, it can compute, use memory and time within limits, and read from and write to the
/// descriptors that it has; it can open no file and no socket, and start no other program, whatever bug the data exploits.
///
/// Each layer holds by itself: hard limits, no new privileges, the user *nobody* in place of root, Landlock, and a filter of system calls.
package enum Sandbox {
    /// The most that the process may use. It cannot raise these limits again.
    package struct Limits: Sendable {
        /// Bytes of address space.
        package var memory: UInt64
        /// Seconds of processor time.
        package var processorTime: UInt64

        package init(memory: UInt64, processorTime: UInt64) {
            self.memory = memory
            self.processorTime = processorTime
        }
    }

    /// The layer that the system refused, and why: an `errno`.
    package struct Failure: Error {
        package let layer: String
        package let code: Int32
    }

    /// Enters the sandbox, for good. All libraries must be loaded and all descriptors open.
    /// - Throws: `Failure` if a layer that every supported system has is refused; the process should end then.
    package static func enter(_ limits: Limits) throws(Failure) {
        try check("no new privileges", n4md_gain_no_privileges())
        // Before Linux 5.13, where it was left out of the kernel, or in a container that hides it, the filter alone keeps files closed.
        try check("Landlock", n4md_deny_files(), unless: [ENOSYS, EOPNOTSUPP, EPERM])
        // A root without this capability, as in some containers, has nothing of root's to give up.
        if getuid() == 0 { try check("the user nobody", n4md_become_nobody(), unless: [EPERM]) }
        for (resource, limit) in [
            (RLIMIT_AS, limits.memory), (RLIMIT_CPU, limits.processorTime), (RLIMIT_CORE, 0), (RLIMIT_NOFILE, 3),
        ] {
            let resource = __rlimit_resource_t(resource.rawValue)
            var both = rlimit()
            getrlimit(resource, &both)
            // The operator's may be lower.
            both.rlim_max = min(both.rlim_max, rlim_t(limit))
            both.rlim_cur = both.rlim_max
            try check("hard limits", setrlimit(resource, &both) == 0 ? 0 : errno)
        }
        try check("the filter of system calls", SystemCallFilter.load())
    }

    private static func check(_ layer: String, _ code: Int32, unless harmless: [Int32] = []) throws(Failure) {
        guard code == 0 || harmless.contains(code) else { throw Failure(layer: layer, code: code) }
    }
}

/// The system calls that a process in the sandbox may make: those to use memory and descriptors that it has, to start and end
/// threads, and to tell the time. All others fail with `EPERM`, as if no such right had ever been given.
private enum SystemCallFilter {
    private static let allowed = [
        // Descriptors that it has.
        "read", "readv", "write", "writev", "recvfrom", "poll", "ppoll", "close", "shutdown",
        // Memory.
        "brk", "munmap", "mremap", "madvise",
        // Threads and signals of its own.
        "futex", "set_robust_list", "rseq", "sched_yield", "sched_getaffinity", "gettid", "getpid",
        "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall", "exit", "exit_group",
        // Time, chance and use.
        "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "times", "getrusage",
        "getrandom",
        "getrlimit",
    ]

    /// Loads the filter for all threads. Returns 0, or an `errno`.
    static func load() -> Int32 {
        guard let filter = seccomp_init(refusal(EPERM)) else { return ENOMEM }
        defer { seccomp_release(filter) }
        var code = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1)
        // A tree instead of a list: pictures make thousands of calls.
        if code == 0 { code = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) }
        for name in allowed where code == 0 { code = allow(name, in: filter) }
        if code == 0 { code = addConditions(to: filter) }
        if code == 0 { code = seccomp_load(filter) }
        return -code
    }

    /// Calls that are allowed for some arguments alone.
    private static func addConditions(to filter: scmp_filter_ctx) -> Int32 {
        let noCode = scmp_arg_cmp(arg: 2, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(PROT_EXEC), datum_b: 0)
        let (anonymous, thread) = (UInt64(MAP_ANONYMOUS), UInt64(n4md_clone_thread))
        let rules: [(String, [scmp_arg_cmp])] = [
            // Memory is never a file, and never code.
            ("mmap", [noCode, scmp_arg_cmp(arg: 3, op: SCMP_CMP_MASKED_EQ, datum_a: anonymous, datum_b: anonymous)]),
            ("mprotect", [noCode]),
            // abort() signals its own thread.
            ("tgkill", [scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: UInt64(getpid()), datum_b: 0)]),
            // A socket sends only to its other end.
            ("sendto", [scmp_arg_cmp(arg: 4, op: SCMP_CMP_EQ, datum_a: 0, datum_b: 0)]),
            ("clone", [scmp_arg_cmp(arg: 0, op: SCMP_CMP_MASKED_EQ, datum_a: thread, datum_b: thread)]),
            // Its own soft limit of processor time, which is moved on with each piece of work.
            (
                "prlimit64",
                [
                    scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: 0, datum_b: 0),
                    scmp_arg_cmp(arg: 1, op: SCMP_CMP_EQ, datum_a: UInt64(RLIMIT_CPU.rawValue), datum_b: 0),
                ]
            ),
        ]
        for (name, conditions) in rules {
            let code = allow(name, conditions, in: filter)
            guard code == 0 else { return code }
        }
        // Its flags are in memory, which a filter cannot read; the C library then uses clone.
        return add(refusal(ENOSYS), "clone3", [], to: filter)
    }

    private static func allow(_ name: String, _ conditions: [scmp_arg_cmp] = [], in filter: scmp_filter_ctx) -> Int32 {
        add(SCMP_ACT_ALLOW, name, conditions, to: filter)
    }

    private static func add(_ action: UInt32, _ name: String, _ conditions: [scmp_arg_cmp], to filter: scmp_filter_ctx)
        -> Int32
    {
        let number = seccomp_syscall_resolve_name(name)
        // Some architectures lack some of the older calls.
        guard number >= 0 else { return 0 }
        return seccomp_rule_add_array(filter, action, number, UInt32(conditions.count), conditions)
    }

    /// The action that makes a call fail (`SCMP_ACT_ERRNO`, a macro that Swift cannot see).
    private static func refusal(_ code: Int32) -> UInt32 { 0x0005_0000 | UInt32(code) }
}
